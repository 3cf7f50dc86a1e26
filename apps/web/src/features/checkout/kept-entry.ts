/** What was typed at Checkout and not added yet: kept for its bill while the till runs, also when the screen is left. Source: R35.22. */
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useBills } from '../../bills/bills.ts';
import { without } from '../../bills/state.ts';
import { type Currency, foreignCurrencies, tipPresets } from '../../cash/offered.ts';
import type { EnteredWallet } from '../../cash/wallet/hold-card.ts';

/** The payment that is being entered. */
export interface EnteredPayment {
  readonly method: PaymentMethod;
  /** Laari, or hundredths of the foreign currency. Undefined until somebody types: then the amount due counts. */
  readonly typed: number | null | undefined;
  readonly reference: string;
  /** The foreign currency that is handed over. */
  readonly currency: Currency | undefined;
  /** The gift card that pays, with what is left on it, laari. */
  readonly wallet: EnteredWallet | undefined;
}

export const nothingEntered = { typed: undefined, reference: '', currency: undefined, wallet: undefined } as const;
/** The method that is chosen until somebody chooses another. */
export const defaultMethod = 'Cash';
const firstPayment: EnteredPayment = { method: defaultMethod, ...nothingEntered };

interface Entry {
  readonly payment: EnteredPayment;
  /** Laari. */
  readonly tip: number;
}

const firstEntry: Entry = { payment: firstPayment, tip: 0 };

/** By key of the bill. */
const useEntries = create<Readonly<Record<string, Entry>>>()(() => ({}));

function write(billKey: string, part: Partial<Entry>): void {
  useEntries.setState((entries) => ({ [billKey]: { ...(entries[billKey] ?? firstEntry), ...part } }));
}

/** Returns the payment at the rate that the outlet takes now; without its amount when it no longer takes the currency. */
function atRateNow(payment: EnteredPayment): EnteredPayment {
  const { method, currency } = payment;
  if (!currency) return payment;
  const now = foreignCurrencies().find(({ code }) => code === currency.code);
  return now ? { ...payment, currency: now } : { method, ...nothingEntered };
}

/** Returns the payment that is being entered for a bill, and the function that changes it. */
export function useEnteredPayment(billKey: string) {
  const { payment } = useEntries((entries) => entries[billKey]) ?? firstEntry;
  return [atRateNow(payment), (next: EnteredPayment) => write(billKey, { payment: next })] as const;
}

/** Returns the tip of a bill that is being paid, and the function that changes it. Beside payments that were taken it is kept with them. */
export function useEnteredTip(billKey: string) {
  const { tip: entered } = useEntries((entries) => entries[billKey]) ?? firstEntry;
  const draft = useBills((state) => state.drafts[billKey]);
  const tip = draft?.payments.length ? (draft.tip ?? entered) : entered;
  const set = (next: number) => {
    write(billKey, { tip: next });
    const { drafts, setPayments } = useBills.getState();
    const taken = drafts[billKey]?.payments ?? [];
    if (taken.length > 0) setPayments(billKey, taken, next);
  };
  return [tip, set] as const;
}

/** Forgets what was entered for a bill that is paid. */
export function forgetEntered(billKey: string): void {
  useEntries.setState((entries) => without(entries, billKey), true);
}

/** Forgets what was only chosen, such as a method, when the screen is left: the next person finds the usual choice. */
function forgetUntyped(billKey: string): void {
  const entry = useEntries.getState()[billKey];
  if (!entry) return;
  const { typed, reference } = entry.payment;
  const isTyped = typeof typed === 'number' || reference.trim() !== '';
  write(billKey, {
    payment: isTyped ? entry.payment : firstPayment,
    tip: tipPresets().includes(entry.tip) ? 0 : entry.tip,
  });
}

/** Keeps what was typed, and nothing else, when the screen of a bill is left. */
export function useKeepsTyped(billKey: string): void {
  useEffect(() => () => forgetUntyped(billKey), [billKey]);
}
