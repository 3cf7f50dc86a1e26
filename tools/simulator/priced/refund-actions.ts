/** Refunds of whole bills and of single items, at a counter that always reaches the server. */
import type { Bill } from '@atoll/domain/bill/bill';
import { refundableLines, refundBill as refundOf } from '@atoll/domain/bill/split/refund';
import { type BackToWallet, payOut, refundableBy } from '@atoll/domain/payment/pay-out';
import { doneOf, refundBill } from '../../../apps/server/src/modules/bill/service.ts';
import { newKey, refusalOf } from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { billsOf } from '../checks.ts';
import type { Simulation } from '../simulation.ts';
import type { Action } from '../steps.ts';

interface Wish {
  /** Numbers that choose the bill and the item. */
  readonly bill: number;
  readonly item: number;
  readonly isWhole: boolean;
  readonly isRepeated: boolean;
}

const refund: Action = (simulation) => {
  const { network, chance } = simulation;
  const wish = {
    bill: chance.below(1000),
    item: chance.below(1000),
    isWhole: chance.below(3) === 0,
    isRepeated: chance.below(3) === 0,
  };
  network.atServer(async () => {
    if (network.isServerUp) await refusalOf(refundAsked(simulation, wish));
  });
};

async function refundAsked(simulation: Simulation, wish: Wish): Promise<void> {
  const { store, outletId, admin } = simulation.setup.shop;
  const bills = await billsOf(simulation);
  const paid = bills.filter(
    (bill) => bill.status === 'Complete' && !bill.isVoid && bill.refundOfId === null && bill.items.length > 0,
  );
  const bill = paid[wish.bill % Math.max(1, paid.length)];
  if (!bill) return;
  const done = await store.readOutlet(outletId, (db) => doneOf(db, outletId, bill));
  const left = refundableLines(bill, done);
  const one = left[wish.item % Math.max(1, left.length)];
  const parts = wish.isWhole || !one ? null : [{ key: one.item.key, qty: Math.min(1, one.left) }];
  const user = { id: admin.userId, name: admin.name };
  const made = refundOf(bill, parts, done, { key: newKey(), now: new Date(0).toISOString(), user, newKey });
  if (!made.ok) return;
  const owed = Math.abs(made.value.bill.total + made.value.bill.roundingAmount);
  const back = bills.filter(({ refundOfId }) => refundOfId === bill.id).flatMap(({ payments }) => payments);
  const limit = { roundCash: undefined, most: made.value.most };
  const byMethod = refundableBy(bill.payments, back);
  const payments = payOut(owed, 'Cash', byMethod, limit, walletsOf(bill, back)).map((each) => ({
    ...each,
    key: newKey(),
  }));
  const body = { key: newKey(), billId: bill.key, payments, reason: 'Cold food', ...(parts && { items: parts }) };
  await refundBill(store, admin, body);
  if (wish.isRepeated) await refundBill(store, admin, body);
}

/** Returns what each card that paid a bill has not got back. */
function walletsOf({ payments }: Bill, back: Bill['payments']): readonly BackToWallet[] {
  const left = new Map<number, BackToWallet>();
  for (const { method, amount, wallet } of [...payments, ...back])
    if (wallet)
      left.set(wallet.id, { method, last4: wallet.last4, amount: (left.get(wallet.id)?.amount ?? 0) + amount });
  return [...left.values()].filter(({ amount }) => amount > 0);
}

export const refundActions: readonly (readonly [weight: number, name: string, action: Action])[] = [
  [6, 'refund', refund],
];
