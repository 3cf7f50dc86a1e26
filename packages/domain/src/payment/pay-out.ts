/** How a refund may be paid out: in cash, or by the methods of the bill's payments up to their amounts. Money in laari. Source: docs/rules.md#refund-methods. */
import { formatMoney, laari } from '../money/money.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { methodLabel, type PaymentMethod } from './methods.ts';
import type { Payment } from './payment.ts';
import { amountDue, cashStep } from './tender.ts';

export interface MethodAmount {
  readonly method: PaymentMethod;
  readonly amount: number;
}

/**
 * Returns what can still be paid out by each method except cash, in the order of the payments. `payments` are those of the paid bill after its
 * exchanges; `refunds` those of its refunds, with amounts below zero.
 */
export function refundableBy(
  payments: readonly Pick<Payment, 'method' | 'amount' | 'status'>[],
  refunds: readonly MethodAmount[],
): readonly MethodAmount[] {
  const left = new Map<PaymentMethod, number>();
  const paid = payments.filter(({ status }) => status === 'Captured');
  for (const { method, amount } of [...paid, ...refunds]) left.set(method, (left.get(method) ?? 0) + amount);
  return [...left].flatMap(([method, amount]) => (method !== 'Cash' && amount > 0 ? [{ method, amount }] : []));
}

/** Checks payments of a refund (amounts above zero) against `refundableBy`. Refuses with refundAboveMethod, whose details name what is left. */
export function checkPayOut(payments: readonly MethodAmount[], left: readonly MethodAmount[]): Result<null> {
  for (const method of new Set(payments.map((one) => one.method))) {
    const wanted = payments.reduce((sum, one) => sum + (one.method === method ? one.amount : 0), 0);
    const most = left.find((one) => one.method === method)?.amount ?? 0;
    if (method === 'Cash' || method === 'StoreCredit' || wanted <= most) continue;
    const label = methodLabel(method);
    const message =
      most > 0
        ? (`By ${label} you can give back at most ${formatMoney(laari(most))}. Give the rest in cash` as const)
        : (`Nothing can be given back by ${label}. Give it back in cash` as const);
    return refuse('refundAboveMethod', { message, extra: { method, left: most } });
  }
  return ok(null);
}

/** How much a refund may pay out. */
export interface PayOutLimit {
  readonly roundCash: string | undefined;
  /** What is left of the bill's payments, laari. */
  readonly most: number;
}

/**
 * Returns what a refund of `owed` (laari above zero) pays out: its cash part is rounded like a payment, and down when that would give back more than what
 * is left of the bill's payments. What the other methods do not cover is cash, also when it rounds to nothing. Source: docs/rules.md#refund-methods.
 */
export function payOutDue(owed: number, payments: readonly MethodAmount[], { roundCash, most }: PayOutLimit): number {
  const byOthers = payments.reduce((sum, { method, amount }) => sum + (method === 'Cash' ? 0 : amount), 0);
  const all = byOthers < owed ? [...payments, { method: 'Cash', amount: 0 } as const] : payments;
  const { due } = amountDue(owed, all, roundCash);
  return due <= most ? due : amountDue(owed, all, `${cashStep(roundCash)}:down`).due;
}

/** What a wallet that paid gets back of a refund at most, laari. */
export interface BackToWallet extends MethodAmount {
  readonly last4: string;
}

/** Returns the parts of `owed` that go back to the wallets that paid, in their order. */
export function backToWallets(owed: number, wallets: readonly BackToWallet[]): readonly BackToWallet[] {
  let rest = owed;
  return wallets.flatMap((wallet) => {
    const amount = Math.min(wallet.amount, rest);
    rest -= amount;
    return amount > 0 ? [{ ...wallet, amount }] : [];
  });
}

/**
 * Returns the payments that give back `owed` (laari above zero): first to the wallets that paid (R22.7), then as much by the method as can be, the rest in
 * cash, which is rounded. Store credit is given for any amount (R22.9).
 */
export function payOut(
  owed: number,
  method: PaymentMethod,
  left: readonly MethodAmount[],
  limit: PayOutLimit,
  wallets: readonly BackToWallet[] = [],
): readonly MethodAmount[] {
  const first = backToWallets(owed, wallets);
  const byWallets = first.reduce((sum, { amount }) => sum + amount, 0);
  const given = (of: PaymentMethod) => first.reduce((sum, one) => sum + (one.method === of ? one.amount : 0), 0);
  const others = left.map((one) => ({ ...one, amount: one.amount - given(one.method) }));
  const rest = owed - byWallets;
  const then =
    byWallets === 0 || rest > 0 ? payOutRest(rest, method, others, { ...limit, most: limit.most - byWallets }) : [];
  return merged([...first.map(({ method: by, amount }) => ({ method: by, amount })), ...then]);
}

function payOutRest(
  owed: number,
  method: PaymentMethod,
  left: readonly MethodAmount[],
  limit: PayOutLimit,
): readonly MethodAmount[] {
  const found = left.find((one) => one.method === method)?.amount ?? 0;
  const most = method === 'Cash' ? 0 : method === 'StoreCredit' ? owed : found;
  const byMethod = Math.max(0, Math.min(most, owed));
  const first = byMethod > 0 ? [{ method, amount: byMethod }] : [];
  const due = payOutDue(owed, first, limit);
  return due > byMethod ? [...first, { method: 'Cash', amount: due - byMethod }] : first;
}

/** Returns one payment for each method. */
function merged(payments: readonly MethodAmount[]): readonly MethodAmount[] {
  const sums = new Map<PaymentMethod, number>();
  for (const { method, amount } of payments) sums.set(method, (sums.get(method) ?? 0) + amount);
  return [...sums].map(([method, amount]) => ({ method, amount }));
}
