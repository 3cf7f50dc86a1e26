/** The archive of closed bills on a real PostgreSQL: everything that reads bills reads it too. Source: R34.16. */
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { allReports } from '@atoll/domain/report/reports';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { approve } from '../../apps/server/src/modules/approval/approve.ts';
import { issueTaxInvoice } from '../../apps/server/src/modules/bill/command/tax-invoice.ts';
import { findBill } from '../../apps/server/src/modules/bill/read/find.ts';
import { listBills } from '../../apps/server/src/modules/bill/read/list.ts';
import { billTimeline } from '../../apps/server/src/modules/bill/read/timeline.ts';
import { createBill, payBill, refundBill } from '../../apps/server/src/modules/bill/service.ts';
import { addPerson } from '../../apps/server/src/modules/bill/testing/grant.ts';
import {
  addShop,
  cash,
  line,
  newKey,
  order,
  payment,
  type Shop,
  sent,
} from '../../apps/server/src/modules/bill/testing/shop.ts';
import { findDashboard } from '../../apps/server/src/modules/dashboard/service.ts';
import { cancelOrder, createOrder, openOrder } from '../../apps/server/src/modules/order/commands.ts';
import { findOrder } from '../../apps/server/src/modules/order/list.ts';
import { payOrder } from '../../apps/server/src/modules/order/pay.ts';
import { runReport } from '../../apps/server/src/modules/report/run.ts';
import { search } from '../../apps/server/src/modules/search/service.ts';
import { holdWallet } from '../../apps/server/src/modules/wallet/hold.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import type { Actor } from '../../apps/server/src/platform/http/actor.ts';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { createClient } from '../../apps/server/src/platform/store/postgres/client.ts';
import { archivedNames } from '../../apps/server/src/platform/store/postgres/layout/archived.ts';
import { moveToArchive } from '../../apps/server/src/platform/store/postgres/layout/keep-archive.ts';
import { attachMonth, detachMonth } from '../../apps/server/src/platform/store/postgres/layout/month-file.ts';
import { listMonths } from '../../apps/server/src/platform/store/postgres/layout/months.ts';
import { archivedBefore, moveOldBills } from '../../apps/server/src/platform/store/postgres/layout/move-bills.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { createDatabase } from '../../apps/server/src/platform/store/testing/engine.ts';
import { templateDatabase } from '../../apps/server/src/platform/store/testing/postgres.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { verifyRows } from './rows.ts';
import { seller } from './testing/evening.ts';
import { sellForAWeek } from './testing/sales.ts';

/** Every closed bill is older than this. */
const later = '2999-01-01';

