import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { programFile } from '../../../../../tools/scripts/program-file.ts';
import type { StoreLocation } from '../../platform/store/open-store.ts';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { findBill, type PayInput, payBill } from './service.ts';
import { addShop, type Shop } from './testing/shop.ts';

const rounds = process.env['SOAK'] === '1' ? 20 : 2;
const slotTypes = [
  { type: 'Table', slotCount: 501, rates: [{ from: '2023-01-01T00:00:00.000Z', serviceChargePct: 10, gstPct: 8 }] },
];

interface Sold {
  /** The payments sent, acknowledged or not, by bill key. */
  readonly sent: Map<string, PayInput>;
  /** Acknowledged invoice numbers, by bill key. */
  readonly paid: Map<string, string>;
}

/** Starts a process that sells and kills it after this many acknowledged payments. */
async function sellAndKill(place: StoreLocation, shop: Shop, acknowledged: number): Promise<Sold> {
  const sold: Sold = { sent: new Map(), paid: new Map() };
  const described = JSON.stringify({ outletId: shop.outletId, menu: shop.menu });
  const child: ChildProcess = spawn(
    process.execPath,
    [programFile('apps/server/src/modules/bill/testing/paying-child.ts'), JSON.stringify(place), described],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (child.stdout === null) throw new Error('The process has no output');
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for await (const text of createInterface({ input: child.stdout })) {
    const [word, json] = [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)];
    if (word === 'sending') {
      const input = JSON.parse(json) as PayInput;
      sold.sent.set(input.key, input);
    } else {
      const { key, invoiceNumber } = JSON.parse(json) as { key: string; invoiceNumber: string };
      sold.paid.set(key, invoiceNumber);
      if (sold.paid.size === acknowledged) child.kill('SIGKILL');
    }
  }
  await ended;
  return sold;
}

const invoicesOf = (store: Store, outletId: number) =>
  store.readOutlet(outletId, (db) =>
    db
      .selectFrom('bill')
      .leftJoin('payment', (join) =>
        join.onRef('payment.outlet_id', '=', 'bill.outlet_id').onRef('payment.bill_id', '=', 'bill.id'),
      )
      .select(['bill.key', 'bill.invoice_number', 'payment.key as payment_key', 'payment.amount', 'bill.total'])
      .where('bill.outlet_id', '=', outletId)
      .where('bill.status', '=', 'Complete')
      .orderBy('bill.invoice_number')
      .execute(),
  );

eachEngine('a stream of payments', (on) => {
  it(`[R18.7] neither loses nor duplicates an acknowledged payment, and leaves no invoice gap, when the server is killed ${rounds} times`, async () => {
    const place = await on.placeWithTables();
    const first = await on.open({ at: place });
    const shop = await addShop(first, { outlet: { slot_types: JSON.stringify(slotTypes) } });
    await first.close();
    let total = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const { sent, paid } = await sellAndKill(place, shop, 20 + ((round * 17) % 40));
      const store = await on.open({ at: place });
      for (const [key, invoiceNumber] of paid)
        expect(await findBill(store, shop.outletId, key), `acknowledged ${key}`).toMatchObject({
          status: 'Complete',
          invoiceNumber,
        });
      // The tills repeat the payments that were not acknowledged.
      const unanswered = [...sent.values()].filter(({ key }) => !paid.has(key));
      await Promise.all(unanswered.map((input) => payBill(store, shop.waiter, input)));
      total += sent.size;
      const rows = await invoicesOf(store, shop.outletId);
      expect(rows).toHaveLength(total);
      expect(new Set(rows.map((row) => row.payment_key)).size).toBe(total);
      expect(rows.every((row) => row.amount === row.total)).toBe(true);
      const year = rows[0]?.invoice_number?.slice(0, 6);
      expect(rows.map((row) => row.invoice_number)).toEqual(
        Array.from({ length: total }, (_, i) => `${year}${String(i + 1).padStart(6, '0')}`),
      );
      expect(await verifyHistory(store, shop.outletId)).toMatchObject({ ok: true });
      const sums = await store.readOutlet(shop.outletId, (db) =>
        db
          .selectFrom('sale_hour')
          .select((eb) =>
            eb.cast<number>(eb.fn.sum<number>('bills'), on.engine === 'sqlite' ? 'integer' : 'bigint').as('bills'),
          )
          .where('outlet_id', '=', shop.outletId)
          .executeTakeFirstOrThrow(),
      );
      expect(sums.bills).toBe(total);
      await store.close();
    }
  }, 600_000);
});
