import { expect, it } from 'vitest';
import { walletSplitOfRefund } from '../../payment/wallet-split.ts';
import { pointsFor } from '../../points/points.ts';
import { takenBack } from '../../points/taken-back.ts';
import { toPay } from '../card/sold-card.ts';
import { billsOf, shownOf } from '../testing/price-example-bills.ts';
import { exampleTitle, type PriceExample, priceExamples } from '../testing/price-examples.ts';
import { billTotals } from '../totals.ts';

const partsOf = (name: string): number[] => {
  const example = priceExamples.find((one) => one.case === name) as PriceExample;
  return billTotals(billsOf(example)[0]?.bill as never).lines.map(({ promotion }) => promotion);
};

for (const example of priceExamples)
  it(exampleTitle(example), () => {
    const made = billsOf(example);
    expect(made.map(({ bill }) => shownOf(bill))).toEqual(made.map(({ expected }) => expected));
    const [first] = made;
    expect(first && toPay(first.bill)).toBe(example.bill.total + (example.card ?? 0));
  });

it('case 4, 7 and 8: each line has its share of a promotion', () => {
  expect(partsOf('4')).toEqual([3200, 2667, 2133]);
  expect(partsOf('7')).toEqual([2727, 2273]);
  expect(partsOf('8')).toEqual([2000, 2000]);
});

it('case 13: of 20.00 and of the rest, the card gets back what it paid', () => {
  const paid = [
    { amount: 3000, status: 'Captured' as const, wallet: { id: 1, last4: '7K2Q', left: 0 } },
    { amount: 1860, status: 'Captured' as const },
  ];
  const first = walletSplitOfRefund(paid, [], 2000);
  expect(first).toEqual([{ walletId: 1, amount: 2000 }]);
  expect(walletSplitOfRefund(paid, first, 2860)).toEqual([{ walletId: 1, amount: 1000 }]);
});

it('case 15: 22 points of 225.00, of which a refund of 100.00 takes 10', () => {
  const example = priceExamples.find(({ points }) => points !== undefined) as PriceExample;
  const bill = billsOf(example)[0]?.bill as never;
  const rule = { kind: 'PerSpend', points: 1, per: 1000, itemIds: [], categoryIds: [] } as const;
  const lines = billTotals(bill).lines.map(({ net }) => ({ menuItemId: 1, categoryIds: [], net, qty: 1 }));
  expect(pointsFor(lines, [rule], 10_000)).toBe(22);
  expect(takenBack(bill, 22, new Map(), new Map([['vegPizza', 1]]))).toBe(10);
});
