/** A till of the pure core: the outbox's own rules of coalescing, order and rebasing, and the bill as its screen shows it. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { CallError } from '../../../apps/web/src/api/api.ts';
import type { Draft } from '../../../apps/web/src/bills/state.ts';
import { viewOf } from '../../../apps/web/src/bills/view.ts';
import { coalesceBodies } from '../../../apps/web/src/outbox/coalesce.ts';
import { dueEntries, laneOf, type NewEntry, type OutboxEntry } from '../../../apps/web/src/outbox/entry.ts';
import { rebaseEntry } from '../../../apps/web/src/outbox/rebase-entries.ts';
import { retryPolicyFor } from '../../../apps/web/src/outbox/retry-policy.ts';
import type { Reply } from './shop.ts';

export interface CoreTill {
  readonly server: Map<string, Bill>;
  readonly typed: Map<string, BillItem[]>;
  entries: OutboxEntry[];
  put(next: Pick<NewEntry, 'kind' | 'billKey' | 'body'>): void;
  /** Returns the entries that may be sent now; they are in flight from then on. */
  send(): OutboxEntry[];
  receive(sent: OutboxEntry, reply: Reply): void;
  /** Handles a timeout of a request. */
  giveUp(sent: OutboxEntry): void;
  /** Its memory is lost; the outbox and typed items stay. */
  die: () => void;
  view(key: string): Bill | undefined;
  keys(): string[];
}

const draftOf = (items: readonly BillItem[]): Draft => ({
  outletId: 1,
  version: 0,
  items,
  removed: [],
  edits: {},
  changes: {},
  payments: [],
});

export function makeCoreTill(number: number): CoreTill {
  let seq = 0;
  let busy = new Set<string>();

  const till: CoreTill = {
    server: new Map(),
    typed: new Map(),
    entries: [],
    put(next) {
      const made: NewEntry = { ...next, outletId: 1, userId: 1, userName: 'A', deviceId: `till-${number}` } as NewEntry;
      const last = till.entries.filter((entry) => entry.billKey === next.billKey).at(-1);
      const joined = coalesceBodies(last, made);
      if (last && joined) {
        const entry: OutboxEntry = { ...last, body: joined, edition: last.edition + 1 };
        till.entries = till.entries.map((each) => (each === last ? entry : each));
        return;
      }
      seq += 1;
      const state = { edition: 0, tries: 0, faults: 0, state: 'queued', reason: null, notBefore: 0 } as const;
      till.entries.push({ ...made, ...state, seq, key: `${number}-${seq}`, madeAt: '' } as OutboxEntry);
    },
    send() {
      const due = dueEntries(till.entries, 1, () => true, busy).map(
        (entry): OutboxEntry => ({ ...entry, state: 'sending', tries: entry.tries + 1 }),
      );
      const bySeq = new Map(due.map((entry) => [entry.seq, entry]));
      till.entries = till.entries.map((entry) => bySeq.get(entry.seq) ?? entry);
      for (const entry of due) busy.add(laneOf(entry));
      return due;
    },
    receive(sent, reply) {
      busy.delete(laneOf(sent));
      if (!till.entries.some((entry) => entry.seq === sent.seq)) return;
      const isSurvivor = sent.kind === 'create' && reply.status === 409 && reply.reason === 'alreadyCheckedIn';
      if (reply.status !== 200 && !isSurvivor) {
        const error = new CallError(reply.status, { message: '', reason: reply.reason, code: reply.status }, '');
        const policy = retryPolicyFor(sent, error, 1, 0);
        const change = policy.kind === 'entry' ? policy.change : { state: 'queued' as const };
        till.entries = till.entries.map((entry) => (entry.seq === sent.seq ? { ...entry, ...change } : entry));
        if (reply.bill) take(reply.bill);
        return;
      }
      const bill = reply.bill as Bill;
      till.entries = till.entries
        .filter((entry) => entry.seq !== sent.seq)
        .map((entry) => (entry.billKey === sent.billKey ? (rebaseEntry(entry, sent, bill) ?? entry) : entry));
      const waiting = sent.billKey === null ? undefined : till.typed.get(sent.billKey);
      if (waiting && sent.billKey !== null && sent.billKey !== bill.key) {
        till.typed.delete(sent.billKey);
        till.typed.set(bill.key, [...(till.typed.get(bill.key) ?? []), ...waiting]);
      }
      take(bill);
    },
    giveUp(sent) {
      busy.delete(laneOf(sent));
      till.entries = till.entries.map((entry) => (entry.seq === sent.seq ? { ...entry, state: 'queued' } : entry));
    },
    die() {
      busy = new Set();
      till.server.clear();
    },
    view(key) {
      const typed = till.typed.get(key);
      const own = till.entries.filter((entry) => entry.billKey === key);
      return viewOf(till.server.get(key), own, typed && draftOf(typed));
    },
    keys: () => [...new Set([...till.server.keys(), ...till.entries.flatMap((entry) => entry.billKey ?? [])])],
  };

  function take(bill: Bill): void {
    const known = till.server.get(bill.key);
    if (!known || known.version < bill.version) till.server.set(bill.key, bill);
  }
  return till;
}
