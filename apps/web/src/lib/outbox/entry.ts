/** One piece of work that waits for the server. Source: docs/rules.md#outbox. */
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { ErrorBody } from '../api.ts';
import { isWaitOver } from '../steady.ts';

/** What each kind calls. */
export const outboxCalls = {
  create: 'bill.create',
  update: 'bill.update',
  pay: 'bill.pay',
  void: 'bill.void',
  'shift.create': 'shift.create',
  'shift.cash': 'shift.cash',
  'customer.create': 'customer.create',
} as const satisfies Record<string, ContractKey>;

export type OutboxKind = keyof typeof outboxCalls;

/**
 * `queued` waits its turn, `sending` is on its way (or was when a tab died: it is sent again, its keys make that harmless), `held` waits for a shift,
 * `parked` failed five times by the server's own making, or waits for somebody who may send it (`isBarred`), `rejected` was refused with a reason.
 */
export type OutboxState = 'queued' | 'sending' | 'held' | 'parked' | 'rejected';

/** What an entry is about, for people; known when it is made, and kept because later nothing else may be known of the bill. */
export interface About {
  readonly type: string;
  readonly slot: string;
  /** The bill's number, or this device's own for it; null before there is one. */
  readonly number: string | null;
}

/** The longest wait of an entry before it is sent again. A `notBefore` further ahead was written under a wrong clock (R35.83). */
export const maxWaitMs = 60_000;

/** How entries are written down now. Those of an earlier version are read by `upgradedEntry`. */
export const entryFormat = 2;

export interface OutboxEntry {
  readonly format: number;
  readonly seq: number;
  readonly key: string;
  readonly kind: OutboxKind;
  /** The bill it belongs to; entries of one bill go in order. null: no bill. */
  readonly billKey: string | null;
  /** null: no bill, or nothing was known of it. */
  readonly about: About | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly outletId: number;
  /** Who made it, and where; whoever is signed in next at that outlet sends it. */
  readonly userId: number;
  readonly userName: string;
  readonly deviceId: string;
  readonly madeAt: string;
  /** Grows when the body or the bill changes. */
  readonly edition: number;
  /** How often it was sent. */
  readonly tries: number;
  /** How often the server failed of its own making. */
  readonly faults: number;
  readonly state: OutboxState;
  /** What the server said last. */
  readonly reason: ErrorBody | null;
  /** Epoch ms before which it is not sent again. */
  readonly notBefore: number;
  /** The approval by whose leave it is sent. */
  readonly approval?: string | undefined;
  /** The server had it once, before it was put back to an older state. */
  readonly again?: true;
}

export type NewEntry = Pick<
  OutboxEntry,
  'kind' | 'billKey' | 'body' | 'outletId' | 'userId' | 'userName' | 'deviceId'
> & { readonly about?: About | null };

/** The reason of an entry that something other than the server answered. */
export const notServerReason = 'notServer';

/** True when nothing of the entry changed. */
export const isSameEntry = (a: OutboxEntry, b: OutboxEntry): boolean =>
  a.seq === b.seq &&
  a.edition === b.edition &&
  a.state === b.state &&
  a.approval === b.approval &&
  a.tries === b.tries &&
  a.faults === b.faults &&
  a.notBefore === b.notBefore;

/** True while the entry is still to be sent without anybody's help. */
export const isWaiting = (entry: OutboxEntry): boolean => entry.state !== 'parked' && entry.state !== 'rejected';

const barredFor: ReadonlySet<unknown> = new Set(['forbidden', 'outletForbidden', 'approvalNeeded', 'approvalInvalid']);

/** Whether an answer says that whoever sent it may not, though somebody else may. */
export const isBarring = (reason: ErrorBody | null): boolean => barredFor.has(reason?.reason);

/** True when it waits for somebody who may send it, or lets it be sent: nothing of its bill goes before. */
export const isBarred = ({ state, reason }: OutboxEntry): boolean =>
  (state === 'parked' || state === 'rejected') && isBarring(reason);

/** Answers the name of whoever might not send it; its maker's when the server did not say. */
export function barredName({ reason, userName }: OutboxEntry): string {
  const sender = reason?.['sender'];
  return typeof sender === 'string' && sender !== '' ? sender : userName;
}

/** True when the server has surely never seen it: it may still be changed or taken back. */
export const isUntouched = (entry: OutboxEntry): boolean => entry.state === 'queued' && entry.tries === 0;

const opensTheRoad = (entry: OutboxEntry): boolean => entry.kind === 'shift.create' || entry.kind === 'customer.create';

/** Refused or failed work that what comes after it cannot do without. */
const blocksItsBill = (entry: OutboxEntry): boolean => entry.state !== 'rejected' || entry.kind === 'create';

/** The slot of an entry's bill; null when nothing is known of it. */
const slotOf = ({ about, outletId }: OutboxEntry): string | null => about && `${outletId} ${about.type} ${about.slot}`;

/**
 * The entries that may go now, at most one a bill: in order for each bill, bills independent of each other, everything behind a shift
 * or a customer that was made before it, and a check-in behind the bill that stood in its slot before: it would join that one.
 */
export function dueEntries(
  entries: readonly OutboxEntry[],
  now: number,
  outletIds: readonly number[],
  busy: ReadonlySet<string>,
): OutboxEntry[] {
  const due: OutboxEntry[] = [];
  const closed = new Set<string>();
  const roads = new Map<number, boolean>();
  /** The bill that has work waiting in a slot, the first of them. */
  const slots = new Map<string, string>();
  for (const entry of entries) {
    const lane = laneOf(entry);
    const slot = slotOf(entry);
    const before = entry.kind === 'create' && slot !== null ? slots.get(slot) : undefined;
    const free = !closed.has(lane) && !roads.get(entry.outletId) && (before === undefined || before === lane);
    if (slot !== null && isWaiting(entry) && !slots.has(slot)) slots.set(slot, lane);
    if (blocksItsBill(entry)) closed.add(lane);
    if (opensTheRoad(entry) && isWaiting(entry)) roads.set(entry.outletId, true);
    if (!free || busy.has(lane) || !isWaiting(entry) || !isWaitOver(entry.notBefore, now, maxWaitMs)) continue;
    if (outletIds.includes(entry.outletId)) due.push(entry);
  }
  return due;
}

/** Entries of one lane go one after another. */
export const laneOf = (entry: Pick<OutboxEntry, 'billKey' | 'key' | 'outletId'>): string =>
  entry.billKey ?? `outlet ${entry.outletId}`;

/** When the next entry that waits for its time may go; null when none does. */
export function nextDueAt(entries: readonly OutboxEntry[], now: number): number | null {
  const times = entries.filter(isWaiting).map((entry) => entry.notBefore);
  const ahead = times.filter((at) => !isWaitOver(at, now, maxWaitMs));
  return ahead.length ? Math.min(...ahead) : null;
}
