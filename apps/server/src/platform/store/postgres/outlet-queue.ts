/**
 * The commands of one outlet in this process: those that wait share a transaction under the outlet's lock. When anything in it fails,
 * each command runs again alone, so that none pays for another's fault.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import { type Outcome, type OutletCommand, settle } from '../group.ts';
import {
  changeRetentionMs,
  copyHead,
  createHead,
  expireChanges,
  lockHead,
  restoreHead,
  saveHead,
  toHead,
} from '../head.ts';
import { CommandTx, type TxConnection } from '../outlet-tx.ts';
import { keepPrepared, prepared } from '../prepared.ts';
import type { Database, SequenceName } from '../schema.ts';
import type { CommittedChange, OutletHead, OutletTx } from '../store.ts';
import type { TermsMemory } from '../terms-memory.ts';
import { isConnectionLoss, isRetryable, type PostgresConnection } from './client.ts';
import type { Lent, PostgresPool } from './pool.ts';

const historyHash = prepared<{ outletId: number; seq: number }>()((db, p) =>
  db.selectFrom('history').select('hash').where('outlet_id', '=', p('outletId')).where('seq', '=', p('seq')),
);

/** Row security shows this outlet's rows until the transaction ends. */
const nameOutlet = `select set_config('app.outlet_id', $1, true)`;
keepPrepared(nameOutlet);

const groupSize = 100;
const tries = 5;

interface Finished {
  readonly outcomes: readonly Outcome[];
  readonly changes: readonly CommittedChange[];
}

/** The group failed as a whole; nothing of it stands. */
class GroupFailed extends Error {
  constructor(cause: unknown) {
    super('A group of commands was rolled back', { cause });
  }
}

/** The connection was lost after the commit was sent: whether it stands shows in the history, whose last row it would have written. */
class OutcomeOpen extends Error {
  readonly finished: Finished;
  readonly lastRow: { readonly seq: number; readonly hash: string } | null;
  constructor(cause: unknown, finished: Finished, lastRow: OutcomeOpen['lastRow']) {
    super('The connection to the database was lost during a commit', { cause });
    this.finished = finished;
    this.lastRow = lastRow;
  }
}

export class OutletQueue {
  readonly #outletId: number;
  readonly #pool: PostgresPool;
  readonly #now: () => number;
  readonly #memory: TermsMemory;
  readonly #announce: (changes: readonly CommittedChange[]) => void;
  #waiting: OutletCommand[] = [];
  /** The outlet's row is there, so that its lock is taken by the first statement. */
  #hasRow = false;
  #running: Promise<void> | null = null;

  constructor(
    outletId: number,
    pool: PostgresPool,
    now: () => number,
    memory: TermsMemory,
    tell: (changes: readonly CommittedChange[]) => void,
  ) {
    this.#outletId = outletId;
    this.#pool = pool;
    this.#now = now;
    this.#memory = memory;
    this.#announce = tell;
  }

