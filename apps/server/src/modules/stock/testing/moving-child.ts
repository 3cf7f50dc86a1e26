/**
 * A process in whose store goods move until it is killed: four people at once. It says on its standard output what was done. Arguments: the
 * store's place, the shop, its larder and vendor as JSON, and a seed.
 */
import { writeSync } from 'node:fs';
import { openStore, type StoreLocation } from '../../../platform/store/open-store.ts';
import { silentLog } from '../../../platform/store/testing/silent-log.ts';
import { person, type Shop } from '../../bill/testing/shop.ts';
import type { Larder } from './test-stock.ts';
import { chances, doSomething } from './random-stock.ts';

const [place, described, seed] = process.argv.slice(2);
const { outletId, menu, larder, vendor } = JSON.parse(described ?? '') as Pick<Shop, 'outletId' | 'menu'> & {
  larder: Larder;
  vendor: number;
};
const store = await openStore(JSON.parse(place ?? '') as StoreLocation, { log: silentLog });
const shop: Shop = { store, outletId, menu, admin: person(outletId, 'Admin'), waiter: person(outletId, 'User') };

await Promise.all(
  Array.from({ length: 4 }, async (_, who) => {
    const day = { shop, larder, vendor, next: chances(Number(seed) * 10 + who), slots: who * 9 };
    for (;;) {
      await doSomething(day, {});
      writeSync(1, 'done\n');
    }
  }),
);
