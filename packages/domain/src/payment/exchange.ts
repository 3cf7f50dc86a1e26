/**
 * Corrections of the payment method of a completed bill: one payment is reversed and another of the same amount takes its place; cash is rounded. The
 * bill is not changed; an exchange is a row beside it. Money in laari. Source: R35.36, docs/rules.md#payment-exchanges.
 */
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import { type CheckedTender, checkTender, type TenderInput } from './check-tender.ts';
import { foreignValue, type Payment } from './payment.ts';
import { cashRounding, localRounding } from './tender.ts';

/** Both payments of an exchange; the reversed one has negative amounts. */
export interface ExchangedPayments {
  readonly reversed: Payment;
  readonly captured: Payment;
}

/** An exchange as it is shown with its bill. */
export interface PaymentExchange extends ExchangedPayments {
  /** Key of the payment that was reversed. */
  readonly ofKey: string;
  readonly reason: string;
  readonly at: string;
  readonly byName: string;
}

/** Who made an exchange, when, and in which shift. */
interface ExchangeStamp {
  readonly receivedBy: number | null;
  readonly shiftId: number | null;
  readonly at: string;
}

/** Returns the payment that takes back another one: the same with negative amounts. */
export function reversalOf(payment: Payment, key: string, stamp: ExchangeStamp): Payment {
  const { currency } = payment;
  return {
    ...payment,
    ...stamp,
    key,
    amount: -payment.amount,
    tendered: -payment.tendered,
    change: -payment.change + 0,
    ...(currency ? { currency: { ...currency, units: -currency.units } } : {}),
  };
}

/**
 * Returns a bill's payments after its exchanges, in whatever order these are given: replaced payments are Voided, and those that replaced them
 * follow in order of time. Captured payments add up to the same sum as before, with the rounding of the exchanges.
 */
export function exchangedPayments(
  payments: readonly Payment[],
  exchanges: readonly Pick<PaymentExchange, 'ofKey' | 'captured' | 'at'>[],
): readonly Payment[] {
  const reversed = new Set(exchanges.map(({ ofKey }) => ofKey));
  const later = exchanges
    .toSorted((a, b) => (a.at < b.at || (a.at === b.at && a.captured.key < b.captured.key) ? -1 : 1))
    .map(({ captured }) => captured);
  return [...payments, ...later].map((payment) =>
    reversed.has(payment.key) ? { ...payment, status: 'Voided' } : payment,
  );
}

/** Returns what an exchange added to or took from a bill because cash is rounded, laari. */
export const exchangeRounding = ({ reversed, captured }: ExchangedPayments): number =>
  reversed.amount + captured.amount;

interface WithPayments {
  readonly roundingAmount: number;
  readonly payments: readonly Payment[];
  readonly payment: Payment | null;
}

/** Returns a bill as it is shown after its exchanges; without any, the same. */
export function withExchanges<B extends WithPayments>(bill: B, exchanges: readonly PaymentExchange[]): B {
  if (exchanges.length === 0) return bill;
  const payments = exchangedPayments(bill.payments, exchanges);
  const payment = payments.findLast(({ status }) => status === 'Captured') ?? null;
  const roundingAmount = exchanges.reduce((sum, each) => sum + exchangeRounding(each), bill.roundingAmount);
  return { ...bill, roundingAmount, payments, payment, exchanges };
}

/** Returns what earlier exchanges rounded in a payment that replaced another one, laari. */
function earlierRounding(key: string, exchanges: readonly PaymentExchange[]): number {
  const made = exchanges.find(({ captured }) => captured.key === key);
  return made === undefined ? 0 : exchangeRounding(made) + earlierRounding(made.ofKey, exchanges);
}

/**
 * Returns the amount of the payment that replaces another one: the same, without what earlier exchanges rounded. In cash it is rounded so that what is
 * handed over in the outlet's own currency, or given back, is a multiple of the unit of `roundCash`. Source: docs/rules.md#cash-rounding.
 */
export function exchangeDue(
  of: Payment,
  { method, currency }: Pick<TenderInput, 'method' | 'currency'>,
  exchanges: readonly PaymentExchange[],
  roundCash: string | undefined,
): number {
  const amount = of.amount - earlierRounding(of.key, exchanges);
  if (method !== 'Cash') return amount;
  const rounding = currency
    ? localRounding(amount - foreignValue(currency), roundCash)
    : cashRounding(amount, roundCash);
  return amount + rounding > 0 ? amount + rounding : amount;
}

/**
 * Returns the payment that replaces another one, checked. `due` is its amount; one that says the amount of the other one gets it too. Only cash may be
 * handed over above it. Refuses with invalid (the same method and currency), paymentShort, overpaid, cardNumber.
 */
export function checkExchange(payment: Payment, input: TenderInput, due: number): Result<CheckedTender> {
  const isSame =
    payment.method === input.method &&
    payment.currency?.code === input.currency?.code &&
    payment.currency?.units === input.currency?.units;
  if (isSame) return refuse('invalid', { errors: { method: 'Choose another payment method' } });
  const asked = input.amount === payment.amount ? { ...input, amount: due } : input;
  const checked = checkTender(due, [asked]);
  if (!checked.ok) return checked;
  return ok(checked.value[0] as CheckedTender);
}
