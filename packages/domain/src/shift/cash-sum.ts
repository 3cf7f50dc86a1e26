/** The addition that gives the expected cash of a shift. Money in laari. Source: docs/rules.md#cash-block. */
import { correctedCash, type ShiftTotals } from './shift.ts';

export const cashSumParts = [
  'opening',
  'sales',
  'refunds',
  'corrections',
  'cashIn',
  'cashOut',
  'drop',
  'tipOut',
] as const;

/** A line of the addition; what leaves the drawer is negative. */
export interface CashSumLine {
  readonly part: (typeof cashSumParts)[number];
  readonly amount: number;
}

type Sums = Pick<ShiftTotals, 'byMethod' | 'cashRefunds' | 'corrections' | 'cashIn' | 'cashOut' | 'expectedCash'>;

/**
 * Returns the lines that add up to the expected cash: opening balance and cash sales always, the others if they are not 0. Drops and tips are
 * shown apart from the other cash out. Sales of a Z of an earlier release are those after refunds.
 */
export function cashSum(
  totals: Sums,
  opening: number,
  events: readonly { readonly type: string; readonly amount: number }[] = [],
): readonly CashSumLine[] {
  const taken = totals.byMethod.find(({ method }) => method === 'Cash')?.amount ?? 0;
  const corrections = correctedCash(totals);
  const refunds = totals.cashRefunds ?? 0;
  const outOf = (type: string): number =>
    events.reduce((sum, event) => sum + (event.type === type ? event.amount : 0), 0);
  const [drop, tipOut] = [outOf('Drop'), outOf('TipOut')];
  const lines: readonly CashSumLine[] = [
    { part: 'opening', amount: opening },
    { part: 'sales', amount: taken - corrections + refunds },
    { part: 'refunds', amount: -refunds },
    { part: 'corrections', amount: corrections },
    { part: 'cashIn', amount: totals.cashIn },
    { part: 'cashOut', amount: drop + tipOut - totals.cashOut },
    { part: 'drop', amount: -drop },
    { part: 'tipOut', amount: -tipOut },
  ];
  return lines.filter(({ part, amount }) => part === 'opening' || part === 'sales' || amount !== 0);
}
