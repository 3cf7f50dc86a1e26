import { describe, expect, it } from 'vitest';
import { isOverdue, planStates } from './order.ts';

describe('the plan of a layaway', () => {
  const plan = [
    { date: '2026-01-01', amount: 300 },
    { date: '2026-01-31', amount: 250 },
    { date: '2026-03-02', amount: 250 },
  ];
  const states = (paid: number, yesterday: string) => planStates(plan, paid, yesterday).map(({ state }) => state);

  it('pays the earlier instalments first, and marks what is not paid after its day', () => {
    expect(states(300, '2026-01-30')).toEqual(['Paid', 'Due', 'Due']);
    expect(states(549, '2026-01-31')).toEqual(['Paid', 'Overdue', 'Due']);
    expect(states(550, '2026-03-02')).toEqual(['Paid', 'Paid', 'Overdue']);
    expect(states(800, '2026-03-02')).toEqual(['Paid', 'Paid', 'Paid']);
  });

  it('is overdue as an order where an instalment is', () => {
    const order = { status: 'Open', plan, paid: 300, dueAt: '2099-01-01T00:00:00.000Z' } as const;
    expect(isOverdue(order, { now: 0, yesterday: '2026-01-30' })).toBe(false);
    expect(isOverdue(order, { now: 0, yesterday: '2026-01-31' })).toBe(true);
    expect(isOverdue({ ...order, status: 'Cancelled' }, { now: 0, yesterday: '2026-01-31' })).toBe(false);
  });
});
