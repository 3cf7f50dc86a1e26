/** Balances of the wallets that were used last, kept for when the server is away, with what this till took since. Source: R22.5, docs/rules.md#wallets. */
import type { offlineWallets } from '@atoll/domain/contract/people/wallet';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { HeldWallet } from '@atoll/domain/payment/payment';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { offlineWallets as maxKept, offlineLeft, offlineMs, offlineName } from '@atoll/domain/wallet/offline';
import { call } from '../../api/api.ts';
import { useConnection } from '../../api/connection.ts';
import { on } from '../../api/event.ts';
import { useBills } from '../../bills/bills.ts';
import type { Paid } from '../../bills/pay/pay.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { copyOf, keepCopy } from '../../storage/copy.ts';
import { settingHere, useApp } from '../../sync/app-store.ts';

type Kept = AnswerOf<typeof offlineWallets>;
export type KeptWallet = Kept['wallets'][number];

/** A payment of this till that the kept balances may not know yet. */
interface Taken {
  readonly key: string;
  readonly walletId: number;
  readonly amount: number;
}

interface Copy {
  readonly kept: Kept | null;
  /** When all of them were asked for last, an instant of the server. */
  readonly wholeAt?: string;
  readonly taken: readonly Taken[];
}

const none: Copy = { kept: null, taken: [] };
/** Balances are asked for again after so long, when Checkout opens or the server is back. */
const refreshMs = 10 * 60_000;

/** How soon after a change. */
const changedMs = 200;

let outletId: number | null = null;
let copy: Copy = none;
let isRead: Promise<void> = Promise.resolve();

const hasWallets = (): boolean => useApp.getState().features.includes('Wallets');

/** Takes the copy of the open outlet into memory. */
function readCopy(): Promise<void> {
  const { outletId: now } = useApp.getState();
  if (now === null || now === outletId) return isRead;
  outletId = now;
  copy = none;
  isRead = copyOf<Copy>(now, 'wallets').then(
    (found) => {
      if (found && outletId === now && copy === none) copy = found;
    },
    () => undefined,
  );
  return isRead;
}

async function write(next: Copy): Promise<void> {
  copy = next;
  if (outletId !== null) await keepCopy(outletId, 'wallets', next).catch(() => undefined);
}

type Payments = readonly {
  readonly key: string;
  readonly amount: number;
  readonly wallet?: Pick<HeldWallet, 'id' | 'holdKey'> | undefined;
}[];

const takenOf = (payments: Payments): Taken[] =>
  payments.flatMap(({ key, amount, wallet }) => (wallet ? [{ key, amount, walletId: wallet.id }] : []));

/** Notes what a payment takes from wallets, before it is sent or kept: from here on it counts. Returns why a card does not pay as much, where it does not. */
export async function takeNow(payments: Payments): Promise<Sentence | null> {
  if (!payments.some(({ wallet }) => wallet)) return null;
  await readCopy();
  const refused = refusedTaking(payments);
  if (refused) return refused;
  const taken = takenOf(payments);
  const keys = new Set(taken.map(({ key }) => key));
  await write({ ...copy, taken: [...copy.taken.filter(({ key }) => !keys.has(key)), ...taken] });
  return null;
}

/** Forgets what was noted of a payment that was refused. */
export async function forgetTaken(payments: Payments): Promise<void> {
  const keys = new Set(takenOf(payments).map(({ key }) => key));
  if (keys.size > 0) await write({ ...copy, taken: copy.taken.filter(({ key }) => !keys.has(key)) });
}

/**
 * Pays with `send`. What the payments take from wallets counts as taken, unless they are refused. A card that was entered for two bills pays one of them
 * only, as far as it goes.
 */
export async function payTaking(payments: Payments, send: () => Promise<Paid>): Promise<Paid> {
  const message = await takeNow(payments);
  if (message) return { state: 'refused', reason: { message }, bill: null, due: null };
  const outcome = await send();
  if (outcome.state === 'refused') void forgetTaken(payments);
  return outcome;
}

/** Returns why a payment without the server takes more from a card than it pays here; null when it does not. */
function refusedTaking(payments: Payments): Sentence | null {
  const away = payments.filter(({ wallet }) => wallet && wallet.holdKey === undefined);
  const keys = new Set(payments.map(({ key }) => key));
  const limit = settingHere('WalletOfflineLimit');
  for (const wallet of copy.kept?.wallets ?? []) {
    const wanted = away.reduce((sum, one) => sum + (one.wallet?.id === wallet.id ? one.amount : 0), 0);
    const left = wanted > 0 ? leftOf(wallet, keys) : 0;
    if (wanted <= left) continue;
    return wallet.balance > limit
      ? `Without the server a card pays up to ${formatMoney(laari(limit))}`
      : `The card has ${formatMoney(laari(left))} left`;
  }
  return null;
}

