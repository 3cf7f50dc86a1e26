import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { programFile } from '../../../../../../tools/scripts/program-file.ts';
import type { StoreLocation } from '../../../platform/store/open-store.ts';
import type { Store } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { addShop, type Shop } from '../../bill/testing/shop.ts';
import { allActions, doSomething, type Happened, seededRandom } from '../testing/random-stock.ts';
import { addTestStock, levelsAndSums, stocked } from '../testing/test-stock.ts';

const isSoak = process.env['SOAK'] === '1';
const seeds = isSoak ? Array.from({ length: 10 }, (_, i) => 100 + i) : [100];
const steps = isSoak ? 600 : 60;
const crashes = isSoak ? 10 : 1;

/** Adds a vendor directly to the store and returns its id. */
function addVendor(store: Store, outletId: number): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('vendor');
    const stamp = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };
    const none = { terms_days: null, lead_time_days: null, credit_limit: null, rating: null };
    tx.write(
      tx.db
        .insertInto('vendor')
        .values({ outlet_id: outletId, id, key: randomUUIDv7(), code: 'V1', name: 'Reef Foods', ...none, ...stamp }),
    );
    return id;
  });
}

/** Checks the invariants of stock and returns the number of movements: levels, items and movements agree with each other. */
async function expectConsistent(store: Store, outletId: number): Promise<number> {
  const sums = await levelsAndSums(store, outletId);
  const totals = new Map<number, [number, number]>();
  for (const [place, [onHand = 0, worth = 0, qty, value]] of sums) {
    expect([place, onHand, worth], 'a level is the sum of its movements').toEqual([place, qty, value]);
    if (onHand === 0) expect([place, worth]).toEqual([place, 0]);
    else expect(Math.sign(worth) * Math.sign(onHand), `worth of ${place}`).toBeGreaterThanOrEqual(0);
    const item = Number(place.split(' ')[0]);
    const [allOnHand, allWorth] = totals.get(item) ?? [0, 0];
    totals.set(item, [allOnHand + onHand, allWorth + worth]);
  }
  const { items, moved } = await store.readOutlet(outletId, async (db) => ({
    items: await db
      .selectFrom('inventory_item')
      .select(['id', 'on_hand', 'stock_value'])
      .where('outlet_id', '=', outletId)
      .execute(),
    moved: await db
      .selectFrom('stock_movement')
      .select(['id', 'item_id', 'storage_id', 'qty_before', 'qty_after'])
      .where('outlet_id', '=', outletId)
      .orderBy('id')
      .execute(),
  }));
  for (const { id, on_hand, stock_value } of items)
    expect([id, on_hand, stock_value], 'an item shows its total on hand').toEqual([id, ...(totals.get(id) ?? [0, 0])]);
  const last = new Map<string, number>();
  for (const [index, row] of moved.entries()) {
    const place = `${row.item_id} ${row.storage_id}`;
    expect([row.id, row.qty_before], 'movements follow one another').toEqual([index + 1, last.get(place) ?? 0]);
    last.set(place, row.qty_after);
  }
  return moved.length;
}

/** Checks that each paid bill took its recipe once and that an unpaid bill took nothing. */
async function expectSold(store: Store, shop: Shop, testStock: { readonly bun: number }): Promise<void> {
  const { bills, sold } = await store.readOutlet(shop.outletId, async (db) => ({
    bills: await db.selectFrom('bill').select(['id', 'doc']).where('outlet_id', '=', shop.outletId).execute(),
    sold: await db
      .selectFrom('stock_movement')
      .select(['ref_id', 'qty'])
      .where('outlet_id', '=', shop.outletId)
      .where('type', '=', 'Sale')
      .where('item_id', '=', testStock.bun)
      .execute(),
  }));
  const took = new Map<number, number>();
  for (const { ref_id, qty } of sold) took.set(ref_id, (took.get(ref_id) ?? 0) - qty);
  for (const { id, doc } of bills) {
    const isPaid = doc.status === 'Complete' && doc.refundOfId === null;
    const burgers = doc.items.filter((item) => !item.isVoid && item.menuItemId === shop.menu.burger);
    const expected = isPaid ? burgers.reduce((sum, { qty }) => sum + qty * 1000, 0) : 0;
    expect([id, took.get(id) ?? 0]).toEqual([id, expected]);
  }
}

async function moveAndKill(place: StoreLocation, described: object, seed: number, after: number): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      programFile('apps/server/src/modules/stock/testing/moving-child.ts'),
      JSON.stringify(place),
      JSON.stringify(described),
      String(seed),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let done = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    done += 1;
    if (done === after) child.kill('SIGKILL');
  }
  await ended;
  expect(done, 'the process ended by itself').toBeGreaterThanOrEqual(after);
}

eachEngine('stock on hand', (on) => {
  it(`[R14.2] stock on hand is the sum of its movements after any sequence of ${allActions.join(', ')}`, async () => {
    const store = await on.open();
    const happened: Happened = {};
    for (const seed of seeds) {
      const shop = await addShop(store, stocked);
      const testStock = await addTestStock(shop);
      const vendor = await addVendor(store, shop.outletId);
      const next = seededRandom(seed);
      // Three at a time, so that several commands are committed in one group.
      for (let step = 0; step < steps; step += 3)
        await Promise.all(
          [0, 1, 2].map((who) => doSomething({ shop, testStock, vendor, next, slots: who * 9 }, happened)),
        );
      await expectConsistent(store, shop.outletId);
      await expectSold(store, shop, testStock);
    }
    for (const action of allActions)
      expect(happened[action] ?? 0, `${action}: ${JSON.stringify(happened)}`).toBeGreaterThan(0);
  }, 600_000);

  it(`[R14.2] stock on hand is the sum of its movements after a process was killed ${crashes} times while goods moved`, async () => {
    const place = await on.placeWithTables();
    const first = await on.open({ at: place });
    const shop = await addShop(first, stocked);
    const testStock = await addTestStock(shop);
    const vendor = await addVendor(first, shop.outletId);
    await first.close();
    const described = { outletId: shop.outletId, menu: shop.menu, testStock, vendor };
    let before = 0;
    for (let round = 1; round <= crashes; round += 1) {
      await moveAndKill(place, described, round, 20 + ((round * 13) % 30));
      const store = await on.open({ at: place });
      const moved = await expectConsistent(store, shop.outletId);
      expect(moved).toBeGreaterThan(before);
      before = moved;
      await expectSold(store, shop, testStock);
      await store.close();
    }
  }, 600_000);
});
