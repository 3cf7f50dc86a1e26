/** One piece of work that waits for the server. Source: docs/rules.md#outbox. */
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { ErrorBody } from '../api/api.ts';
import { isWaitOver } from '../clock/steady.ts';

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
 * `parked` waits for somebody who may send it (`isForbidden`), `rejected` was refused with a reason. What fails because of the server stays `queued`.
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
  /** Epoch ms of the first of its failures of one kind that were the server's, or of something in its place; absent after none. */
  readonly failingSince?: number | undefined;
  /** The server has failed at it for an hour: it is shown under 'Needs attention' and tried all the same (R35.5). */
  readonly isOverdue?: boolean | undefined;
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

/** An entry as it is before its first try: nothing is known against it. */
export const untried = {
  state: 'queued',
  faults: 0,
  reason: null,
  notBefore: 0,
  failingSince: undefined,
  isOverdue: undefined,
} as const satisfies Partial<OutboxEntry>;

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
  a.failingSince === b.failingSince &&
  a.notBefore === b.notBefore;

/** True while the entry is still to be sent without anybody's help. */
export const isWaiting = (entry: OutboxEntry): boolean => entry.state !== 'parked' && entry.state !== 'rejected';

const forbiddenReasons: ReadonlySet<unknown> = new Set([
  'forbidden',
  'outletForbidden',
  'approvalNeeded',
  'approvalInvalid',
]);

/** Whether an answer says that whoever sent it may not, though somebody else may. */
export const isForbiddenReason = (reason: ErrorBody | null): boolean => forbiddenReasons.has(reason?.reason);

/**
 * True when the server, or something in its place, failed at work and has taken none since `takenAt` (epoch ms): then it is not the fault
 * of that work alone.
 */
export const isFailing = (entries: readonly OutboxEntry[], takenAt: number): boolean =>
  entries.some(
    (entry) =>
      isWaiting(entry) &&
      entry.failingSince !== undefined &&
      entry.failingSince >= takenAt &&
      // One failure may be chance; that it cannot save now is the server's own word.
      (entry.faults > 1 || entry.reason?.code === 503),
  );

/** True when it waits for somebody who may send it, or lets it be sent: nothing of its bill goes before. */
export const isForbidden = ({ state, reason }: OutboxEntry): boolean =>
  (state === 'parked' || state === 'rejected') && isForbiddenReason(reason);

/** Answers the name of whoever might not send it; its maker's when the server did not say. */
export function forbiddenName({ reason, userName }: OutboxEntry): string {
  const sender = reason?.['sender'];
  return typeof sender === 'string' && sender !== '' ? sender : userName;
}

/** True when the server has surely never seen it: it may still be changed or taken back. */
export const isUntouched = (entry: OutboxEntry): boolean => entry.state === 'queued' && entry.tries === 0;

const customerKeyOf = ({ body }: OutboxEntry): unknown =>
  (body['customer'] as { readonly key?: unknown } | null | undefined)?.key;

/** True when an entry waits for one that was made before it: all for a shift or a customer, for a customer at which the server fails only its own. */
function waitsFor(entry: OutboxEntry, before: OutboxEntry): boolean {
  if (before.kind === 'shift.create') return true;
  if (before.kind !== 'customer.create') return false;
  return before.failingSince === undefined || customerKeyOf(entry) === before.body['key'];
}

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
  const first: OutboxEntry[] = [];
  /** The bill that has work waiting in a slot, the first of them. */
  const slots = new Map<string, string>();
  for (const entry of entries) {
    const lane = laneOf(entry);
    const slot = slotOf(entry);
    const before = entry.kind === 'create' && slot !== null ? slots.get(slot) : undefined;
    const isBehind = first.some((each) => each.outletId === entry.outletId && waitsFor(entry, each));
    const free = !closed.has(lane) && !isBehind && (before === undefined || before === lane);
    if (slot !== null && isWaiting(entry) && !slots.has(slot)) slots.set(slot, lane);
    if (blocksItsBill(entry)) closed.add(lane);
    if ((entry.kind === 'shift.create' || entry.kind === 'customer.create') && isWaiting(entry)) first.push(entry);
    if (!free || busy.has(lane) || !isWaiting(entry) || !isWaitOver(entry.notBefore, now, maxWaitMs)) continue;
    if (outletIds.includes(entry.outletId)) due.push(entry);
  }
  return due;
}

/** Entries of one lane go one after another: those of a bill, and those of an outlet's shift. A customer is on its own. */
export const laneOf = ({
  billKey,
  key,
  outletId,
  kind,
}: Pick<OutboxEntry, 'billKey' | 'key' | 'outletId' | 'kind'>): string =>
  billKey ?? (kind === 'customer.create' ? `customer ${key}` : `outlet ${outletId}`);

/** When the next entry that waits for its time may go; null when none does. */
export function nextDueAt(entries: readonly OutboxEntry[], now: number): number | null {
  const times = entries.filter(isWaiting).map((entry) => entry.notBefore);
  const ahead = times.filter((at) => !isWaitOver(at, now, maxWaitMs));
  return ahead.length ? Math.min(...ahead) : null;
}