  /** Puts a command at the end of the queue. */
  add<T>(command: Pick<OutletCommand, 'at' | 'manner'> & { run(tx: OutletTx): Promise<T> }): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const outletId = this.#outletId;
      this.#waiting.push({ ...command, outletId, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Answers when nothing waits. */
  async drained(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #drain(): Promise<void> {
    // Those that arrive in the same turn go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, groupSize);
      try {
        this.#finish(group, await this.#attempt(group));
      } catch (error) {
        if (group.length === 1) await this.#again(group[0] as OutletCommand, error);
        else if (error instanceof OutcomeOpen) for (const command of group) command.reject(error.cause);
        else for (const command of group) await this.#again(command, null);
      }
    }
    this.#running = null;
  }

  /** Runs one command in a transaction of its own, as often as its failure may pass. */
  async #again(command: OutletCommand, failure: unknown): Promise<void> {
    let last = failure;
    for (let attempt = last === null ? 0 : 1; attempt < tries; attempt += 1) {
      if (last !== null && !mayTryAgain(last)) break;
      if (last !== null) await pause(attempt);
      try {
        this.#finish([command], await this.#attempt([command]));
        return;
      } catch (error) {
        last = error;
      }
    }
    command.reject(last instanceof GroupFailed || last instanceof OutcomeOpen ? last.cause : last);
  }

  /** Runs a group; when the connection is lost during its commit, finds out whether it stands. */
  async #attempt(group: readonly OutletCommand[]): Promise<Finished> {
    try {
      return await this.#pool.lend((lent) => this.#runGroup(lent, group));
    } catch (error) {
      if (!(error instanceof OutcomeOpen) || error.lastRow === null) throw error;
      if (await this.#stands(error, error.lastRow)) return error.finished;
      throw new GroupFailed(error.cause);
    }
  }

  async #stands(open: OutcomeOpen, { seq, hash }: NonNullable<OutcomeOpen['lastRow']>): Promise<boolean> {
    for (let attempt = 1; attempt < tries; attempt += 1) {
      await pause(attempt);
      try {
        return await this.#pool.lend(async (lent) => {
          const transaction = new GroupTransaction(lent, this.#memory);
          try {
            // With the lock held nobody is still committing.
            await transaction.begin(this.#outletId);
            const rows = await transaction.load(historyHash.with('postgres', { outletId: this.#outletId, seq }));
            return rows[0]?.hash === hash;
          } finally {
            await transaction.rollBack();
          }
        });
      } catch (error) {
        if (!isRetryable(error)) throw error;
      }
    }
    throw open;
  }

  #finish(group: readonly OutletCommand[], { outcomes, changes }: Finished): void {
    group.forEach((command, i) => settle(command, outcomes[i] as Outcome));
    this.#announce(changes);
  }

  async #runGroup(lent: Lent, group: readonly OutletCommand[]): Promise<Finished> {
    const transaction = new GroupTransaction(lent, this.#memory);
    const outcomes: Outcome[] = [];
    const changes: CommittedChange[] = [];
    let lastRow: OutcomeOpen['lastRow'] = null;
    try {
      const locked = transaction.begin(this.#outletId);
      const now = this.#now();
      // What the first command loads travels with the lock, if it can wait for the head.
      const [first] = group;
      const early = this.#hasRow && first?.manner === 'loadsFirst' ? start(transaction, first, now) : null;
      const stood = await locked;
      this.#hasRow = true;
      const { head } = transaction;
      for (const command of group) {
        const isEarly = early !== null && command === first;
        const before = isEarly ? stood : copyHead(head);
        const writes = lent.connection.writes;
        const { tx, value } = isEarly ? early : start(transaction, command, now);
        try {
          outcomes.push({ value: await value });
          changes.push(...tx.committed);
        } catch (error) {
          if (transaction.failure !== null) throw transaction.failure;
          // What it has sent cannot be taken back alone.
          if (tx.wrote || lent.connection.writes !== writes) throw group.length === 1 ? new GroupFailed(error) : error;
          restoreHead(head, before);
          outcomes.push({ error });
        }
      }
      if (JSON.stringify(head) !== JSON.stringify(stood)) transaction.saveHead(head, now);
      if (head.historySeq > stood.historySeq) lastRow = { seq: head.historySeq, hash: head.historyHash };
      await transaction.commit();
    } catch (error) {
      await transaction.rollBack();
      if (error instanceof GroupFailed) throw error;
      const isOpen = transaction.commitSent && isConnectionLoss(error);
      throw isOpen ? new OutcomeOpen(error, { outcomes, changes }, lastRow) : new GroupFailed(error);
    }
    return { outcomes, changes };
  }
}

interface Started {
  readonly tx: CommandTx;
  readonly value: Promise<unknown>;
}

function start(transaction: GroupTransaction, command: OutletCommand, now: number): Started {
  const tx = new CommandTx(transaction, transaction.head, command.at ?? now, () => transaction.committedTerms);
  const value = command.run(tx);
  // Whoever waits for it hears of its failure; a lock that fails comes before.
  value.catch(() => undefined);
  return { tx, value };
}

function mayTryAgain(error: unknown): boolean {
  if (error instanceof OutcomeOpen) return false;
  return isRetryable(error instanceof GroupFailed ? error.cause : error);
}

/** 50 ms, 100, 200, … so that a database that starts again is waited for. */
const pause = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25 * 2 ** attempt));