/** Returns what a kept card still pays here, laari, besides payments with these keys. */
function leftOf({ id, balance }: KeptWallet, keys: ReadonlySet<string>): number {
  const entered = Object.values(useBills.getState().drafts).flatMap(({ payments }) => takenOf(payments));
  const all = new Map([...copy.taken, ...entered].map((one) => [one.key, one]));
  const others = [...all.values()].filter(({ key, walletId }) => walletId === id && !keys.has(key));
  const taken = others.reduce((sum, { amount }) => sum + amount, 0);
  const at = Date.parse(copy.kept?.at ?? '');
  return offlineLeft({ balance, at, taken }, settingHere('WalletOfflineLimit'), tillNow());
}

/** Returns the keys of payments that wait for the server. */
const waitingKeys = (): ReadonlySet<string> =>
  new Set(
    useOutbox.getState().entries.flatMap(({ kind, body }) => {
      if (kind !== 'pay' && kind !== 'order.create') return [];
      return ((body['payments'] ?? []) as readonly { readonly key: string }[]).map(({ key }) => key);
    }),
  );

let asking: Promise<void> = Promise.resolve();

/** Asks for the balances when the kept ones are old. What this till took and has not sent yet stays noted. */
export function keepWallets(): Promise<void> {
  return inTurn(async () => {
    const age = tillNow() - Date.parse(copy.wholeAt ?? copy.kept?.at ?? '');
    if (!(age < refreshMs)) await ask();
  });
}

/** Asks for the balances that changed since, as of a card that another till sold just now. */
function keepChanged(): Promise<void> {
  return inTurn(() => ask(copy.kept?.at));
}

/** One after another: an older answer never replaces a newer one. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = async (): Promise<void> => {
    if (!hasWallets() || !useConnection.getState().isOnline) return;
    await readCopy();
    await work();
  };
  asking = asking.then(turn, turn);
  return asking;
}

async function ask(since?: string): Promise<void> {
  const of = outletId;
  const known = new Set(copy.taken.map(({ key }) => key));
  const waiting = waitingKeys();
  const asked = call('wallet.offline', { quiet: true, ...(since && { query: { since } }) });
  const answer = await asked.catch(() => null);
  if (answer === null || of !== outletId) return;
  const isWhole = answer.gone === undefined;
  const wholeAt = isWhole ? answer.at : copy.wholeAt;
  await write({
    kept: isWhole ? answer : joined(copy.kept, answer),
    ...(wholeAt !== undefined && { wholeAt }),
    taken: copy.taken.filter(({ key }) => waiting.has(key) || !known.has(key)),
  });
}

/** Returns the kept balances with those that changed in front: they were used last. */
function joined(before: Kept | null, { at, wallets, gone = [] }: Kept): Kept {
  const changed = new Set([...gone, ...wallets.map(({ id }) => id)]);
  const others = (before?.wallets ?? []).filter(({ id }) => !changed.has(id));
  return { at, wallets: [...wallets, ...others].slice(0, maxKept) };
}

/** What a till knows of a card without the server. */
export type FoundOffline =
  | { readonly state: 'unknown' | 'old' | 'blocked' }
  /** `left`: what it still pays here, laari; `balance`: as the server said it. */
  | { readonly state: 'known'; readonly wallet: KeptWallet; readonly left: number };

/** Finds a card by the SHA-256 of its code among those that this till keeps. */
export async function findOffline(hash: string): Promise<FoundOffline> {
  await readCopy();
  const name = offlineName(hash);
  const wallet = copy.kept?.wallets.find((one) => one.name === name);
  if (!copy.kept || !wallet) return { state: 'unknown' };
  if (wallet.isBlocked) return { state: 'blocked' };
  const at = Date.parse(copy.kept.at);
  if (tillNow() - at > offlineMs) return { state: 'old' };
  return { state: 'known', wallet, left: leftOf(wallet, new Set()) };
}

/** Forgets what is in memory, as when the app is loaded again without a copy. */
export function forgetKept(): void {
  outletId = null;
  copy = none;
}

/** Keeps the balances from the start of the till on, asks again when the server is back, and for those that changed when it says so. Returns what ends that. */
export function startKeeping(): () => void {
  void keepWallets();
  let soon: ReturnType<typeof setTimeout> | undefined;
  const stops = [
    useConnection.subscribe((now, before) => void (now.isOnline && !before.isOnline && keepWallets())),
    useApp.subscribe((now, before) => {
      if (now.features !== before.features || now.outletId !== before.outletId) void keepWallets();
    }),
    on('wallets', () => {
      // A bill with several cards is told card by card.
      soon ??= setTimeout(() => {
        soon = undefined;
        void keepChanged();
      }, changedMs);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