describe.skipIf(!inject('postgresUrl'))('the archive of closed bills', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-archive-'));
  let place: { readonly databaseUrl: string };
  let store: Store;
  let client: ReturnType<typeof createClient>;
  let shop: Shop;
  let plain: Bill;
  let other: Bill;
  let before: Awaited<ReturnType<typeof readAll>>;
  /** When everything was sold. */
  let soldAt: number;

  const texts = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  /** What each way to read finds in each table of bills. */
  const readRows = async () => {
    const rows: Record<string, string[]> = {};
    for (const way of ['readOutlet', 'readForReports', 'readForLists', 'readOlder'] as const)
      for (const table of archivedNames) {
        const found = await store[way](shop.outletId, (db) =>
          sql`select row_to_json(t)::text as "row" from ${sql.table(table)} t where outlet_id = ${shop.outletId}`.execute(
            db,
          ),
        );
        rows[`${way} ${table}`] = texts(found.rows);
      }
    return rows;
  };
  /** What people see of the sales: every report, the dashboard, lists, a search, and what happened to a bill. */
  const readViews = async () => {
    const dayMs = 86_400_000;
    const [from, to] = [soldAt - dayMs, soldAt + dayMs].map((at) => new Date(at).toISOString());
    const reports: Record<string, string[]> = {};
    for (const { key: reportKey } of allReports) {
      const range = { range: 'Custom', from: from?.slice(0, 10), to: to?.slice(0, 10), compareTo: 'None' } as const;
      reports[reportKey] = texts(
        (await runReport(store, shop.admin, { ...range, reportKey, filters: {} }, soldAt)).rows,
      );
    }
    const page = { search: '', from: undefined, to: undefined, limit: 500, offset: 0, isCounted: true } as const;
    const list = (asked: { sort: 'id' | 'total' | 'completedAt'; method?: string }) =>
      listBills(store, shop.admin, { ...page, direction: 'desc', ...asked });
    return {
      reports,
      dashboard: await findDashboard(store, shop.admin, { range: 'Custom', start: from, end: to }, soldAt),
      lists: [
        await list({ sort: 'id' }),
        await list({ sort: 'total' }),
        await list({ sort: 'completedAt', method: 'Card' }),
      ],
      found: await search(store, shop.admin, other.invoiceNumber ?? ''),
      timeline: await billTimeline(store, shop.admin, other.key),
      bill: await findBill(store, shop.outletId, other.key),
    };
  };
  /** All of that, and what the comparison with the history says. */
  const readAll = async () => {
    const verified: string[] = [];
    await verifyRows(store, ({ words }) => verified.push(words));
    return { rows: await readRows(), views: await readViews(), verified };
  };
  const countIn = async (table: string): Promise<number> => {
    await client.query('begin');
    await client.query(`select set_config('app.outlet_id', $1, true)`, [String(shop.outletId)]);
    const { rows } = await client.query<{ count: number }>(`select count(*) as count from public.${table}`);
    await client.query('rollback');
    return Number(rows[0]?.count);
  };

  beforeAll(async () => {
    place = { databaseUrl: await createDatabase(inject('postgresUrl'), templateDatabase) };
    store = await openStore(place, { log: silentLog });
    client = createClient(place.databaseUrl, false);
    await client.connect();
    shop = await addShop(store, { outlet: seller });
    const sell = async (slot: string): Promise<Bill> => {
      const bill = await order(shop, slot, [line(shop.menu.tea)]);
      const byCard = [cash(bill.total, { method: 'Card' })];
      return (await payBill(store, shop.waiter, payment(bill, byCard))).bill;
    };
    [plain, other] = [await sell('20'), await sell('21')];
    const buyer = { name: 'Island Trading', address: 'Orchid Magu', tin: '1012345GST501' };
    await issueTaxInvoice(store, shop.admin, { key: newKey(), billId: other.key, buyer });
    await sellForAWeek(shop);
    soldAt = Date.now();
    before = await readAll();
  });
  afterAll(async () => {
    await client?.end();
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[R34.16] closed bills older than 24 months move, with all that belongs to them, and every view, report and the comparison with the history finds them as before', async () => {
    const { archiveAfterMonths } = readConfig({ DATA_DIR: folder });
    expect(archivedBefore(Date.UTC(2026, 10, 24), archiveAfterMonths)).toBe('2024-11-01');
    expect(before.views.found).toMatchObject([{ entityName: 'Bill' }]);
    expect(before.views.lists.map(({ count }) => count > 1)).toEqual([true, true, true]);
    expect(Object.values(before.views.reports).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
    expect(await moveOldBills(client, shop.outletId, '2020-01-01')).toBe(0);
    const all = await countIn('bill');
    const moved = await moveOldBills(client, shop.outletId, later);
    expect(moved).toBeGreaterThan(10);
    expect([await countIn('bill'), await countIn('archived_bill')]).toEqual([all - moved, moved]);
    expect([await countIn('payment'), await countIn('refund'), await countIn('tax_invoice')]).toEqual([0, 0, 0]);
    expect(await readAll()).toEqual(before);
    expect(before.verified.at(-1)).toMatch(/agree with the history$/);
    expect(await moveOldBills(client, shop.outletId, later)).toBe(0);
  });

  it('[R34.16] an archived row is removed by nobody, and a completed bill only when the archive has the same one', async () => {
    const remove = (table: string) =>
      store.writeOutlet(shop.outletId, async (tx) => {
        await sql`delete from ${sql.table(table)} where outlet_id = ${shop.outletId}`.execute(tx.db);
      });
    await expect(remove('archived_bill')).rejects.toThrow('an archived row is final');
    await expect(remove('archived_payment')).rejects.toThrow('an archived row is final');
    await expect(
      store.writeOutlet(shop.outletId, async (tx) => {
        await sql`update archived_bill set total = 1`.execute(tx.db);
      }),
    ).rejects.toThrow('permission denied');
  });

  it('[R34.16] a month is written into a file and read back, and only the file that was written is taken', async () => {
    const [month = ''] = await listMonths(client);
    const file = join(folder, 'month.jsonl.zst');
    const rows = await readAll();
    const written = await detachMonth(client, month, file, Date.now());
    expect(written.rows).toBeGreaterThan(30);
    expect(await listMonths(client)).not.toContain(month);
    await expect(findBill(store, shop.outletId, other.key)).rejects.toThrow('Not found');
    const altered = join(folder, 'other.jsonl.zst');
    copyFileSync(file, altered);
    appendFileSync(altered, 'x');
    await expect(attachMonth(client, month, altered)).rejects.toThrow('is not the file that was written');
    await expect(attachMonth(client, '1999-01')).rejects.toThrow('is not detached');
    expect((await attachMonth(client, month)).rows).toBe(written.rows);
    expect(await readAll()).toEqual(rows);
    await expect(attachMonth(client, month)).rejects.toThrow('is not detached');
  });

  it('[R34.16] an archived bill is refunded like any other, and goes to the archive again with its refund', async () => {
    // Its key has the time of its making, by which the key of a new bill is not looked for in the archive.
    const { id, total } = plain;
    const payments = [cash(total, { method: 'Card' })];
    const bill = await refundBill(store, shop.admin, { key: newKey(), billId: String(id), payments, reason: 'Cold' });
    expect(bill.refundOfId).toBe(id);
    expect(await countIn('refund')).toBe(1);
    const verified: string[] = [];
    await verifyRows(store, ({ words }) => verified.push(words));
    expect(verified).toEqual([expect.stringMatching(/agree with the history$/)]);
    // As the server does it by itself, once for each month.
    const move = () => moveToArchive(store, place, { now: Date.UTC(2999, 0, 15), months: 24, log: silentLog });
    expect(await move()).toBe(2);
    expect(await move()).toBe(0);
    expect(await countIn('refund')).toBe(0);
  });

  it('[R34.16] an order knows what was given back of it in the archive, and gives a deposit back to the card that paid it there', async () => {
    const cafe = await addShop(store, { outlet: seller });
    const asTakeaway = { type: 'Takeaway' as const };
    const make = (more: object) =>
      createOrder(store, cafe.waiter, {
        key: newKey(),
        bill: { ...sent('1', { items: [line(cafe.menu.burger)] }), ...asTakeaway },
        name: 'Nadia',
        dueAt: new Date(Date.now() + 3_600_000).toISOString(),
        ...more,
      });
    const pay = (orderKey: string, amount: number, payments: PaymentInput[]) =>
      payOrder(store, cafe.waiter, { key: newKey(), orderKey, amount, payments });
    const code = newCode(new Uint8Array(12).fill(7));
    const card = { ...line(0), name: '', menuItemId: 0, sellingPrice: 2000, card: soldCardOf(code) };
    const sold = await createBill(store, cafe.admin, { ...sent('2', { items: [card] }), ...asTakeaway });
    await payBill(store, cafe.admin, payment(sold, [cash(2000)]));
    const instalments = await make({ tax: 'Instalments' });
    const { key: billId } = await pay(instalments, 1000, [cash(1000)]);
    await refundBill(store, cafe.admin, { key: newKey(), billId, payments: [cash(1000)], reason: 'Ill' });
    const deposit = await make({ tax: 'Refundable' });
    const hold = { key: newKey(), code, billKey: newKey(), amount: 2000 };
    const { id, last4 } = await holdWallet(store, cafe.waiter, hold);
    const wallet = { id, last4, holdKey: hold.key };
    await pay(deposit, 2000, [{ ...cash(2000), method: 'GiftCard', wallet }]);

    expect(await moveOldBills(client, cafe.outletId, later)).toBe(4);
    const { total, paid } = await findOrder(store, cafe.outletId, instalments);
    expect(paid).toBe(0);
    const opened = { key: newKey(), orderKey: instalments, ...asTakeaway, slot: '3' };
    expect((await openOrder(store, cafe.waiter, opened)).total).toBe(total);
    await cancelOrder(store, cafe.admin, { orderKey: deposit, forfeit: false, reason: 'Nobody came' });
    const wallets = await store.readOutlet(cafe.outletId, (db) =>
      db
        .selectFrom('wallet')
        .select(['kind', 'balance'])
        .where('outlet_id', '=', cafe.outletId)
        .orderBy('id')
        .execute(),
    );
    expect(wallets).toEqual([
      { kind: 'GiftCard', balance: 2000 },
      { kind: 'Deposit', balance: 0 },
    ]);
  });

  it('[R34.16] shows the archived bill to whoever is asked to approve its refund', async () => {
    const approverId = await addPerson(shop, 'Admin');
    const member = { user_id: approverId, outlet_id: shop.outletId, sort: 0 };
    await store.writeOrg((db) => db.insertInto('user_outlet').values(member).execute());
    const asker = {
      ...shop.waiter,
      userId: await addPerson(shop, 'User'),
      approvable: new Set(['bill.refund']),
      limits: {},
    };
    const { about } = await approve({ store, clock: Date.now }, asker as unknown as Actor, {
      permission: 'bill.refund',
      subjectType: 'Bill',
      subjectKey: other.key,
      amount: other.total,
      reason: 'Cold',
      approverId,
    });
    expect(about.bill).toMatchObject({ number: other.number, total: other.total });
  });
});
