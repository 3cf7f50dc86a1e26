import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkTender } from './check-tender.ts';
import { foreignValue } from './payment.ts';
import { type PlannedPayment, plannedTotal, planPayment, tenderState } from './plan.ts';
import { nextShare, type SharePlan, sharesOf } from './shares.ts';
import { amountDue } from './tender.ts';

/** Pays share after share and returns the amounts. */
function paidShares(plan: SharePlan, total: number, rounding = 0): number[] {
  const amounts: number[] = [];
  let paid = 0;
  for (;;) {
    const share = nextShare(plan, total, { paid, due: total + rounding - paid });
    if (!share) return amounts;
    expect([share.part, share.parts]).toEqual([amounts.length + 1, sharesOf(plan, total).length]);
    amounts.push(share.amount);
    paid += share.amount;
  }
}

it('[R35.30] shares a bill in equal parts that differ by at most 1 laari and add up to it', () => {
  expect(paidShares({ parts: 3 }, 10_000)).toEqual([3334, 3333, 3333]);
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 999_999_999 }), fc.integer({ min: 1, max: 20 }), (total, parts) => {
      const amounts = paidShares({ parts }, total);
      expect(amounts).toHaveLength(parts);
      expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
    }),
  );
});

it('[R35.30] shares a bill by an exact amount, and leaves the rest', () => {
  expect(paidShares({ amount: 3333 }, 10_000)).toEqual([3333, 6667]);
  expect(paidShares({ amount: 20_000 }, 10_000)).toEqual([10_000]);
});

it('[R35.30] adds cash rounding to the last share, and counts a share that was paid in several payments', () => {
  expect(paidShares({ parts: 2 }, 10_002, -2)).toEqual([5001, 4999]);
  expect(paidShares({ parts: 2 }, 10_003, 2)).toEqual([5002, 5003]);
  expect(nextShare({ parts: 2 }, 10_000, { paid: 2000, due: 8000 })).toEqual({ part: 1, parts: 2, amount: 3000 });
  expect(nextShare({ parts: 2 }, 10_000, { paid: 7000, due: 3000 })).toEqual({ part: 2, parts: 2, amount: 3000 });
});

interface Payer {
  readonly method: 'Cash' | 'Card';
  /** Hundredths of dollars that are handed over; 0: exactly the share, in the outlet's own currency. */
  readonly usd: number;
}

/** Pays the shares of a bill one after another, as the checkout does. */
function payShares(plan: SharePlan, bill: { total: number; tip: number; roundCash: string }, payers: readonly Payer[]) {
  const planned: PlannedPayment[] = [];
  for (const { method, usd } of payers) {
    const isForeign = method === 'Cash' && usd > 0;
    const currency = isForeign ? { code: 'USD', rate: 1542, units: usd } : undefined;
    const { paid, due } = tenderState(plannedTotal(bill, planned, method, currency), planned);
    const foreign = currency ? foreignValue(currency) : 0;
    const cash = { roundCash: bill.roundCash, isCash: method === 'Cash', foreign };
    const share = nextShare(plan, bill.total + bill.tip, { paid, due }, cash);
    if (!share) continue;
    const next = planPayment(String(planned.length), method, foreign || share.amount, share.amount, '', currency);
    planned.push(next as PlannedPayment);
  }
  return planned;
}

it('gives change for foreign cash in multiples of the cash rounding for every share', () => {
  const bill = { total: 10_000, tip: 0, roundCash: '25:nearest' };
  const usd = { method: 'Cash', usd: 500 } as const;
  // 5.00 USD are 77.10, and a third of the bill is 33.34.
  expect(payShares({ parts: 3 }, bill, [usd, usd, usd]).map((one) => [one.amount, one.tendered - one.amount])).toEqual([
    [3335, 4375],
    [3335, 4375],
    [3335, 4375],
  ]);
  const cash = { method: 'Cash', usd: 0 } as const;
  expect(payShares({ parts: 3 }, bill, [cash, cash, cash]).map(({ amount }) => amount)).toEqual([3325, 3350, 3325]);
});

it('leaves a multiple of the cash rounding in the drawer after each share, and payments that the server accepts', () => {
  const method = fc.constantFrom('Cash' as const, 'Cash' as const, 'Card' as const);
  const usd = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30_000 }));
  const payers = fc.array(fc.record({ method, usd }), { minLength: 1, maxLength: 8 });
  const plans = fc.oneof(
    fc.record({ parts: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 50_000 }) }),
  );
  const settings = fc.constantFrom('5:nearest', '25:nearest', '50:up', '100:down', '10:down');
  const total = fc.integer({ min: 1, max: 200_000 });
  fc.assert(
    fc.property(plans, total, fc.nat(3000), settings, payers, (plan, sum, tip, roundCash, before) => {
      const payer = (last: Payer['method']) => Array.from({ length: 40 }, (): Payer => ({ method: last, usd: 0 }));
      const bill = { total: sum, tip, roundCash };
      // A rest that rounds to nothing in cash is paid by card.
      const planned = payShares(plan, bill, [...before, ...payer('Cash'), ...payer('Card')]);
      const step = Number(roundCash.split(':')[0]);
      for (const one of planned.filter((each) => each.method === 'Cash')) {
        expect((one.currency ? one.tendered - one.amount : one.amount) % step).toBe(0);
        expect(one.amount).toBeGreaterThan(0);
      }
      const { due } = amountDue(sum, planned, roundCash, tip);
      expect(tenderState(due, planned).due).toBe(0);
      expect(checkTender(due, planned)).toMatchObject({
        ok: true,
        value: planned.map(({ amount, tendered }) => ({ amount, change: tendered - amount })),
      });
    }),
    { numRuns: 2000, seed: 30 },
  );
});
