import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTender } from './check-tender.ts';
import { type PaymentMethod, paymentMethods } from './methods.ts';
import { foreignValue } from './payment.ts';
import {
  changeDue,
  changeGiven,
  isChangeUnusual,
  type PlannedPayment,
  plannedTotal,
  planPayment,
  tenderState,
} from './plan.ts';
import { quickCash } from './quick-cash.ts';
import { amountDue } from './tender.ts';

describe('planning payments at the checkout', () => {
  it('returns change for cash above the amount due, and refuses more than is due by another method', () => {
    const cash = planPayment('a', 'Cash', 10_000, 5940, ' ');
    expect(cash).toEqual({ key: 'a', method: 'Cash', amount: 5940, tendered: 10_000, reference: '' });
    expect(planPayment('b', 'Card', 10_000, 5940, 'x')).toBe('over');
    expect(planPayment('c', 'Cash', 0, 5940, '')).toBe('nothing');
    expect(tenderState(5940, [cash as PlannedPayment])).toEqual({ paid: 5940, due: 0, change: 4060 });
  });

  it('gives the change of each payment to the person who paid it', () => {
    const paid = (amount: number, tendered: number): PlannedPayment => ({
      key: `${tendered}`,
      method: 'Cash',
      reference: '',
      amount,
      tendered,
    });
    const all = [paid(2970, 5000), paid(2970, 4000)];
    expect([changeGiven(all), changeDue(all)]).toEqual([2030, 1030]);
    expect([changeGiven([]), changeDue([])]).toEqual([0, 0]);
  });

  it('[R35.29] asks for a rounded rest in cash after a card, and for the exact rest by card', () => {
    const bill = { total: 11_883, tip: 0, roundCash: '5:nearest' };
    const planned = (method: PaymentMethod, amount: number) => ({
      key: method,
      method,
      amount,
      tendered: amount,
      reference: '',
    });
    const card = planned('Card', 5000);
    expect(plannedTotal(bill, [], 'Cash')).toBe(11_885);
    expect(plannedTotal(bill, [card], 'Cash')).toBe(11_885);
    expect(plannedTotal(bill, [card], 'Card')).toBe(11_883);
    // What was taken decides, whichever method is chosen on the screen.
    for (const method of ['Cash', 'Card'] as const) {
      expect(plannedTotal(bill, [card, planned('Cash', 6885)], method)).toBe(11_885);
      expect(plannedTotal(bill, [planned('Cash', 5002), planned('Card', 6881)], method)).toBe(11_883);
    }
  });

  it('[R35.29] gives change for foreign cash in multiples of the cash rounding, and rounds what is paid beside it', () => {
    const usd = (units: number) => ({ code: 'USD', rate: 1542, units });
    const pay = (total: number, roundCash: string, ...units: number[]) => {
      const planned: PlannedPayment[] = [];
      for (const [index, each] of units.entries()) {
        const due = plannedTotal({ total, tip: 0, roundCash }, planned, 'Cash', usd(each));
        const left = tenderState(due, planned).due;
        const next = planPayment(String(index), 'Cash', foreignValue(usd(each)), left, '', usd(each));
        planned.push(next as PlannedPayment);
      }
      const { roundingAmount, due } = amountDue(total, planned, roundCash);
      const { due: left, change } = tenderState(due, planned);
      return [roundingAmount, change, left];
    };
    // USD 10.00 is 154.20: the change of 54.10 is 54.00 or 54.25.
    expect(pay(10_010, '25:nearest', 1000)).toEqual([10, 5400, 0]);
    expect(pay(10_010, '25:up', 1000)).toEqual([10, 5400, 0]);
    expect(pay(10_010, '25:down', 1000)).toEqual([-15, 5425, 0]);
    // USD 5.00 is 77.10: the rest of 23.00 is paid in rufiyaa.
    expect(plannedTotal({ total: 10_005, tip: 0, roundCash: '25:nearest' }, [], 'Cash', usd(500)) - 7710).toBe(2300);
  });

  it('[R35.29] plans payments with foreign cash whose change and local part are multiples of the rounding, and which the server accepts', () => {
    const part = fc.record({
      method: fc.constantFrom('Cash' as const, 'Cash' as const, 'Card' as const),
      typed: fc.integer({ min: 1, max: 30_000 }),
      code: fc.constantFrom('USD', 'EUR', undefined),
      rate: fc.integer({ min: 100, max: 2500 }),
    });
    const settings = fc.constantFrom('5:nearest', '25:nearest', '50:up', '100:down', '10:down');
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200_000 }),
        fc.nat(20),
        settings,
        fc.array(part, { maxLength: 4 }),
        (total, tips, roundCash, parts) => {
          const step = Number(roundCash.split(':')[0]);
          const bill = { total, tip: tips * step, roundCash };
          const planned: PlannedPayment[] = [];
          // Whatever was paid before, the last person pays the rest with dollars.
          for (const [index, one] of [
            ...parts,
            { method: 'Cash' as const, typed: 90_000, code: 'USD', rate: 1542 },
          ].entries()) {
            const isForeign = one.method === 'Cash' && one.code !== undefined;
            const currency = isForeign ? { code: one.code ?? '', rate: one.rate, units: one.typed } : undefined;
            const left = tenderState(plannedTotal(bill, planned, one.method, currency), planned).due;
            if (left <= 0) break;
            const local =
              one.method === 'Cash' ? Math.max(step, one.typed - (one.typed % step)) : Math.min(one.typed, left);
            const next = planPayment(
              String(index),
              one.method,
              currency ? foreignValue(currency) : local,
              left,
              '',
              currency,
            );
            planned.push(next as PlannedPayment);
          }
          const { roundingAmount, due } = amountDue(total, planned, roundCash, bill.tip);
          fc.pre(tenderState(due, planned).due <= 0);
          const checked = checkTender(due, planned);
          expect(checked.ok).toBe(true);
          const tenders = checked.ok ? checked.value : [];
          expect(tenders.map(({ change }) => change)).toEqual(planned.map(({ tendered, amount }) => tendered - amount));
          expect(tenders.reduce((sum, { amount }) => sum + amount, 0)).toBe(total + roundingAmount + bill.tip);
          fc.pre(planned.at(-1)?.method === 'Cash');
          const change = tenders.reduce((sum, one) => sum + one.change, 0);
          expect(change % step).toBe(0);
          // The drawer: its own currency holds what was handed over in it less the change.
          const cash = tenders.filter(({ method }) => method === 'Cash').reduce((sum, { amount }) => sum + amount, 0);
          const foreign = planned.reduce((sum, { currency }) => sum + (currency ? foreignValue(currency) : 0), 0);
          expect(Math.abs(cash - foreign) % step).toBe(0);
        },
      ),
      { numRuns: 2000, seed: 29 },
    );
  });

  it('plans only payments that the server accepts, with the same amounts and change', () => {
    const part = fc.record({ method: fc.constantFrom(...paymentMethods), typed: fc.integer({ min: 0, max: 30_000 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.array(part, { maxLength: 5 }), (total, typed) => {
        const planned: PlannedPayment[] = [];
        for (const [index, one] of typed.entries()) {
          const { due } = tenderState(total, planned);
          const next = planPayment(String(index), one.method, one.typed, due, '');
          if (due > 0 && typeof next !== 'string') planned.push(next);
        }
        const { due, change } = tenderState(total, planned);
        const checked = checkTender(total - due, planned);
        if (planned.length === 0) return;
        expect(checked.ok).toBe(true);
        if (checked.ok) expect(checked.value.reduce((sum, one) => sum + one.change, 0)).toBe(change);
      }),
    );
  });
});

