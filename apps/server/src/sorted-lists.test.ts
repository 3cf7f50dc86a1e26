import { randomUUIDv7 } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { columnOf, sortKeysOf } from '@atoll/domain/resources/column';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { allResources } from '@atoll/domain/resources/registry';
import { user } from '@atoll/domain/resources/user';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { billSorts, indexedBillSorts } from './modules/bill/read/list.ts';
import { addMenuItem } from './modules/bill/testing/shop.ts';
import { deliverySorts } from './modules/delivery/find.ts';
import { invoiceSorts } from './modules/invoice/find.ts';
import { pointsSorts } from './modules/points/list.ts';
import { recipeSorts } from './modules/recipe/find.ts';
import { shiftSorts } from './modules/shift/find.ts';
import { countSorts } from './modules/stock/count/count-find.ts';
import { logSorts } from './modules/stock/movement/log.ts';
import { requestSorts } from './modules/stock/request/request-find.ts';
import { walletSorts } from './modules/wallet/list.ts';
import { sortedUpTo } from './platform/http/list.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

const auditSorts = ['at', 'person', 'subject', 'action', 'approvedBy', 'device', 'key'];
const lists: [ContractKey, readonly string[]][] = [
  ...allResources.map((one): [ContractKey, string[]] => [`${one.table}.list` as ContractKey, sortKeysOf(one)]),
  ['app_user.list', sortKeysOf(user)],
  ['bill.list', Object.keys(billSorts)],
  ['delivery.list', Object.keys(deliverySorts)],
  ['shift.list', Object.keys(shiftSorts)],
  ['stock.list', logSorts],
  ['request.list', requestSorts],
  ['count.list', countSorts],
  ['recipe.list', recipeSorts],
  ['invoice.list', invoiceSorts],
  ['audit.list', auditSorts],
  ['wallet.list', walletSorts],
  ['points.list', pointsSorts],
];

eachEngine('sorted lists', (on) => {
  let app: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    app = await testApp(on);
    admin = await app.signIn('Admin');
  });
  const list = async (key: ContractKey, query: Record<string, string>) =>
    app.call(key, { as: admin, query: { page: '1', size: '10', ...query } });

  it.each(lists)('[R35.59] sorts %s by every column that has a plain value, both ways', async (key, sorts) => {
    for (const sort of sorts.flatMap((one) => [one, `-${one}`])) {
      const { status } = await list(key, { sort });
      expect([key, sort, status]).toEqual([key, sort, 200]);
    }
  });

  it('[R35.59] sorts bills by what their columns show: state, slot and the name of the person', async () => {
    const item = await addMenuItem(app.store, app.cafe, {
      name: 'Tea',
      sizes: JSON.stringify([{ value: 'Regular', sellingPrice: 1000, isDefault: true }]),
    });
    const waiter = await app.signIn('User');
    const call = (as: SignedIn, key: ContractKey, body: object) => app.call(key, { as, body });
    await call(admin, 'shift.create', { key: randomUUIDv7(), openingBalance: 0 });
    const open = (as: SignedIn, type: string, slot: string, items: object[]) =>
      call(as, 'bill.create', { key: randomUUIDv7(), type, slot, items });
    const line = () => ({ key: randomUUIDv7(), menuItemId: item, size: 'Regular', qty: 1 });
    await open(waiter, 'Table', '11', []);
    const gone = await open(admin, 'Takeaway', '1', [line()]);
    await open(waiter, 'Table', '2', [line()]);
    await call(admin, 'bill.void', { billId: gone.body.key, reason: 'Only a test' });
    const shown = async (sort: string, of: (bill: Record<string, unknown>) => unknown) =>
      (await list('bill.list', { sort })).body.items.map(of);
    expect(await shown('slot', (bill) => [bill['type'], bill['slot']].join(' '))).toEqual([
      'Table 2',
      'Table 11',
      'Takeaway 1',
    ]);
    expect((await shown('-status', (bill) => (bill['isVoid'] ? 'Void' : bill['status'])))[0]).toBe('Void');
    expect(await shown('createdByName', (bill) => bill['createdByName'])).toEqual([
      'Admin One',
      'User One',
      'User One',
    ]);
  });

  it('[R35.59] sorts a reference by the name of its record', async () => {
    const store = async (name: string, parentId = 0) =>
      (await app.call('storage.create', { as: admin, body: { key: randomUUIDv7(), name, type: 'Dry', parentId } })).body
        .id as number;
    const zebra = await store('Zebra room');
    const attic = await store('Attic');
    await store('In the zebra room', zebra);
    await store('In the attic', attic);
    const { body } = await list('storage.list', { sort: '-parentId' });
    const parents = (body.items as { parentName: string }[]).map(({ parentName }) => parentName).filter(Boolean);
    expect(parents).toEqual(['Zebra room', 'Attic']);
  });

  it('[R35.59] refuses to sort a list of more than 10,000 rows by a column without an index, and says what helps', async () => {
    await app.store.writeOutlet(app.cafe, async (tx) => {
      const all = sql.lit(sortedUpTo + 1);
      await sql`insert into customer (outlet_id, id, key, is_active, version, created_at, modified_at, name, phone, code, note)
        with recursive up (n) as (select 1 union all select n + 1 from up where n < ${all})
        select ${sql.lit(app.cafe)}, 100000 + n, 'many-' || n, ${sql.lit(true)}, 1, 0, 0, 'Guest ' || n, '', 'Z' || n, '' from up`.execute(
        tx.db,
      );
    });
    const refused = await list('customer.list', { sort: 'note' });
    expect(refused).toMatchObject({
      status: 422,
      body: { reason: 'listTooLong', details: `At most ${sortedUpTo} rows can be sorted by this column` },
    });
    expect((await list('customer.list', { sort: 'name' })).status).toBe(200);
    expect((await list('customer.list', { sort: 'name', isActive: 'all' })).status).toBe(422);
  });

  it('[R35.59] has an index for every order that has no limit', async () => {
    const definitions =
      on.engine === 'sqlite'
        ? sql<{ text: string }>`select sql as text from sqlite_master where type = 'index' and sql is not null`
        : sql<{ text: string }>`select indexdef as text from pg_indexes`;
    const { rows } = await app.store.readOutlet(app.cafe, (db) => definitions.execute(db));
    const indexes = rows.map(({ text }) => text.toLowerCase().replace('using btree ', ''));
    const hasIndex = (table: string, columns: string) =>
      indexes.some((text) =>
        text.includes(` ${table} (`) || text.includes(`.${table} (`) ? text.includes(`(${columns}`) : false,
      );
    for (const one of allResources)
      for (const key of one.indexed ?? [])
        expect([one.table, key, hasIndex(one.table, `outlet_id, is_active, ${columnOf(fieldOf(one, key))}`)]).toEqual([
          one.table,
          key,
          true,
        ]);
    const sorted = indexedBillSorts.filter((key) => key !== 'id');
    expect(sorted.map((key) => [key, hasIndex('bill', `outlet_id, ${String(billSorts[key])}`)])).toEqual(
      sorted.map((key) => [key, true]),
    );
  });
});
