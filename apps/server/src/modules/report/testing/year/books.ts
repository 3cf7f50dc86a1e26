/** What happened in the year of trade, as those who did it know it. Money in laari. */
import type { Item, Terms, Totals, Use } from './law.ts';

export interface Payment {
  readonly key: string;
  readonly method: string;
  readonly amount: number;
  readonly walletId?: number;
}

/** A paid bill, or a refund of one. */
export interface Sale {
  /** The key of the bill, and what the server calls it. */
  readonly key: string;
  readonly id: number;
  readonly invoice: string;
  readonly at: number;
  readonly day: string;
  readonly shift: number;
  readonly type: string;
  readonly customerId: number;
  readonly covers: number;
  readonly person: string;
  readonly items: readonly Item[];
  readonly totals: Totals;
  readonly uses: readonly Use[];
  readonly rounding: number;
  readonly tip: number;
  readonly payments: readonly Payment[];
  /** It takes an instalment, or keeps a deposit: what it is for counts as sold with the order. */
  readonly isAhead?: boolean;
  /** What of the cards that it sells is a deposit. */
  readonly deposit?: number;
  readonly reason?: string;
  readonly of?: Sale;
}

/** A paid bill that may be refunded, with what came back of it. */
export interface Paid {
  readonly sale: Sale;
  /** After corrections. */
  payments: Payment[];
  readonly back: Map<string, number>;
  moneyBack: number;
  readonly refunds: Sale[];
  /** What it gave: points earned, and those of rewards by promotion. */
  readonly earned: number;
  readonly spent: ReadonlyMap<number, number>;
  isClosed: boolean;
}

export interface Voided {
  readonly at: number;
  readonly day: string;
  readonly shift: number;
  readonly bill: string;
  readonly kind: 'Bill' | 'Item';
  readonly item: Item;
  readonly reason: string;
}

export interface WalletEntry {
  readonly day: string;
  readonly type: string;
  readonly amount: number;
  readonly reason?: string;
}

export interface WalletBook {
  readonly id: number;
  readonly kind: 'GiftCard' | 'StoreCredit' | 'Deposit';
  /** '' where nobody knows it. */
  readonly code: string;
  readonly last4: string;
  readonly soldOn: string;
  readonly customerId: number;
  readonly orderKey: string;
  readonly entries: WalletEntry[];
  isClosed: boolean;
  nextId: number | null;
  /** Nobody pays with it: it lies in a drawer until it expires. */
  isForgotten?: boolean;
}

export interface PointEntry {
  readonly at: number;
  readonly day: string;
  readonly customerId: number;
  readonly type: 'Earn' | 'Redeem' | 'Refund' | 'Adjust';
  readonly points: number;
}

export interface Correction {
  readonly at: number;
  readonly day: string;
  readonly shift: number;
  readonly sale: Sale;
  readonly reversed: Payment;
  readonly captured: Payment;
  readonly reason: string;
}

export interface CashMove {
  readonly at: number;
  readonly day: string;
  readonly shift: number;
  readonly kind: 'In' | 'Out';
  readonly amount: number;
  readonly reason: string;
}

export interface ShiftBook {
  readonly id: number;
  readonly number: number;
  readonly day: string;
  readonly opening: number;
  counted: number | null;
  /** What the server says of it, to be compared. */
  totals: object | null;
  zNumber: number | null;
}

export interface OrderBook {
  readonly key: string;
  readonly number: string;
  readonly items: readonly Item[];
  readonly uses: readonly Use[];
  readonly terms: Terms;
  readonly customerId: number;
  readonly isDeposit: boolean;
  /** Instalments that were paid. */
  readonly paid: Paid[];
  walletId: number | null;
  dueDay: string;
  /** The day on which it was collected or cancelled. */
  endedOn: string | null;
}

export interface Books {
  readonly sales: Sale[];
  readonly voids: Voided[];
  readonly wallets: Map<number, WalletBook>;
  readonly points: PointEntry[];
  readonly corrections: Correction[];
  readonly cash: CashMove[];
  readonly shifts: ShiftBook[];
  readonly orders: OrderBook[];
  /** How often each thing was done. */
  readonly done: Map<string, number>;
}

export const newBooks = (): Books => ({
  sales: [],
  voids: [],
  wallets: new Map(),
  points: [],
  corrections: [],
  cash: [],
  shifts: [],
  orders: [],
  done: new Map(),
});

export const balanceOf = ({ entries }: WalletBook): number => entries.reduce((all, { amount }) => all + amount, 0);

export const count = ({ done }: Books, what: string): void => void done.set(what, (done.get(what) ?? 0) + 1);