describe('a change that is probably a typing mistake', () => {
  const cash = (amount: number, tendered: number, currency?: PlannedPayment['currency']): PlannedPayment => ({
    key: 'a',
    method: 'Cash',
    amount,
    tendered,
    reference: '',
    ...(currency ? { currency } : {}),
  });

  it('asks about more than the largest banknote back when ten times the amount was typed', () => {
    expect(isChangeUnusual(cash(1620, 9_999_999_900))).toBe(true);
    expect(isChangeUnusual(cash(15_000, 150_000))).toBe(true);
    expect(isChangeUnusual(cash(15_000, 149_999))).toBe(false);
    expect(isChangeUnusual(cash(1620, 100_000))).toBe(false);
    expect(isChangeUnusual(cash(500_000, 700_000))).toBe(false);
  });

  it('does not ask about a note of 100 of a foreign currency for a small bill', () => {
    const usd = (units: number) => ({ code: 'USD', units, rate: 1542 });
    expect(isChangeUnusual(cash(1620, 154_200, usd(10_000)))).toBe(false);
    expect(isChangeUnusual(cash(1620, 1_542_000, usd(100_000)))).toBe(true);
  });

  it('never asks about the exact amount, the next note or a quick cash amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (due) => {
        for (const sum of quickCash(due)) expect(isChangeUnusual(cash(due, sum))).toBe(false);
      }),
    );
  });
});
