/** What the server and the tills acknowledged, and what must still be true at the end. */
import type { Bill } from '@atoll/domain/bill/bill';
import { stableStringify } from '@atoll/domain/bill/merge/pick-winner';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { OutboxEntry } from '../../apps/web/src/outbox/entry.ts';
import type { Till } from './device/till-main.ts';
import { nothingRemembered, type PricedMemory } from './priced/memory.ts';

export interface Acknowledged {
  /** Items that a till showed as saved. */
  readonly saved: Map<string, { readonly qty: number; readonly menuItemId: number; readonly billKey: string }>;
  /** Keys of the bills on which items were typed, by item. */
  readonly typedOn: Map<string, string>;
  /** Notes that a till showed as saved, by item. */
  readonly noted: Map<string, string>;
  /** The seats that people chose, by item. */
  readonly seated: Map<string, Set<number>>;
  /** Items whose seat a till showed as saved. */
  readonly seatKept: Set<string>;
  /** The waiters to whom people handed a bill, by bill. */
  readonly handed: Map<string, Set<number>>;
  /** Bills that a till showed as handed over. */
  readonly handKept: Set<string>;
  /** Items whose void was acknowledged. */
  readonly voided: Set<string>;
  /** Items whose void came too late: they were paid, and the till was notified. */
  readonly paidBefore: Set<string>;
  /** Invoice numbers of acknowledged payments, by payment key. */
  readonly paid: Map<string, string>;
  /** Payments for which a till took money, laari by payment key. */
  readonly taken: Map<string, number>;
  /** Tills that fired an item: several may print it while they do not reach the server. */
  readonly firedBy: Map<string, ReadonlySet<number>>;
  /** Promotions that a till gave to a bill that nobody else changed, and that the server did not take. */
  readonly untaken: { readonly id: number; readonly words: string }[];
  /** Totals of closed shifts, as JSON. */
  readonly closed: Map<number, string>;
  /** What is known of cards and coupons. */
  readonly priced: PricedMemory;
}

export const nothingAcknowledged = (): Acknowledged => ({
  saved: new Map(),
  typedOn: new Map(),
  noted: new Map(),
  seated: new Map(),
  seatKept: new Set(),
  handed: new Map(),
  handKept: new Set(),
  voided: new Set(),
  paidBefore: new Set(),
  paid: new Map(),
  taken: new Map(),
  firedBy: new Map(),
  untaken: [],
  closed: new Map(),
  priced: nothingRemembered(),
});

/** Records the server's responses too. */
export function recordResponses(till: Till, acknowledged: Acknowledged): void {
  till.onSent(({ entry, answer }) => {
    const bill = answer as Bill & { readonly conflicts?: readonly { readonly field: string }[] };
    const items = (entry.body['items'] ?? []) as Bill['items'];
    const stood = new Set(bill.conflicts?.map(({ field }) => field));
    if (entry.kind === 'update')
      for (const { key, isVoid } of items)
        if (isVoid) (stood.has(`items.${key}.isVoid`) ? acknowledged.paidBefore : acknowledged.voided).add(key);
    if (entry.kind !== 'pay') return;
    for (const { key } of entry.body['payments'] as readonly { readonly key: string }[])
      acknowledged.paid.set(key, bill.invoiceNumber ?? '');
  });
}

/** Records which holds of cards did not count when the payment came. */
export function recordShortHolds(till: Till, { priced }: Acknowledged): void {
  till.onRefused(({ entry, reason }) => {
    if (entry.kind !== 'pay' || reason?.reason !== 'walletShort') return;
    for (const { wallet } of entry.body['payments'] as readonly PaymentInput[])
      if (wallet?.holdKey !== undefined) priced.shortHolds.push(wallet.id);
  });
}

/** Returns what an application takes off what: its key does not tell how much. */
const gistOf = ({ key, parts = [], terms }: NonNullable<Bill['applied']>[number]): string =>
  stableStringify([key, terms ?? null, parts.map((part) => stableStringify(part)).toSorted()]);

/**
 * Records the promotions that a till planned otherwise than the server, on bills that nobody else changed since. The version that a call names does not
 * tell: an answer to an earlier call of the till raises it, also past changes of others.
 */
export function recordPromotions(till: Till, { untaken }: Acknowledged): void {
  const ownChanges = new Map<string, number>();
  const planned = new Map<string, string>();
  /** Returns a bill with its version less the changes of this till: it stays the same until somebody else changes the bill, or it is merged into another. */
  const ofOthers = (key: string, version: number): string => `${key} ${version - (ownChanges.get(key) ?? 0)}`;
  const appliedOf = ({ body }: Pick<OutboxEntry, 'body'>) => (body['applied'] ?? []) as NonNullable<Bill['applied']>;
  till.outbox.subscribe(({ entries }) => {
    const { server } = till.bills.getState();
    for (const entry of entries.filter(({ kind }) => kind === 'update'))
      for (const { key } of appliedOf(entry)) {
        const billKey = entry.billKey ?? '';
        if (!planned.has(key)) planned.set(key, ofOthers(billKey, server[billKey]?.version ?? 0));
      }
  });
  till.onSent(({ entry, answer }) => {
    const { key: billKey, applied = [], version } = answer as Bill;
    ownChanges.set(billKey, (ownChanges.get(billKey) ?? 0) + 1);
    if (entry.kind !== 'update') return;
    const known = new Set(applied.map(gistOf));
    const now = ofOthers(billKey, version);
    for (const one of appliedOf(entry))
      if (!known.has(gistOf(one)) && planned.get(one.key) === now)
        untaken.push({ id: one.promotionId, words: one.words });
  });
}

/** Records which of these items are saved by now, as the person sees them. */
export function recordSaved(
  acknowledged: Acknowledged,
  till: Till,
  key: string,
  lines: readonly { readonly key: string }[],
): void {
  const { bills, aliases, drafts } = till.bills.getState();
  const bill = bills[aliases[key] ?? key];
  const typed = new Set((drafts[bill?.key ?? key]?.items ?? []).map((item) => item.key));
  const wanted = new Set(lines.map((line) => line.key));
  for (const { key: lineKey, qty, menuItemId } of bill?.items ?? [])
    if (wanted.has(lineKey) && !typed.has(lineKey)) acknowledged.saved.set(lineKey, { qty, menuItemId, billKey: key });
}

/** Saves a bill and records what the person was shown. */
export async function save(acknowledged: Acknowledged, till: Till, key: string): Promise<void> {
  const { items: lines = [], edits = {} } = till.bills.getState().drafts[key] ?? {};
  const saved = await till.bills.getState().save(key);
  if (!saved.ok) return;
  recordSaved(acknowledged, till, key, lines);
  const left = till.bills.getState().drafts[saved.value.key]?.edits ?? {};
  const notes = [...Object.entries(edits), ...lines.map((line) => [line.key, line] as const)];
  for (const [lineKey, { notes: [note] = [] }] of notes)
    if (note !== undefined && !left[lineKey]?.notes) acknowledged.noted.set(lineKey, note);
  for (const [lineKey, { seat }] of notes)
    if (seat !== undefined && left[lineKey]?.seat === undefined) acknowledged.seatKept.add(lineKey);
}
