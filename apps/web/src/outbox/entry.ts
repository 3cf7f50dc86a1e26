/** An outbox entry: one piece of work that waits for the server. Source: docs/rules.md#outbox. */
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { ErrorBody } from '../api/api.ts';
import { isWaitOver } from '../clock/steady.ts';

/** The call of each kind. */
export const outboxCalls = {
  create: 'bill.create',
  update: 'bill.update',
  pay: 'bill.pay',
  void: 'bill.void',
  'shift.create': 'shift.create',
  'shift.cash': 'shift.cash',
  'customer.create': 'customer.create',
  'order.create': 'order.create',
} as const satisfies Record<string, ContractKey>;

export type OutboxKind = keyof typeof outboxCalls;

/**
 * `queued`: waits its turn. `sending`: on its way, or the tab was closed before the answer; sending it again is harmless, because its keys make it
 * idempotent. `held` (blocked): waits for a shift. `parked` (failed): waits for somebody with the permission to send it (`isForbidden`).
 * `rejected` (refused): the server refused it with a reason. An entry that causes a server fault stays `queued`.
 */
export type OutboxState = 'queued' | 'sending' | 'held' | 'parked' | 'rejected';

/** The subject of an entry, for people. Recorded when the entry is made, because the bill may be unknown later. */
export interface About {
  readonly type: string;
  readonly slot: string;
  /** The bill's number, or this device's number for it; null before there is one. */
  readonly number: string | null;
}

/** The longest wait before an entry is sent again. A `notBefore` further ahead was stored under a wrong clock (R35.83). */
export const maxWaitMs = 60_000;

/** The current entry format. `upgradedEntry` reads earlier ones. */
export const entryFormat = 2;

export interface OutboxEntry {
  readonly format: number;
  readonly seq: number;
  readonly key: string;
  readonly kind: OutboxKind;
  /** The bill it belongs to; entries of one bill are sent in order. null: no bill. */
  readonly billKey: string | null;
  /** null: no bill, or the bill is unknown. */
  readonly about: About | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly outletId: number;
  /** The author and the device. Whoever is signed in at the outlet sends it on behalf of the author. */
  readonly userId: number;
  readonly userName: string;
  readonly deviceId: string;
  readonly madeAt: string;
  /** Increases when the body or the bill changes. */
  readonly edition: number;
  /** Number of sends. */
  readonly tries: number;
  /** Number of server faults. */
  readonly faults: number;
  readonly state: OutboxState;
  /** The server's last refusal or fault. */
  readonly reason: ErrorBody | null;
  /** Epoch ms of the first of its current equal failures, by the server or a program that answers in its place (a proxy); absent without one. */
  readonly failingSince?: number | undefined;
  /** The server has failed at it for an hour: it is shown under 'Needs attention' and still retried (R35.5). */
  readonly isOverdue?: boolean | undefined;
  /** Epoch ms of the earliest next send. */
  readonly notBefore: number;
  /** Key of the approval with which it is sent. */
  readonly approval?: string | undefined;
  /**
   * It comes from a file: the device that did the work, with its key and signature where it has one; '' when its bill was merged since, and it counts as the
   * work of whoever sends it (R31.18).
   */
  readonly madeOn?: string | undefined;
  /** Says that it was made while its person had the page open; absent for one of an earlier release, or made without the proof of that. */
  readonly mark?: string | undefined;
  /** The server accepted it and was then restored from an older backup; it is sent again. */
  readonly again?: true;
}

export type NewEntry = Pick<
  OutboxEntry,
  'kind' | 'billKey' | 'body' | 'outletId' | 'userId' | 'userName' | 'deviceId'
> & { readonly about?: About | null; readonly approval?: string | undefined };

/** The state of an entry before its first send: no failure is known. */
export const untried = {
  state: 'queued',
  faults: 0,
  reason: null,
  notBefore: 0,
  failingSince: undefined,
  isOverdue: undefined,
} as const satisfies Partial<OutboxEntry>;

/** The reason of an entry to which a program other than the server answered, such as a proxy. */
export const notServerReason = 'notServer';

/** Returns true when nothing of the entry changed. */
export const isSameEntry = (a: OutboxEntry, b: OutboxEntry): boolean =>
  a.seq === b.seq &&
  a.edition === b.edition &&
  a.state === b.state &&
  a.approval === b.approval &&
  a.mark === b.mark &&
  a.tries === b.tries &&
  a.faults === b.faults &&
  a.failingSince === b.failingSince &&
  a.notBefore === b.notBefore;

/** Returns true while the entry will be sent without anybody's help. */
export const isWaiting = (entry: OutboxEntry): boolean => entry.state !== 'parked' && entry.state !== 'rejected';

const forbiddenReasons: ReadonlySet<unknown> = new Set([
  'forbidden',
  'servedByOther',
  'outletForbidden',
  'approvalNeeded',
  'approvalInvalid',
]);

/** Returns true when the refusal means that the sender lacks the permission, though somebody else may have it. */
export const isForbiddenReason = (reason: ErrorBody | null): boolean => forbiddenReasons.has(reason?.reason);

