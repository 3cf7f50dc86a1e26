/** Tests the sums of sales that wait on SQLite until they are added to their tables: every reader sees them, and nothing loses or doubles one. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openStore } from '../../../platform/store/open-store.ts';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { SqliteDatabase } from '../../../platform/store/sqlite/database.ts';
import type { OutletTx, Store } from '../../../platform/store/store.ts';
import { silentLog } from '../../../platform/store/testing/silent-log.ts';
import { copyTables } from '../../../platform/store/testing/tables.ts';
import { addShop, line, newKey, order, type Shop, settle } from '../testing/shop.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-pending-'));
const dataDir = join(folder, 'data');
let store: Store;
let shop: Shop;

beforeAll(async () => {
  copyTables(inject('sqliteTables'), dataDir);
  store = await openStore({ dataDir }, { log: silentLog });
  shop = await addShop(store);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const sell = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await settle(shop, await order(shop, '1', [line(shop.menu.burger)]));
};

/** Returns the number of bills in the sums, by hour and by person, and the amount paid. */
async function seen(db: Kysely<Database>): Promise<number[]> {
  const one = async (text: string) => {
    const { rows } = await sql<{ n: number | null }>`${sql.raw(text)}`.execute(db);
    return rows[0]?.n ?? 0;
  };
  return [
    await one('select sum(bills) as n from sale_hour'),
    await one('select sum(bills) as n from sale_person'),
    await one('select sum(payments) as n from sale_method'),
  ];
}

/** Returns what another program finds in a copy of the store: rows that wait, and bills in the table of hours. */
function stored(place = dataDir): { waiting: number; bills: number } {
  const database = new SqliteDatabase(join(place, 'atoll.db'), { readOnly: true });
  const [row] = database.run(
    'select (select count(*) from pending_sum) as waiting, coalesce(sum(bills), 0) as bills from sale_hour',
  ).rows;
  database.close();
  return row as { waiting: number; bills: number };
}

it('shows each sale in the sums at once to every reader, before it is added to their tables', async () => {
  await sell(3);
  expect(stored()).toEqual({ waiting: 3, bills: 0 });
  const { outletId } = shop;
  for (const read of ['readOutlet', 'readForReports', 'readForLists', 'readOlder'] as const)
    expect(await store[read](outletId, seen), read).toEqual([3, 3, 3]);
  expect(await store.readOrg(seen)).toEqual([3, 3, 3]);
});

it('adds the sums of many bills to their tables together, and loses none', async () => {
  await sell(33);
  const { waiting, bills } = stored();
  expect([waiting, bills]).toEqual([3, 33]);
  expect(await store.readOutlet(shop.outletId, seen)).toEqual([36, 36, 36]);
});

it('adds waiting sums before a command that reads or replaces them in its own transaction', async () => {
  const found = await store.writeOutlet(shop.outletId, async (tx) => {
    tx.write(tx.db.updateTable('sale_hour').set({ covers: 7 }).where('outlet_id', '=', shop.outletId));
    return seen(tx.db);
  });
  expect(found).toEqual([36, 36, 36]);
  expect(stored()).toEqual({ waiting: 0, bills: 36 });
});

it('forgets the sums and ids of a command that fails', async () => {
  await sell(1);
  const failing = store.writeOutlet(shop.outletId, async (tx) => {
    await tx.nextId('bill');
    const within = {
      ...shop,
      store: { writeOutlet: (_id: number, run: (own: OutletTx) => unknown) => run(tx) } as Store,
    };
    await settle(within, await order(within, '2', [line(shop.menu.tea)]));
    throw new Error('It fails half way');
  });
  await expect(failing).rejects.toThrow();
  expect(await store.readOutlet(shop.outletId, seen)).toEqual([37, 37, 37]);
  const ids = new Set<number | null>();
  for (let i = 0; i < 20; i += 1) ids.add((await order(shop, String(i + 3), [], { key: newKey() })).id);
  expect(ids.size).toBe(20);
});

it('keeps waiting sums when the server is killed, and adds them when it closes', async () => {
  await sell(2);
  const killed = join(folder, 'killed');
  mkdirSync(killed);
  for (const file of ['atoll.db', 'atoll.db-wal']) copyFileSync(join(dataDir, file), join(killed, file));
  const again = await openStore({ dataDir: killed }, { log: silentLog });
  expect(await again.readOutlet(shop.outletId, seen)).toEqual([39, 39, 39]);
  await again.close();
  // A release that knows nothing of waiting sums finds all of them in their tables.
  expect(stored(killed)).toEqual({ waiting: 0, bills: 39 });
});
