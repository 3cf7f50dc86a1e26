/** A recovery drill: the server dies, yesterday's backup is restored, and the tills send their work again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillInput } from '@atoll/domain/contract/bill/bill';
import { afterAll, expect, it } from 'vitest';
import { openStore } from '../../platform/store/open-store.ts';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { backUpSqlite } from '../../platform/store/sqlite/backup.ts';
import { backupFolder } from '../../platform/store/sqlite/backup-list.ts';
import { restoreSqlite } from '../../platform/store/sqlite/restore.ts';
import type { Store } from '../../platform/store/store.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { createBill, findBill, type PayInput, payBill, updateBill } from '../bill/service.ts';
import { addShop, line, newKey, payment, type Shop, sent } from '../bill/testing/shop.ts';
import { closeShift, createShift } from '../shift/service.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'atoll-drill-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** A call of a till, as its outbox keeps it: in order, to be sent again. */
type Sent = (store: Store) => Promise<unknown>;

it('[R18.7] stores everything once after a restore to yesterday, when the tills have sent their work again', async () => {
  let store = await openStore({ dataDir }, { log: silentLog });
  const shop = await addShop(store);
  const sold: Sent[] = [];
  const send = async <T>(what: (to: Store) => Promise<T>): Promise<T> => {
    sold.push(what);
    return what(store);
  };
  /** One bill: check-in, a round, another round with a number of guests, payment in cash. */
  const sell = async (slot: string): Promise<Bill> => {
    const input: BillInput = sent(slot, { items: [line(shop.menu.burger, 2, { size: 'Small' })] });
    await send((to) => createBill(to, shop.waiter, input));
    const items = [line(shop.menu.tea)];
    const more: BillInput = { ...sent(slot), key: input.key, version: 1, covers: 2, changed: ['covers'], items };
    const { bill } = await send((to) => updateBill(to, shop.waiter, more));
    const pay: PayInput = payment(bill);
    return (await send((to) => payBill(to, shop.waiter, pay))).bill;
  };

  const kept = [await sell('1'), await sell('2')];
  const backup = backUpSqlite(dataDir, 'daily', Date.now());
  // After the backup: the shift is closed, the next one is started on a till, and sales continue.
  const shiftKey = newKey();
  const [open] = await store.readOutlet(shop.outletId, (db) =>
    db.selectFrom('shift').select('id').where('is_open', '=', true).execute(),
  );
  await closeShift(store, shop.admin, { id: open?.id ?? 0, counted: [], openBills: 'carry' });
  // The restored server still has yesterday's shift open: starting another is refused, and sales go into the open one.
  await send((to) => createShift(to, shop.waiter, { key: shiftKey, openingBalance: 50_000 }).catch(() => undefined));
  const lost = [await sell('3'), await sell('1'), await sell('4')];
  const openBill = await send((to) => createBill(to, shop.waiter, openInput(shop)));
  await store.close();

  restoreSqlite(dataDir, join(backupFolder(dataDir), backup.file), Date.now());
  store = await openStore({ dataDir }, { log: silentLog });
  for (const bill of lost) await expect(findBill(store, shop.outletId, bill.key)).rejects.toThrow();

  // The tills send all their work, known to the server or not; and once more, as after a lost response.
  for (const what of sold) await what(store);
  const once = await everything(store, shop);
  for (const what of sold) await what(store);
  expect(await everything(store, shop)).toEqual(once);

  for (const bill of [...kept, ...lost]) {
    const now = await findBill(store, shop.outletId, bill.key);
    expect(now).toMatchObject({ status: 'Complete', total: bill.total, covers: 2, invoiceNumber: bill.invoiceNumber });
    expect(now.items.map(({ key, qty }) => [key, qty])).toEqual(bill.items.map(({ key, qty }) => [key, qty]));
    expect(now.payments.map(({ key, amount }) => [key, amount])).toEqual(
      bill.payments.map(({ key, amount }) => [key, amount]),
    );
  }
  expect(await findBill(store, shop.outletId, openBill.key)).toMatchObject({ status: 'Saved', isOpen: true });
  expect(once.bills).toHaveLength(6);
  expect(new Set(once.payments).size).toBe(5);
  expect(once.payments).toHaveLength(5);
  expect(await verifyHistory(store, shop.outletId)).toMatchObject({ ok: true });
  await store.close();
});

const inputs = new WeakMap<Shop, BillInput>();
/** Returns the same check-in each time it is sent. */
function openInput(shop: Shop): BillInput {
  const known = inputs.get(shop) ?? sent('9', { items: [line(shop.menu.juice, 1, { size: 'Large' })] });
  inputs.set(shop, known);
  return known;
}

const everything = (store: Store, { outletId }: Shop) =>
  store.readOutlet(outletId, async (db) => ({
    bills: (await db.selectFrom('bill').select('doc').orderBy('id').execute()).map(({ doc }) => doc),
    payments: (await db.selectFrom('payment').select('key').orderBy('key').execute()).map(({ key }) => key),
  }));