/**
 * Returns true when entries failed at the server, or at a program that answers in its place, and none was accepted since `takenAt` (epoch ms):
 * then the entries are not the cause.
 */
export const isFailing = (entries: readonly OutboxEntry[], takenAt: number): boolean =>
  entries.some(
    (entry) =>
      isWaiting(entry) &&
      entry.failingSince !== undefined &&
      entry.failingSince >= takenAt &&
      // A single failure may be chance. A 503 is the server's own statement that it cannot save.
      (entry.faults > 1 || entry.reason?.code === 503),
  );

/** Returns true when the entry waits for a sender with the permission or for an approval: nothing of its bill is sent before it. */
export const isForbidden = ({ state, reason }: OutboxEntry): boolean =>
  (state === 'parked' || state === 'rejected') && isForbiddenReason(reason);

/** Returns true for a payment that this till took and that the server has neither taken nor refused. */
export const isPaymentWaiting = ({ kind, state }: OutboxEntry): boolean =>
  kind === 'pay' && state !== 'rejected' && state !== 'parked';

/** Returns true when the server refused a payment, because it came too late. Source: docs/rules.md#late-payments. */
export const isLatePayment = ({ kind, state }: OutboxEntry): boolean => kind === 'pay' && state === 'rejected';

/** Returns the name of the person who was not allowed to send it; the author's when the server did not name one. */
export function forbiddenName({ reason, userName }: OutboxEntry): string {
  const sender = reason?.['sender'];
  return typeof sender === 'string' && sender !== '' ? sender : userName;
}

/** Returns true when the server has certainly never seen it: it may still be changed or removed. */
export const isUntouched = (entry: OutboxEntry): boolean => entry.state === 'queued' && entry.tries === 0;

const customerKeyOf = ({ body }: OutboxEntry): unknown =>
  (body['customer'] as { readonly key?: unknown } | null | undefined)?.key;

/**
 * Returns true when an entry waits for an earlier one: every entry waits for the opening of a shift and for a new customer, but for a customer that
 * fails only entries that name it.
 */
function waitsFor(entry: OutboxEntry, before: OutboxEntry): boolean {
  if (before.kind === 'shift.create') return true;
  if (before.kind !== 'customer.create') return false;
  return before.failingSince === undefined || customerKeyOf(entry) === before.body['key'];
}

/** Returns true when the later entries of the same bill have to wait for it. */
const blocksItsBill = (entry: OutboxEntry): boolean => entry.state !== 'rejected' || entry.kind === 'create';

/** Returns the slot of an entry's bill; null when unknown. */
const slotOf = ({ about, outletId }: OutboxEntry): string | null => about && `${outletId} ${about.type} ${about.slot}`;

/**
 * Returns the entries that can be sent now, at most one per bill: in order for each bill, bills independently of each other, everything after an
 * earlier shift or customer, and a check-in after the waiting entries of the slot's previous bill, so that it does not become part of that bill.
 */
export function dueEntries(
  entries: readonly OutboxEntry[],
  now: number,
  canSend: (entry: OutboxEntry) => boolean,
  busy: ReadonlySet<string>,
): OutboxEntry[] {
  const due: OutboxEntry[] = [];
  /** Lanes in which an earlier entry must be sent first. */
  const blockedLanes = new Set<string>();
  /** Waiting entries that later ones of other lanes may wait for. */
  const firsts: OutboxEntry[] = [];
  /** The lane of the first bill with waiting entries, by slot. */
  const slots = new Map<string, string>();
  for (const entry of entries) {
    const lane = laneOf(entry);
    const slot = slotOf(entry);
    const slotLane = entry.kind === 'create' && slot !== null ? slots.get(slot) : undefined;
    const isWaitingForOther = firsts.some((each) => each.outletId === entry.outletId && waitsFor(entry, each));
    const isFree = !blockedLanes.has(lane) && !isWaitingForOther && (slotLane === undefined || slotLane === lane);
    if (slot !== null && isWaiting(entry) && !slots.has(slot)) slots.set(slot, lane);
    if (blocksItsBill(entry)) blockedLanes.add(lane);
    if ((entry.kind === 'shift.create' || entry.kind === 'customer.create') && isWaiting(entry)) firsts.push(entry);
    if (!isFree || busy.has(lane) || !isWaiting(entry) || !isWaitOver(entry.notBefore, now, maxWaitMs)) continue;
    if (canSend(entry)) due.push(entry);
  }
  return due;
}

/**
 * Returns the lane of an entry. Entries of one lane are sent one after another: those of a bill, and those of an outlet's shift. Each customer
 * and each order has its own lane.
 */
export const laneOf = ({
  billKey,
  key,
  outletId,
  kind,
}: Pick<OutboxEntry, 'billKey' | 'key' | 'outletId' | 'kind'>): string =>
  billKey ?? (kind.startsWith('shift') ? `outlet ${outletId}` : key);

/** Returns when the next delayed entry is due; null when none is delayed. */
export function nextDueAt(entries: readonly OutboxEntry[], now: number): number | null {
  const times = entries.filter(isWaiting).map((entry) => entry.notBefore);
  const ahead = times.filter((at) => !isWaitOver(at, now, maxWaitMs));
  return ahead.length ? Math.min(...ahead) : null;
}
