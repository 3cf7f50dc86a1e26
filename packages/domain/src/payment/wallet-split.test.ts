import fc from 'fast-check';
import { expect, it } from 'vitest';
import { payOut } from './pay-out.ts';
import { type WalletAmount, walletSplitOfRefund } from './wallet-split.ts';

const paidBy = (id: number, amount: number) => ({
  amount,
  status: 'Captured' as const,
  wallet: { id, last4: '7K2Q', left: 0 },
});
const byCash = (amount: number) => ({ amount, status: 'Captured' as const });
const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((all, { amount }) => all + amount, 0);

it('[R22.7] gives a refund of 20.00 to the card that paid 30.00, and of the rest 10.00 to the card and 18.60 in cash', () => {
  const paid = [paidBy(1, 3000), byCash(1860)];
  const first = walletSplitOfRefund(paid, [], 2000);
  expect(first).toEqual([{ walletId: 1, amount: 2000 }]);
  expect(walletSplitOfRefund(paid, first, 2860)).toEqual([{ walletId: 1, amount: 1000 }]);
  const limit = { roundCash: undefined, most: 2860 };
  const left = [{ method: 'GiftCard' as const, amount: 1000 }];
  const wallets = [{ method: 'GiftCard' as const, last4: '7K2Q', amount: 1000 }];
  expect(payOut(2860, 'Cash', left, limit, wallets)).toEqual([
    { method: 'GiftCard', amount: 1000 },
    { method: 'Cash', amount: 1860 },
  ]);
});

it('[R22.7] never gives a wallet more than it paid, and pays out only what no wallet gets, in any parts', () => {
  const wallets = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 10_000 })), {
    maxLength: 5,
  });
  const refunds = fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 6 });
  fc.assert(
    fc.property(wallets, refunds, fc.integer({ min: 0, max: 10_000 }), (used, dues, cash) => {
      const paid = [...used.map(([id, amount]) => paidBy(id, amount)), byCash(cash)];
      let done: readonly WalletAmount[] = [];
      for (const due of dues) {
        const split = walletSplitOfRefund(paid, done, due);
        const room = sum(paid) - cash - sum(done);
        expect(sum(split)).toBe(Math.min(due, room));
        done = [...done, ...split];
      }
      for (const id of [1, 2, 3]) {
        const most = sum(used.flatMap(([of, amount]) => (of === id ? [{ amount }] : [])));
        expect(sum(done.filter(({ walletId }) => walletId === id))).toBeLessThanOrEqual(most);
      }
    }),
  );
});
