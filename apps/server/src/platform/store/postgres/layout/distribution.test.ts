/** Whether the tables can be spread over several servers by outlet. Source: R34.18. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { refundBill } from '../../../../modules/bill/service.ts';
import {
  addMenuItem,
  addShop,
  cash,
  line,
  newKey,
  order,
  payment,
  type Shop,
  sent,
  settle,
} from '../../../../modules/bill/testing/shop.ts';
import { type Call, testApp } from '../../../../testing/test-app.ts';
import { openStore } from '../../open-store.ts';
import { citusStatements, distribution, outletProblem } from '../../schema/distribution.ts';
import type { Store } from '../../store.ts';
import { createDatabase, eachEngine } from '../../testing/engine.ts';
import { templateDatabase } from '../../testing/postgres.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { statementsOf } from '../../testing/statements.ts';
import { createClient } from '../client.ts';
import { partitionedTables } from './partition.ts';

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

interface Reference extends Key {
  readonly target: string;
  readonly targets: readonly string[];
}

const problemsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => (outletProblem(text) === null ? [] : [`${outletProblem(text)}: ${text}`]));

describe.skipIf(!inject('postgresUrl'))('the distribution of the tables', () => {
  let client: pg.Client;
  let store: Store;
  beforeAll(async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), templateDatabase);
    client = createClient(databaseUrl, false);
    await client.connect();
    store = await openStore({ databaseUrl }, { log: silentLog });
  });
  afterAll(async () => {
    await store?.close();
    await client?.end();
  });
  const ask = async <R extends object>(sql: string): Promise<R[]> => (await client.query<R>(sql)).rows;
  const here = `relnamespace = 'public'::regnamespace and relname not like 'archived\\_%'`;

  it('[R34.18] names every table of the database', async () => {
    const tables = await ask<{ name: string }>(
      `select relname::text as name from pg_class where relkind in ('r', 'p') and ${here} order by 1`,
    );
    expect(Object.keys(distribution).sort()).toEqual(tables.map(({ name }) => name).sort());
    const statements = citusStatements(Object.keys(distribution));
    expect(statements[0]).toBe(`select create_reference_table('outlet')`);
    expect(statements).toContain(`select create_distributed_table('bill', 'outlet_id', colocate_with => 'default')`);
  });

  it('[R34.18] every key of a table by outlet begins with the outlet, also in the archive', async () => {
    const keys = await ask<Key>(`select replace(relname, 'archived_', '') as table, indexrelid::regclass::text as name,
        array(select attname::text from unnest(indkey) with ordinality part (number, place)
          join pg_attribute on attrelid = indrelid and attnum = number order by place) as columns
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and (indisunique or relname like 'archived\\_%')`);
    const wrong = keys.filter(({ table, columns }) => distribution[table] === 'outlet' && columns[0] !== 'outlet_id');
    expect(keys.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });

  it('[R34.18] a foreign key leads to the same outlet or to a table that is everywhere', async () => {
    const references =
      await ask<Reference>(`select relname::text as table, conname::text as name, confrelid::regclass::text as target,
        array(select attname::text from unnest(conkey) with ordinality part (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
        array(select attname::text from unnest(confkey) with ordinality part (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number order by place) as targets
      from pg_constraint join pg_class on pg_class.oid = conrelid where contype = 'f' and conparentid = 0`);
    const problems = references.flatMap(({ table, name, target, columns, targets }) => {
      const [from, to] = [distribution[table], distribution[target.replace(/^atoll_p\d+\./, '')]];
      const isSame = to === 'outlet' && from === 'outlet' && columns[0] === 'outlet_id' && targets[0] === 'outlet_id';
      const isAllowed = to === 'reference' || isSame || (from === 'local' && to === 'local');
      return isAllowed ? [] : [`${name} of ${table} (${String(from)}) leads to ${target} (${String(to)})`];
    });
    expect(references.length).toBeGreaterThan(80);
    expect(problems).toEqual([]);
  });

  it('[R34.18] every statement of a sale and a refund keeps to one outlet', async () => {
    const shop: Shop = await addShop(store);
    const statements = await statementsOf(async () => {
      const bill = await settle(shop, await order(shop, '1', [line(shop.menu.tea), line(shop.menu.burger)]));
      const input = { key: newKey(), billId: bill.key, payments: [cash(bill.total)], reason: 'Cold' };
      await refundBill(shop.store, shop.admin, input);
    });
    const texts = [...new Set(statements.map(({ sql }) => sql))];
    expect(texts.filter((text) => /\bbill\b/.test(text)).length).toBeGreaterThan(3);
    expect(problemsOf(texts)).toEqual([]);
  });

  it('[R34.18] names a statement that leaves its outlet', () => {
    expect(outletProblem('select * from "bill" where "outlet_id" = $1 and "id" = $2')).toBeNull();
    expect(outletProblem('select * from "bill" where "id" = $1')).toMatch(/^it names 1 tables of outlets/);
    expect(outletProblem('select 1 from bill join payment on bill.id = bill_id where bill.outlet_id = 1')).toMatch(
      /names 2/,
    );
    expect(outletProblem('insert into "bill" ("id") values ($1)')).toMatch(/^it inserts into bill without/);
    expect(outletProblem('select 1 from bill, session join session on true where outlet_id = 1')).toMatch(/session/);
  });

  it('[R34.16] partitions have the row security and the rights of their table for the role of the server', async () => {
    const rights = await ask<{
      table: string;
      kinds: number;
      places: string;
    }>(`select relname::text as table, count(distinct rights)::int as kinds, count(*) as places
      from (select relname, relrowsecurity::text || relforcerowsecurity::text ||
          coalesce((select string_agg(privilege_type, ' ' order by privilege_type) from aclexplode(relacl)
            where grantee = 'atoll_app'::regrole), '') ||
          coalesce((select string_agg(polname || polcmd::text || pg_get_expr(polqual, polrelid), ' ' order by polname) from pg_policy
            where polrelid = pg_class.oid and 0 = any(polroles)), '') as rights
        from pg_class where relkind in ('r', 'p') and (relnamespace = 'public'::regnamespace and relkind = 'p' or relispartition)) each
      where relname not like 'archived\\_%' group by relname`);
    expect(Object.fromEntries(rights.map(({ table, kinds, places }) => [table, [kinds, Number(places)]]))).toEqual(
      Object.fromEntries(partitionedTables.map((table) => [table, [1, 3]])),
    );
  });
});

/** What a till reads at its start, and while others sell. */
const reads: readonly (readonly [ContractKey, Call?])[] = [
  ['app.user'],
  ['app.settings'],
  ['app.features'],
  ['app.findOutlet'],
  ['shift.active'],
  ['prices.get'],
  ['menu.get'],
  ['menu.counts'],
  ['floor.get'],
  ['bill.active'],
  ['change.list', { query: { since: '0' } }],
  ['notification.list', { query: { page: '1', size: '20' } }],
  ['delivery.list', { query: { page: '1', size: '20' } }],
  ['kitchen.tickets'],
  ['customer.list', { query: { page: '1', size: '20' } }],
];