/** One transaction whose writes are sent without waiting. */
class GroupTransaction implements TxConnection {
  readonly engine = 'postgres';
  readonly db: Kysely<Database>;
  /** The first statement that failed. */
  failure: Error | null = null;
  commitSent = false;
  /** The outlet's row; nothing but `outletId` stands in it before the lock is there. */
  readonly head = {} as OutletHead;
  /** The version of the terms when the transaction began. */
  committedTerms = 0;
  readonly memory: TermsMemory;
  readonly #connection: PostgresConnection;
  #locked: Promise<unknown> | null = null;
  #sent: Promise<unknown>[] = [];

  constructor({ connection, db }: Lent, memory: TermsMemory) {
    this.memory = memory;
    this.#connection = connection;
    this.db = db;
  }

  /** Begins, names the outlet for row security, takes its lock: one round trip. Fills `head`, and answers a copy of it. */
  begin(outletId: number): Promise<OutletHead> {
    Object.assign(this.head, { outletId });
    const locked = this.#lock(outletId);
    this.#locked = locked;
    return locked;
  }

  async #lock(outletId: number): Promise<OutletHead> {
    this.#send('begin');
    this.#send(nameOutlet, [String(outletId)]);
    const lock = lockHead.with('postgres', { outletId });
    let [row] = await this.#rows(lock);
    if (row === undefined) {
      this.send(createHead.with('postgres', { outletId }));
      [row] = await this.#rows(lock);
    }
    if (row === undefined) throw new Error(`Outlet ${outletId} has no cursor`);
    Object.assign(this.head, toHead(row));
    this.committedTerms = this.head.termsVersion;
    return copyHead(this.head);
  }

  /** Answers the rows, never before the lock is there. */
  async load<R>(query: CompiledQuery<R>): Promise<R[]> {
    const rows = await this.#rows(query);
    await this.#locked;
    return rows;
  }

  async #rows<R>(query: CompiledQuery<R>): Promise<R[]> {
    try {
      return (await this.#connection.send<R>(query.sql, query.parameters)).rows;
    } catch (error) {
      this.failure ??= asError(error);
      throw error;
    }
  }

  send(query: CompiledQuery): void {
    this.#watch(this.#connection.hold(query));
  }

  async nextId(table: SequenceName): Promise<number> {
    const text = `select nextval('${table}_id_seq') as id`;
    keepPrepared(text);
    const { rows } = await this.#connection.send<{ id: number }>(text);
    return (rows[0] as { id: number }).id;
  }

  saveHead(head: OutletHead, now: number): void {
    this.send(saveHead.with('postgres', { ...head, invoices: JSON.stringify(head.invoices) }));
    if (head.seq % 1024 === 0)
      this.send(expireChanges.with('postgres', { outletId: head.outletId, before: now - changeRetentionMs }));
  }

  /** Answers when everything that was sent stands and is durable. */
  async commit(): Promise<void> {
    if (this.#connection.broken !== null) throw this.#connection.broken;
    const committed = this.#connection.send('commit');
    this.commitSent = true;
    const [{ command }] = await Promise.all([committed, ...this.#sent]);
    if (this.failure !== null) throw this.failure;
    // A transaction that failed answers COMMIT with ROLLBACK.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
  }

  async rollBack(): Promise<void> {
    this.#connection.forget();
    await Promise.allSettled(this.#sent);
    try {
      await this.#connection.send('rollback');
    } catch (error) {
      this.#connection.broken ??= asError(error);
    }
  }

  #send(sql: string, parameters: readonly unknown[] = []): void {
    this.#watch(this.#connection.send(sql, parameters));
  }

  #watch(sent: Promise<unknown>): void {
    this.#sent.push(
      sent.catch((error: unknown) => {
        this.failure ??= asError(error);
      }),
    );
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
