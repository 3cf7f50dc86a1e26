/** What the simulation knows of cards and coupons besides what the server stores: what tills did, and what the server told them. */
import type { Served } from '../network.ts';

/** Balances that the server sent to a till. */
interface SentBalances {
  readonly till: number;
  readonly order: number;
  readonly balances: ReadonlyMap<number, number>;
  /** Epoch ms; earlier once the till was off for days. */
  readonly at: number;
}

/** A payment by card that a till told its person is done. */
export interface CardPayment {
  readonly till: number;
  readonly walletId: number;
  readonly amount: number;
  /** Taken from a kept balance, without the server. */
  readonly isOffline: boolean;
  readonly at: number;
  readonly order: number;
  /** What the server had sent to the till by then. */
  readonly sent: readonly SentBalances[];
}

export interface PricedMemory {
  /** Codes of cards that were typed; only some are paid for. */
  readonly cardCodes: string[];
  readonly cardPayments: CardPayment[];
  sentBalances: readonly SentBalances[];
  /** Ids of cards whose hold was refused with the payment, because the card had too little left. */
  readonly shortHolds: number[];
  /** Coupons that the server named to a till, as hash and bill. */
  readonly namedCoupons: Set<string>;
  /** Codes for one use that a till put on a bill, as hash and bill. */
  readonly usedCoupons: Set<string>;
  /** The number of the last event. */
  events: number;
}

export const nothingRemembered = (): PricedMemory => ({
  cardCodes: [],
  cardPayments: [],
  sentBalances: [],
  shortHolds: [],
  namedCoupons: new Set(),
  usedCoupons: new Set(),
  events: 0,
});

export const couponOn = (hash: string, billKey: string): string => `${hash} ${billKey}`;

/** Remembers that the balances a till keeps are older by `ms`. */
export function rememberAge(memory: PricedMemory, till: number, ms: number): void {
  memory.sentBalances = memory.sentBalances.map((sent) => (sent.till === till ? { ...sent, at: sent.at - ms } : sent));
}

/** Remembers what the server answered to a till. */
export function rememberAnswer(memory: PricedMemory, { till, request, answer }: Served, now: number): void {
  if (answer.status !== 200) return;
  const url = new URL(request.url, 'http://shop');
  if (url.pathname.endsWith('/prices/coupon'))
    memory.namedCoupons.add(couponOn(url.searchParams.get('hash') ?? '', url.searchParams.get('billKey') ?? ''));
  if (!url.pathname.endsWith('/wallets/offline')) return;
  const { wallets } = JSON.parse(answer.body) as {
    readonly wallets: readonly { readonly id: number; readonly balance: number; readonly isBlocked: boolean }[];
  };
  const open = wallets.filter(({ isBlocked }) => !isBlocked);
  memory.events += 1;
  const balances = new Map(open.map(({ id, balance }) => [id, balance]));
  memory.sentBalances = [...memory.sentBalances, { till, order: memory.events, at: now, balances }];
}
