/**
 * The commands of one outlet in this process: waiting commands share a transaction under the outlet's lock. When one of
 * them fails, each runs again alone, so that none fails because of another; when the database fails, they run again
 * together.
 */

import type { QueueUse, StoreMeter } from '../meter.ts';
import { type Outcome, type OutletCommand, settle } from '../outlet/group.ts';
import { copyHead, restoreHead } from '../outlet/head.ts';
import { CommandTx } from '../outlet/outlet-tx.ts';
import type { TermsMemory } from '../outlet/terms-memory.ts';
import { prepared } from '../prepared.ts';
import type { CommittedChange, OutletTx } from '../store.ts';
import { StoreUnavailable } from '../unavailable.ts';
import type { WriteRecord } from '../write-record.ts';
import { isConnectionLoss, isOfDatabase, isRetryable, publicError } from './failure.ts';
import { GroupTransaction } from './group-transaction.ts';
import { isCommitted, type SentCommit } from './is-committed.ts';
import { pause } from './pause.ts';
import type { Lent, PostgresPool } from './pool.ts';

const historyHash = prepared<{ outletId: number; seq: number }>()((db, p) =>
  db.selectFrom('history').select('hash').where('outlet_id', '=', p('outletId')).where('seq', '=', p('seq')),
);

const groupSize = 100;
const maxTries = 5;
/** No command is tried again after this time. */
const maxTryingMs = 10_000;

interface Waiting extends OutletCommand {
  /** On the monotonic clock, in ms. */
  readonly since: number;
}

interface Finished {
  readonly outcomes: readonly Outcome[];
  readonly changes: readonly CommittedChange[];
}

/** The group failed as a whole; nothing of it was saved. */
class GroupFailed extends Error {
  constructor(cause: unknown) {
    super('A group of commands was rolled back', { cause });
  }
}

/** How a commit is recognized later: by the history's last row that it would have written, or by the transaction's number. */
interface Trace {
  readonly lastRow: { readonly seq: number; readonly hash: string } | null;
  readonly sent: SentCommit;
}

/** The connection was lost after the commit was sent: whether it was committed must be asked. */
class OutcomeOpen extends Error {
  readonly finished: Finished;
  readonly trace: Trace;
  constructor(cause: unknown, finished: Finished, trace: Trace) {
    super('The connection to the database was lost during a commit', { cause });
    this.finished = finished;
    this.trace = trace;
  }
}

interface QueueParts {
  readonly pool: PostgresPool;
  /** Returns the schemas of the outlet's tables. */
  readonly path: () => Promise<string>;
  readonly now: () => number;
  readonly memory: TermsMemory;
  readonly record: WriteRecord;
  readonly meter: StoreMeter;
  readonly announce: (changes: readonly CommittedChange[]) => void;
}

export class OutletQueue {
  readonly #outletId: number;
  readonly #parts: QueueParts;
  #waiting: Waiting[] = [];
  /** Commands that are running or waiting for their outcome. */
  readonly #taken = new Set<Waiting>();
  /** True when the outlet's row exists, so that the first statement takes its lock. */
  #hasRow = false;
  #running: Promise<void> | null = null;
  /** Why the last commands could not even be tried, or null. */
  #unreachable: unknown = null;

  constructor(outletId: number, parts: QueueParts) {
    this.#outletId = outletId;
    this.#parts = parts;
  }

  /** Adds a command at the end of the queue. */
  add<T>(command: Pick<OutletCommand, 'at' | 'manner'> & { run(tx: OutletTx): Promise<T> }): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const place = { outletId: this.#outletId, since: performance.now() };
      this.#waiting.push({ ...command, ...place, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** When the oldest command without an outcome arrived, on the monotonic clock; null when none waits. */
  get oldest(): number | null {
    const [taken] = this.#taken;
    return (taken ?? this.#waiting[0])?.since ?? null;
  }

  /** The commands without an outcome; null when there are none. */
  get use(): QueueUse | null {
    const since = this.oldest;
    return since === null ? null : { outletId: this.#outletId, depth: this.#taken.size + this.#waiting.length, since };
  }

  /** Resolves when nothing waits. */
  async drained(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #drain(): Promise<void> {
    // Commands that arrive in the same turn go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, groupSize);
      for (const command of group) this.#taken.add(command);
      const until = performance.now() + maxTryingMs;
      // Each runs alone, as long as there is time and the database can be reached.
      for (const command of await this.#run(group, until))
        if (this.#unreachable === null) await this.#run([command], until);
        else this.#refuse([command], this.#unreachable);
    }
    this.#running = null;
  }

  /** Runs a group, and again while its failure may be temporary; returns the commands that must run alone. */
  async #run(group: readonly Waiting[], until: number): Promise<readonly Waiting[]> {
    this.#unreachable = null;
    for (let attempt = 1; ; attempt += 1) {
      let error: unknown;
      const ended = await this.#attempt(group).catch((failure: unknown) => {
        error = failure;
      });
      if (ended) return this.#finish(group, ended);
      const cause = causeOf(error);
      if (group.length > 1 && mayBeOwn(error, attempt)) return group;
      const isOver = attempt >= maxTries || performance.now() > until;
      if (isOver || error instanceof OutcomeOpen || !isRetryable(cause)) {
        if (isOver || !(error instanceof GroupFailed)) this.#unreachable = cause;
        this.#refuse(group, cause);
        return [];
      }
      this.#parts.meter.retries += 1;
      await pause(attempt);
    }
  }

  #refuse(group: readonly Waiting[], cause: unknown): void {
    const error = publicError(cause);
    this.#parts.record.failed(error);
    for (const command of group) this.#settle(command, { error });
  }

