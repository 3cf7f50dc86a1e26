/**
 * A process that runs random stock actions of four people at once until it is killed. It prints a line for each finished action. Arguments: the
 * location of the store, the shop with its test stock and vendor as JSON, and a seed.
 */
import { writeSync } from 'node:fs';
import { openStore, type StoreLocation } from '../../../platform/store/open-store.ts';
import { silentLog } from '../../../platform/store/testing/silent-log.ts';
import { person, type Shop } from '../../bill/testing/shop.ts';
import { doSomething, seededRandom } from './random-stock.ts';
import type { TestStock } from './test-stock.ts';

const [place, described, seed] = process.argv.slice(2);
const { outletId, menu, testStock, vendor } = JSON.parse(described ?? '') as Pick<Shop, 'outletId' | 'menu'> & {
  testStock: TestStock;
  vendor: number;
};
const store = await openStore(JSON.parse(place ?? '') as StoreLocation, { log: silentLog });
const shop: Shop = { store, outletId, menu, admin: person(outletId, 'Admin'), waiter: person(outletId, 'User') };

await Promise.all(
  Array.from({ length: 4 }, async (_, who) => {
    const day = { shop, testStock, vendor, next: seededRandom(Number(seed) * 10 + who), slots: who * 9 };
    for (;;) {
      await doSomething(day, {});
      writeSync(1, 'done\n');
    }
  }),
);
