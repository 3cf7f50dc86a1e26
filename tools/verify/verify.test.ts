import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBill, refundBill } from '../../apps/server/src/modules/bill/service.ts';
import {
  addMenuItem,
  addShop,
  cash,
  line,
  newKey,
  type Shop,
  sent,
  settle,
} from '../../apps/server/src/modules/bill/testing/shop.ts';
import { openStore, type StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { eachEngine, placeIn, type TestEngine } from '../../apps/server/src/platform/store/testing/engine.ts';
import { addOutlet } from '../../apps/server/src/platform/store/testing/outlet.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { requireNode } from '../scripts/folder.mjs';
import { programFile } from '../scripts/program-file.ts';
import type { Chain } from './chains.ts';
import { verifyRows } from './rows.ts';
import { postSums } from './testing/edits.ts';
import { type Sales, sellForAWeek } from './testing/sales.ts';
import { thefts } from './testing/thefts.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'atoll-verify-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const verify = (place: Record<string, string> = { DATA_DIR: dataDir }) => {
  const { status, stdout } = spawnSync(requireNode(), [programFile('tools/verify.ts')], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', ...place },
  });
  return { status, lines: stdout.trim().split('\n') };
};

it('names a changed row of the history while the server runs', async () => {
  const store = await openStore(placeIn(dataDir), { log: silentLog });
  const outletIds = [await addOutlet(store, { name: 'Reef' }), await addOutlet(store, { name: 'Lagoon' })];
  for (const outletId of outletIds)
    for (const action of ['Created', 'Updated', 'Closed'] as const)
      await store.writeOutlet(outletId, async (tx) =>
        tx.history({ subject: 'Setting', subjectKey: 'Name', action, userId: 7, deviceId: null, after: { action } }),
      );
  expect(verify()).toEqual({
    status: 0,
    lines: [
      'ok       Reef (outlet 1): 3 entries, none changed',
      'ok       Lagoon (outlet 2): 3 entries, none changed',
      'ok       Reef (outlet 1): no sales: agree with the history',
      'ok       Lagoon (outlet 2): no sales: agree with the history',
    ],
  });
  await store.close();

  const owner = new DatabaseSync(join(dataDir, 'atoll.db'));
  owner.exec(`drop trigger history_refuses_update; update history set user_id = 8 where outlet_id = 2 and seq = 2`);
  owner.close();
  const { status, lines } = verify();
  expect([status, lines[0]]).toEqual([1, 'ok       Reef (outlet 1): 3 entries, none changed']);
  expect(lines[1]).toMatch(
    /^CHANGED {2}Lagoon \(outlet 2\): entry 2 was changed.*: Setting Name, Updated by user 8, 20/,
  );
});

/** Removes what protects the rows, as somebody who has the files or owns the database. */
async function dropTriggers(on: TestEngine, at: StoreLocation, store: Store): Promise<void> {
  if (on.engine === 'postgres') {
    const tables = ['bill', 'payment', 'payment_exchange', 'cash_event', 'z_report', 'refund', 'history'];
    await on.tamper(at, tables.map((table) => `alter table ${table} disable trigger all`).join(';'));
    return;
  }
  await postSums(store);
  const { rows } = await store.readOrg((db) =>
    sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(db),
  );
  await on.tamper(at, rows.map(({ name }) => `drop trigger ${name}`).join(';'));
}

/** Returns the data of an entry without the rows that it wrote, which earlier releases did not record. */
function withoutWritten(data: string): string {
  const { written: _written, ...rest } = JSON.parse(data) as Record<string, unknown>;
  return JSON.stringify(rest);
}

/** Returns the data of an entry as a release wrote it that recorded less. */
function asEarlier(data: string): string {
  const { before, after } = JSON.parse(data) as { before?: Record<string, unknown>; after?: Record<string, unknown> };
  if (after === undefined) return withoutWritten(data);
  const { gst: _gst, counted: _counted, key: _key, payments, ...rest } = after;
  const isRefund = after['ofKey'] !== undefined;
  const methods = Array.isArray(payments) && isRefund ? payments.map(({ method }) => method) : payments;
  return JSON.stringify({ before, after: { ...rest, ...(payments ? { payments: methods } : {}) } });
}