  #settle(command: Waiting, outcome: Outcome): void {
    this.#taken.delete(command);
    settle(command, outcome);
  }

  /** Runs a group; when the connection is lost during its commit, finds out whether it was committed. */
  async #attempt(group: readonly Waiting[]): Promise<Finished> {
    try {
      const path = await this.#parts.path();
      return await this.#parts.pool.lend((lent) => this.#runGroup(lent, group, path));
    } catch (error) {
      if (!(error instanceof OutcomeOpen)) throw error;
      if (await this.#wasCommitted(error)) return error.finished;
      throw new GroupFailed(error.cause);
    }
  }

  async #wasCommitted(open: OutcomeOpen): Promise<boolean> {
    const until = performance.now() + maxTryingMs;
    for (let attempt = 1; attempt < maxTries && performance.now() < until; attempt += 1) {
      await pause(attempt);
      try {
        const path = await this.#parts.path();
        return await this.#parts.pool.lend((lent) => this.#find(lent, open.trace, path));
      } catch (error) {
        if (!isRetryable(error)) throw error;
      }
    }
    throw open;
  }

  async #find(lent: Lent, { lastRow, sent }: Trace, path: string): Promise<boolean> {
    const transaction = new GroupTransaction(lent, this.#parts.memory);
    try {
      // While this process has the lock, no commit is in progress.
      await transaction.begin({ id: this.#outletId, path });
      if (lastRow === null) return await isCommitted(lent.connection, sent);
      const query = historyHash.with('postgres', { outletId: this.#outletId, seq: lastRow.seq });
      const rows = await transaction.load(query);
      return rows[0]?.hash === lastRow.hash;
    } finally {
      await transaction.rollBack();
    }
  }

  /** Settles all commands of the group; none is left. */
  #finish(group: readonly Waiting[], { outcomes, changes }: Finished): [] {
    this.#parts.record.succeeded();
    this.#parts.meter.onCommit(group.length);
    group.forEach((command, i) => this.#settle(command, outcomes[i] as Outcome));
    this.#parts.announce(changes);
    return [];
  }

  async #runGroup(lent: Lent, group: readonly Waiting[], path: string): Promise<Finished> {
    const transaction = new GroupTransaction(lent, this.#parts.memory);
    const outcomes: Outcome[] = [];
    const changes: CommittedChange[] = [];
    let lastRow: Trace['lastRow'] = null;
    try {
      const locked = transaction.begin({ id: this.#outletId, path });
      const now = this.#parts.now();
      // The first command's load is sent with the lock, if it can wait for the head.
      const [first] = group;
      const early = this.#hasRow && first?.manner === 'loadsFirst' ? start(transaction, first, now) : null;
      const lockedHead = await locked;
      this.#hasRow = true;
      const { head } = transaction;
      for (const command of group) {
        const isEarly = early !== null && command === first;
        const before = isEarly ? lockedHead : copyHead(head);
        const writes = lent.connection.writes;
        const { tx, value } = isEarly ? early : start(transaction, command, now);
        try {
          outcomes.push({ value: await value });
          changes.push(...tx.committed);
        } catch (error) {
          if (transaction.failure !== null || isOfDatabase(error)) throw transaction.failure ?? error;
          // What it sent cannot be undone alone.
          if (tx.wrote || lent.connection.writes !== writes) throw group.length === 1 ? new GroupFailed(error) : error;
          restoreHead(head, before);
          outcomes.push({ error });
        }
      }
      if (JSON.stringify(head) !== JSON.stringify(lockedHead)) transaction.saveHead(head, now);
      if (head.historySeq > lockedHead.historySeq) lastRow = { seq: head.historySeq, hash: head.historyHash };
      await transaction.commit();
    } catch (error) {
      await transaction.rollBack();
      if (error instanceof GroupFailed) throw error;
      const isOpen = transaction.commitSent && isConnectionLoss(error);
      const sent = { xid: transaction.xid, url: lent.connection.url };
      if (isOpen) throw new OutcomeOpen(error, { outcomes, changes }, { lastRow, sent });
      // A statement after the failed one only reports that one failed.
      throw new GroupFailed(transaction.failure ?? error);
    }
    return { outcomes, changes };
  }
}

interface Started {
  readonly tx: CommandTx;
  readonly value: Promise<unknown>;
}

function start(transaction: GroupTransaction, command: OutletCommand, now: number): Started {
  const tx = new CommandTx(
    transaction,
    transaction.head,
    { clockNow: now, at: command.at },
    () => transaction.committedTerms,
  );
  const value = command.run(tx);
  // Its failure is handled where it is awaited; a failed lock comes first.
  value.catch(() => undefined);
  return { tx, value };
}

const causeOf = (error: unknown): unknown =>
  error instanceof GroupFailed || error instanceof OutcomeOpen ? error.cause : error;

/** Returns whether one command of a group may be the reason why the whole group failed. */
function mayBeOwn(error: unknown, attempt: number): boolean {
  if (!(error instanceof GroupFailed)) return false;
  // A statement that the database never answers breaks its connection each time.
  if (isConnectionLoss(error.cause)) return attempt > 1;
  return isRetryable(error.cause) || !(publicError(error.cause) instanceof StoreUnavailable);
}
