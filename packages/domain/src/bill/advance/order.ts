/** Advance orders and layaways. Money in laari. Source: R22.12–R22.15, docs/rules.md#orders. */
import { allocate } from '../../money/allocate.ts';
import type { BillTerms } from '../../tax/tax.ts';
import type { Bill, BillItem, SoldCard } from '../bill.ts';
import { cardLine, lineBesideMenu } from '../card/card-line.ts';
import { derivedKey } from '../derived-key.ts';
import { billTotals } from '../totals.ts';
import type { BillOrder } from './advance.ts';

export const orderKinds = ['Order', 'Layaway'] as const;
export type OrderKind = (typeof orderKinds)[number];

export const orderStatuses = ['Open', 'Collected', 'Cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What orders are listed by: their status, or that they are open and late. */
export const orderFilters = [...orderStatuses, 'Overdue'] as const;

/** What is paid of an order ahead: instalments, which bear GST when they are paid, or a deposit, which bears none until it is applied or kept. */
export const orderTaxes = ['Instalments', 'Refundable'] as const;
export type OrderTax = (typeof orderTaxes)[number];

/** A dated instalment of a plan. */
export interface PlannedInstalment {
  /** The business day on which it is due at the latest. */
  readonly date: string;
  readonly amount: number;
}

/** Returns the key of the bill of the instalment or deposit that is taken with a new order. */
export const firstPartKey = (orderKey: string): string => derivedKey(`first part ${orderKey.toLowerCase()}`);

/** Returns the bill of an order at other rates: those of the day on which an instalment is paid or the order is opened. Prices stay. */
export function atTerms(bill: Bill, terms: BillTerms): Bill {
  const { gstPct, serviceChargePct, gstOnServiceCharge } = terms;
  const items = bill.items.map((item) =>
    item.gstMode !== 'Exempt' && item.gstPct === bill.gstPct && item.gstPct !== gstPct ? { ...item, gstPct } : item,
  );
  return { ...bill, items, gstPct, serviceChargePct, gstOnServiceCharge };
}

/** Returns the lines of an instalment: one for each rate of its order, tax included, by the value of the rates with tax. `of` has the rates of the day. */
export function instalmentLines(
  of: Bill,
  instalment: {
    readonly key: (index: number) => string;
    readonly order: BillOrder;
    readonly amount: number;
    readonly now: string;
    readonly user: { readonly id: number; readonly name: string } | null;
    /** It is a deposit that is kept. */
    readonly isKept?: boolean;
  },
): readonly BillItem[] {
  const rates = new Map<number, number>();
  for (const { gstMode, gstPct, base, gst } of billTotals(of).gstByRate) {
    const rate = gstMode === 'Exempt' ? 0 : gstPct;
    rates.set(rate, (rates.get(rate) ?? 0) + base + gst);
  }
  const valued = [...rates].filter(([, value]) => value > 0).toSorted(([a], [b]) => b - a);
  const parts = allocate(
    instalment.amount,
    valued.map(([, value]) => value),
  );
  const name = `${instalment.isKept ? 'Deposit kept' : 'Advance'}, order ${instalment.order.number}`;
  return valued.flatMap(([gstPct], index) => {
    const amount = parts[index] ?? 0;
    if (amount === 0) return [];
    const { now, user } = instalment;
    const line = lineBesideMenu({ key: instalment.key(index), name, amount, index, now, user });
    return [{ ...line, isAdvance: true, ...(gstPct > 0 && { gstMode: 'Inclusive' as const, gstPct }) }];
  });
}

/** Returns the line that takes a deposit of an order. `key`: of the bill of the deposit. */
export const depositLine = (deposit: {
  readonly key: string;
  readonly order: BillOrder;
  readonly amount: number;
  readonly now: string;
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly card: Pick<SoldCard, 'hash' | 'last4'>;
}): BillItem => {
  const { key, order, card, ...about } = deposit;
  const named = { ...card, kind: 'Deposit' as const, note: `order ${order.number}` };
  return { ...cardLine({ ...about, key: derivedKey(`deposit ${key}`), index: 0, card: named }), isAdvance: true };
};

/** Returns the instalments of a plan by day, and how each stands: what is paid pays the earlier ones first. */
export function planStates(
  plan: readonly PlannedInstalment[],
  paid: number,
  yesterday: string,
): readonly (PlannedInstalment & { readonly state: 'Paid' | 'Overdue' | 'Due' })[] {
  let due = 0;
  return plan.map((one) => {
    due += one.amount;
    return { ...one, state: due <= paid ? 'Paid' : one.date <= yesterday ? 'Overdue' : 'Due' };
  });
}

/** Returns what was due by the plan until a day, laari. */
export const dueByPlan = (plan: readonly PlannedInstalment[], day: string): number =>
  plan.reduce((sum, { date, amount }) => sum + (date <= day ? amount : 0), 0);

/** Returns whether an open order is late: its day has passed, or an instalment of its plan is not paid. */
export function isOverdue(
  order: {
    readonly status: OrderStatus;
    readonly plan: readonly PlannedInstalment[];
    readonly paid: number;
    readonly dueAt: string;
  },
  { now, yesterday }: { readonly now: number; readonly yesterday: string },
): boolean {
  if (order.status !== 'Open') return false;
  return Date.parse(order.dueAt) < now || dueByPlan(order.plan, yesterday) > order.paid;
}