eachEngine('what a till asks', (on) => {
  it('[R34.18] every statement of a till that opens, saves, pays and reads keeps to one outlet', async () => {
    const t = await testApp(on);
    const as = await t.signIn('Admin');
    const sizes = JSON.stringify([{ value: 'Cup', sellingPrice: 1000, isDefault: true }]);
    const tea = await addMenuItem(t.store, t.cafe, { name: 'Tea', sizes });
    const call = async (key: ContractKey, more: Call = {}): Promise<Bill> => {
      const { status, body } = await t.call(key, { as, ...more });
      expect([key, status, status === 200 ? {} : body]).toEqual([key, 200, {}]);
      return body as Bill;
    };
    const statements = await statementsOf(async () => {
      await call('shift.create', { body: { key: newKey(), openingBalance: 0 } });
      const { key, id } = await call('bill.create', { body: sent('7', { items: [line(tea)] }) });
      const saved = await call('bill.update', { body: sent('7', { key, items: [line(tea, 2)] }) });
      await call('bill.find', { params: { id: id ?? 0 } });
      for (const [read, more] of reads) await call(read, more);
      await call('bill.pay', { body: payment(saved) });
    });
    const texts = [...new Set(statements.map(({ sql }) => sql))];
    expect(texts.filter((text) => /\bbill\b/.test(text)).length).toBeGreaterThan(5);
    expect(problemsOf(texts)).toEqual([]);
  });
});
