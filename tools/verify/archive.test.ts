/** The archive of closed bills on a real PostgreSQL: everything that reads bills reads it too. Source: R34.16. */
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { issueTaxInvoice } from '../../apps/server/src/modules/bill/command/tax-invoice.ts';
import { findBill } from '../../apps/server/src/modules/bill/read/find.ts';
import { payBill, refundBill } from '../../apps/server/src/modules/bill/service.ts';
import {
  addShop,
  cash,
  line,
  newKey,
  order,
  payment,
  type Shop,
} from '../../apps/server/src/modules/bill/testing/shop.ts';
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

describe.skipIf(!inject('postgresUrl'))('the archive of closed bills', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-archive-'));
  let place: { readonly databaseUrl: string };
  let store: Store;
  let client: ReturnType<typeof createClient>;
  let shop: Shop;
  let plain: Bill;
  let other: Bill;
  let before: { readonly rows: Record<string, string[]>; readonly verified: string[] };

  /** What reads find in each table of bills, and what the comparison with the history says. */
  const readAll = async () => {
    const rows: Record<string, string[]> = {};
    for (const table of archivedNames) {
      const found = await store.readOutlet(shop.outletId, (db) =>
        sql<{
          row: string;
        }>`select row_to_json(t)::text as "row" from ${sql.table(table)} t where outlet_id = ${shop.outletId}`.execute(
          db,
        ),
      );
      rows[table] = found.rows.map(({ row }) => row).sort();
    }
    const verified: string[] = [];
    await verifyRows(store, ({ words }) => verified.push(words));
    return { rows, verified };
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
    before = await readAll();
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('[R34.16] closed bills older than 24 months move, with all that belongs to them, and every read and the comparison with the history finds them as before', async () => {
    expect(archivedBefore(Date.UTC(2026, 10, 24), 24)).toBe('2024-11-01');
    expect(await moveOldBills(client, shop.outletId, '2020-01-01')).toBe(0);
    const all = await countIn('bill');
    const moved = await moveOldBills(client, shop.outletId, later);
    expect(moved).toBeGreaterThan(10);
    expect([await countIn('bill'), await countIn('archived_bill')]).toEqual([all - moved, moved]);
    expect([await countIn('payment'), await countIn('refund'), await countIn('tax_invoice')]).toEqual([0, 0, 0]);
    expect(await readAll()).toEqual(before);
    expect(before.verified.at(-1)).toMatch(/agree with the history$/);
    expect(await moveOldBills(client, shop.outletId, later)).toBe(0);
    const found = await findBill(store, shop.outletId, other.key);
    expect(found).toMatchObject({ key: other.key, status: 'Complete' });
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
});