eachEngine('what was sold', (on) => {
  let at: StoreLocation;
  let shop: Shop;
  let sales: Sales;
  beforeAll(async () => {
    at = await on.placeWithTables();
    shop = await addShop(await on.open({ at }));
    sales = await sellForAWeek(shop);
    await dropTriggers(on, at, shop.store);
  });
  const updateEntry = (seq: number, data: string) =>
    `update history set data = '${data.replaceAll("'", "''")}' where outlet_id = ${shop.outletId} and seq = ${seq}`;
  const found = async () => {
    const lines: Chain[] = [];
    await verifyRows(shop.store, (line) => lines.push(line));
    return lines;
  };
  const named = async () => (await found()).filter(({ ok }) => !ok).map(({ words }) => words);

  it('[R36.21] finds nothing after refunds, corrections, splits, merges, late bills and an erased customer', async () => {
    expect(await found()).toEqual([
      {
        ok: true,
        words: expect.stringMatching(
          /\(outlet 1\): 9 bills, 13 payments, 3 refunds, 3 payment corrections, 3 unpaid bills, 2 shifts, 3 cash events, 1 Z report, 1 day: agree with the history$/,
        ),
      },
    ]);
  });

  it('[R36.21] names a total, payment, refund, cash event, Z, count, daily sum and giver that were edited, with both values', async () => {
    for (const { edits, sql: change, undo, named: words } of thefts(sales)) {
      await on.tamper(at, change);
      const lines = await named();
      await on.tamper(at, undo);
      expect(lines.join('\n'), edits).toContain(words);
      expect(lines.at(-1), edits).toMatch(/: \d+ differences?$/);
    }
    expect(await named()).toEqual([]);
  });

  it('[R36.21] names a payment, cash event, refund record, Z report, daily sum and giver whose row was deleted', async () => {
    const { bill, refund, z } = sales;
    const where = `outlet_id = ${shop.outletId} and`;
    const rows = [
      [
        'payment',
        `key = '${bill.payments[0]?.key}'`,
        `bill ${bill.number} (${bill.invoiceNumber}): payment of MVR 59.40 by Cash is missing`,
      ],
      ['cash_event', `kind = 'Out'`, 'shift 1: cash out of MVR 30.00 is missing'],
      [
        'refund',
        `refund_id = ${refund.id}`,
        `bill ${refund.number} (${refund.invoiceNumber}): the record of this refund is missing`,
      ],
      ['z_report', `number = ${z}`, 'Z 1 of shift 1: is missing'],
      [
        'sale_gift',
        'giver_id = 1',
        `day ${bill.businessDate}: discounts of bills by user 1 is MVR 0.00, the bills say MVR 5.00`,
      ],
      ['sale_method', `method = 'Card'`, `day ${bill.businessDate}: payments by Card is MVR 0.00, the bills say MVR`],
    ] as const;
    for (const [table, condition, words] of rows) {
      await on.tamper(at, `create table kept as select * from ${table} where ${where} ${condition}`);
      await on.tamper(at, `delete from ${table} where ${where} ${condition}`);
      const lines = await named();
      await on.tamper(at, `insert into ${table} select * from kept; drop table kept`);
      expect(lines.join('\n'), table).toContain(words);
    }
    expect(await named()).toEqual([]);
  });

  it('[R36.21] names sums of a promotion that no bill has', async () => {
    const { businessDate } = sales.bill;
    await on.tamper(
      at,
      `insert into sale_rule (outlet_id, business_date, kind, rule_id, menu_item_id, size, name, bills, uses, qty, value, promotion, discount, amount, tax)
        values (${shop.outletId}, '${businessDate}', 'Promotion', 7, 0, '', 'Happy hour', 1, 1, 0, 5000, 500, 0, 4500, 0)`,
    );
    const lines = await named();
    await on.tamper(at, 'delete from sale_rule where rule_id = 7');
    expect(lines.join('\n')).toContain(
      `day ${businessDate}: promotion of Promotion 7 is MVR 5.00, the bills say MVR 0.00`,
    );
    expect(await named()).toEqual([]);
  });

  it('[R36.21] ends with 1 when a total was edited, and with 0 when nothing was', async () => {
    const run = () => verify('dataDir' in at ? { DATA_DIR: at.dataDir } : { DATABASE_URL: at.databaseUrl });
    expect(run().status).toBe(0);
    const { bill } = sales;
    await on.tamper(at, `update bill set total = 1 where key = '${bill.key}'`);
    const { status, lines } = run();
    await on.tamper(at, `update bill set total = ${bill.total} where key = '${bill.key}'`);
    expect(status).toBe(1);
    expect(lines).toContainEqual(
      expect.stringMatching(/^CHANGED {2}.*: bill 1 \(R.*1\): total is MVR 0\.01, the history says MVR 59\.40$/),
    );
  });

  it('[R36.21] takes the givers of bills of an earlier release from the history, and waits until their sums were made', async () => {
    const { gift } = sales;
    const rows = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('bill').select(['id', 'doc']).where('outlet_id', '=', shop.outletId).execute(),
    );
    const asEarlierBill = ({ discountBy: _by, items, ...rest }: Bill) => ({
      ...rest,
      items: items.map(({ givenBy: _giver, ...item }) => item),
    });
    const entries = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('history').select(['seq', 'data']).where('outlet_id', '=', shop.outletId).execute(),
    );
    const withData = (change: (data: string) => string) =>
      entries.map(({ seq, data }) => updateEntry(seq, change(data))).join(';');
    const write = (id: number, doc: object) =>
      `update bill set doc = '${JSON.stringify(doc).replaceAll("'", "''")}' where outlet_id = ${shop.outletId} and id = ${id}`;
    await on.tamper(at, rows.map(({ id, doc }) => write(id, asEarlierBill(doc))).join(';'));
    await on.tamper(at, withData(withoutWritten));
    const withSums = await found();
    await on.tamper(at, 'create table kept as select * from sale_gift; delete from sale_gift');
    const withoutSums = await found();
    await on.tamper(at, 'insert into sale_gift select * from kept; drop table kept');
    await on.tamper(at, rows.map(({ id, doc }) => write(id, doc)).join(';'));
    await on.tamper(
      at,
      withData((data) => data),
    );
    expect(gift.discountBy).toEqual({ by: 1, approver: null });
    expect(withSums.filter(({ ok }) => !ok)).toEqual([]);
    expect(withSums.at(-1)?.words).toMatch(/not comparable, .*: 12 bill documents, 3 unpaid bills$/);
    expect(withoutSums.filter(({ ok }) => !ok)).toEqual([]);
    expect(withoutSums.at(-1)?.words).toMatch(
      /not comparable, .*: 12 bill documents, 3 unpaid bills, 1 list of givers$/,
    );
  });

  it('[R36.21] raises no alarm about a store of an earlier release, and says how much was not comparable', async () => {
    const rows = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('history').select(['seq', 'data']).where('outlet_id', '=', shop.outletId).execute(),
    );
    await on.tamper(at, rows.map(({ seq, data }) => updateEntry(seq, asEarlier(data))).join(';'));
    const lines = await found();
    await on.tamper(at, rows.map(({ seq, data }) => updateEntry(seq, data)).join(';'));
    expect(lines.filter(({ ok }) => !ok)).toEqual([]);
    expect(lines.at(-1)?.words).toMatch(
      /not comparable, because an earlier release recorded less: 12 bill documents, 3 payment lists, 3 unpaid bills, 1 counted sum$/,
    );
  });

  it('[R36.21] finds nothing after a weight at a typed price came back in parts, whose slices are rounded together', async () => {
    const { store, outletId, admin } = shop;
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 6500, isDefault: true }]);
    const rice = await addMenuItem(store, outletId, { name: 'Rice', sizes, is_sold_by_weight: true });
    const items = [line(rice, 0.999, { sellingPrice: 5555 })];
    const paid = await settle(shop, await createBill(store, admin, sent('11', { items })));
    for (const due of [2198, 2196]) {
      const parts = [{ key: paid.items[0]?.key ?? '', qty: 0.333 }];
      const back = { key: newKey(), billId: paid.key, items: parts, reason: 'Cold' };
      await refundBill(store, admin, { ...back, payments: [cash(due)] });
    }
    // Without the triggers a sum has more than one row on SQLite.
    const rows = await store.readOutlet(outletId, (db) =>
      db.selectFrom('sale_rule').select('amount').where('kind', '=', 'Own').execute(),
    );
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(1850);
    expect(await named()).toEqual([]);
  });
});
