/**
 * A process that sells until it is killed: eight tills repeatedly open a bill and pay it. It writes to its standard output what it is
 * about to pay ('sending') and what the store acknowledged ('paid'). Arguments: the store's location as JSON, the shop as JSON.
 */
import { writeSync } from 'node:fs';
import { openStore, type StoreLocation } from '../../../platform/store/open-store.ts';
import { silentLog } from '../../../platform/store/testing/silent-log.ts';
import { payBill } from '../service.ts';
import { line, order, payment, person, type Shop } from './shop.ts';

const [place, described] = process.argv.slice(2);
const { outletId, menu } = JSON.parse(described ?? '') as Pick<Shop, 'outletId' | 'menu'>;
const store = await openStore(JSON.parse(place ?? '') as StoreLocation, { log: silentLog });
const shop: Shop = { store, outletId, menu, admin: person(outletId, 'Admin'), waiter: person(outletId, 'User') };
const say = (word: string, what: unknown) => writeSync(1, `${word} ${JSON.stringify(what)}\n`);

await Promise.all(
  Array.from({ length: 8 }, async (_, till) => {
    for (let round = 0; ; round += 1) {
      // Skips a slot that a killed process left open.
      const slot = String(1 + ((till + round * 8) % 400));
      const bill = await order(shop, slot, [line(menu.burger), line(menu.tea, 2)]).catch(() => null);
      if (bill === null || bill.items.length !== 2) continue;
      const input = payment(bill);
      say('sending', input);
      const { bill: paid } = await payBill(store, shop.waiter, input);
      say('paid', { key: paid.key, invoiceNumber: paid.invoiceNumber });
    }
  }),
);
