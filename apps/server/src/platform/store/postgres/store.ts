/** The store on PostgreSQL: a queue for each outlet, whose commands share a transaction, and pipelined round trips. */
import type { Kysely } from 'kysely';
import { refused } from '../../errors/refused.ts';
import { boundToCall, traced } from '../../trace/call.ts';
import type { StoreMeter } from '../meter.ts';
import type { StoreLog } from '../open-store.ts';
import { announce, type CommittedListener, oldestWait, storeAt } from '../outlet/group.ts';
import { TermsMemory } from '../outlet/terms-memory.ts';
import { writeProbe } from '../probe.ts';
import type { Database } from '../schema/schema.ts';
import type { CommandManner, OutletTx, Store } from '../store.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { WriteRecord } from '../write-record.ts';
import { checkServer } from './check.ts';
import { isRetryable, publicError } from './failure.ts';
import type { DatabaseHosts } from './hosts/hosts.ts';
import type { ReadKind, Replicas } from './hosts/replicas.ts';
import type { SyncWatch } from './hosts/sync.ts';
import { isCommitted } from './is-committed.ts';
import { partOf, readPath, writePath } from './layout/outlet-path.ts';
import { OutletQueue } from './outlet-queue.ts';
import { pause } from './pause.ts';
import type { Lent, PostgresPool } from './pool.ts';
import {
  asHeads,
  CommitOpen,
  headOf,
  readAlone,
  readAsHeads,
  readHeads,
  readSnapshot,
  writeAlone,
} from './transaction.ts';

const queryCanceled = '57014';
const maxTries = 5;
/** Nothing is tried again after this time. */
const maxTryingMs = 10_000;

/** The connections of a store. */
export interface Connections {
  readonly hosts: DatabaseHosts;
  readonly pool: PostgresPool;
  readonly reports: PostgresPool;
  readonly replicas: Replicas | null;
  readonly sync: SyncWatch;
  readonly lists: PostgresPool;
}

interface StoreParts {
  readonly log: StoreLog;
  readonly now: () => number;
  /** True when the login may take the role that reads the heads of all outlets. */
  readonly readsHeads: boolean;
}

export class PostgresStore implements Store {
  readonly engine = 'postgres';
  readonly meter: StoreMeter;
  readonly #hosts: DatabaseHosts;
  readonly #pool: PostgresPool;
  readonly #reports: PostgresPool;
  readonly #replicas: Replicas | null;
  readonly #sync: SyncWatch;
  readonly #readsHeads: boolean;
  readonly #lists: PostgresPool;
  readonly #log: StoreLog;
  readonly #now: () => number;
  readonly #memory = new TermsMemory();
  readonly #record = new WriteRecord();
  /** The numbers of outlets' partitions. */
  readonly #parts = new Map<number, number | null>();
  readonly #queues = new Map<number, OutletQueue>();
  readonly #listeners: CommittedListener[] = [];
  #closed = false;

  constructor(
    { hosts, pool, reports, lists, replicas, sync }: Connections,
    meter: StoreMeter,
    { log, now, readsHeads }: StoreParts,
  ) {
    this.#readsHeads = readsHeads;
    this.meter = meter;
    meter.pools = () =>
      Object.entries({ main: pool, reports, lists }).map(([name, { inUse, waiting }]) => ({
        pool: name,
        inUse,
        waiting,
      }));
    meter.queues = () => [...this.#queues.values()].flatMap((queue) => queue.use ?? []);
    this.#hosts = hosts;
    this.#pool = pool;
    this.#reports = reports;
    this.#replicas = replicas;
    this.#sync = sync;
    this.#lists = lists;
    this.#log = log;
    this.#now = now;
    hosts.onChange((url) => this.#moveTo(url));
    hosts.watch();
  }

  /** Continues with another host. It may lack the last commits of the one before, so nothing that was read there is kept. */
  #moveTo(url: string): void {
    this.#memory.forget();
    for (const pool of [this.#pool, this.#reports, this.#lists]) pool.moveTo(url);
  }

  readOutlet<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#read(this.#pool, outletId, read);
  }

  async #read<T>(pool: PostgresPool, outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const path = readPath(await this.#partOf(outletId));
    return this.#retry(pool, (lent) => readSnapshot(lent, { id: outletId, path }, read));
  }

  /** Returns the number of the outlet's partition; null in a database without. It is asked once, because it does not change. */
  async #partOf(outletId: number): Promise<number | null> {
    const known = this.#parts.get(outletId);
    if (known !== undefined) return known;
    const part = await this.#retry(this.#pool, ({ connection }) => partOf(connection, outletId));
    this.#parts.set(outletId, part);
    return part;
  }

  readForReports<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#readOnReplica('reports', outletId, read).catch(refuseCanceled('reportTooLong'));
  }

  readForLists<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#read(this.#lists, outletId, read).catch(refuseCanceled('listTooLong'));
  }

  readOlder<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#readOnReplica('older', outletId, read).catch(refuseCanceled('listTooLong'));
  }

  /** Reads on a replica that is recent enough; on the primary without one, or when the replica fails. */
  async #readOnReplica<T>(kind: ReadKind, outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const replica = this.#replicas?.pick(kind);
    if (replica)
      try {
        const path = readPath(await this.#partOf(outletId));
        return await replica.lend((lent) => readSnapshot(lent, { id: outletId, path }, read));
      } catch (error) {
        // A replica may also cancel a read that would delay its own replay.
        if (!isRetryable(error) && !(publicError(error) instanceof StoreUnavailable)) throw error;
        this.#log.warn({ err: error }, 'a replica failed, the primary is read');
      }
    const pool = kind === 'reports' ? this.#reports : this.#lists;
    return this.#read(pool, outletId, read);
  }

  async heads(outletIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (this.#readsHeads) return this.#retry(this.#pool, (lent) => readHeads(lent, outletIds));
    const heads = outletIds.map((id) => this.readOutlet(id, async (db) => [id, await headOf(db, id)] as const));
    return new Map(await Promise.all(heads));
  }

  async readAllOutlets<R>(read: (db: Kysely<Database>) => Promise<readonly R[]>): Promise<readonly R[]> {
    if (this.#readsHeads) return this.#retry(this.#lists, (lent) => readAsHeads(lent, read));
    const rows: R[] = [];
    for (const id of await this.#outletIds()) rows.push(...(await this.readOutlet(id, read)));
    return rows;
  }

  async writeAllOutlets<R>(write: (db: Kysely<Database>) => Promise<readonly R[]>): Promise<readonly R[]> {
    this.#sync.require();
    if (this.#readsHeads) return this.#retry(this.#pool, (lent) => writeAlone(lent, (db) => asHeads(lent, db, write)));
    const rows: R[] = [];
    for (const id of await this.#outletIds()) rows.push(...(await this.writeOutlet(id, ({ db }) => write(db))));
    return rows;
  }

  async #outletIds(): Promise<number[]> {
    const outlets = await this.readOrg((db) => db.selectFrom('outlet').select('id').orderBy('id').execute());
    return outlets.map(({ id }) => id);
  }

  readOrg<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#retry(this.#pool, (lent) => readAlone(lent, read));
  }

  async writeOrg<T>(write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    try {
      this.#sync.require();
      const value = await this.#retry(this.#pool, (lent) => writeAlone(lent, write));
      this.#record.succeeded();
      return value;
    } catch (error) {
      this.#record.failed(error);
      throw error;
    }
  }

  /** Lends a connection; repeats what may succeed when it is tried again. */
  async #retry<T>(pool: PostgresPool, use: (lent: Lent) => Promise<T>): Promise<T> {
    const until = performance.now() + maxTryingMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pool.lend(use);
      } catch (error) {
        const open = error instanceof CommitOpen ? await this.#findCommitted<T>(error) : null;
        if (open !== null) return open.value;
        const cause = error instanceof CommitOpen ? error.cause : error;
        if (attempt >= maxTries || performance.now() > until || !isRetryable(cause)) throw publicError(cause);
        this.meter.retries += 1;
        await pause(attempt);
      }
    }
  }

  /** Returns the value of a write whose commit got no answer, when it was committed; null when it was not. */
  async #findCommitted<T>(open: CommitOpen): Promise<{ readonly value: T } | null> {
    const isThere = await this.#retry(this.#pool, ({ connection }) => isCommitted(connection, open.sent));
    return isThere ? { value: open.value as T } : null;
  }

  writeOutlet<T>(outletId: number, command: (tx: OutletTx) => Promise<T>, manner?: CommandManner): Promise<T> {
    return this.#enqueue(outletId, null, command, manner);
  }

  at(instant: number): Store {
    return storeAt(this, (outletId, command, manner) => this.#enqueue(outletId, instant, command, manner));
  }

  onCommitted(listener: CommittedListener): void {
    this.#listeners.push(listener);
  }

  async check(): Promise<void> {
    const mustWrite = this.#record.needsProbe();
    await this.#retry(this.#pool, ({ connection }) =>
      checkServer(async (sql) => (await connection.send<Record<string, unknown>>(sql)).rows),
    );
    await this.#sync.look();
    this.#sync.require();
    if (mustWrite) await this.writeOrg((db) => writeProbe(db, this.#now()));
  }

  waitingMs(): number {
    return oldestWait([...this.#queues.values()].map(({ oldest }) => oldest));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.all([...this.#queues.values()].map((queue) => queue.drained()));
    this.#hosts.close();
    this.#sync.stop();
    await Promise.all([this.#pool.close(), this.#reports.close(), this.#lists.close()]);
    await this.#replicas?.close();
  }

  #enqueue<T>(
    outletId: number,
    at: number | null,
    run: (tx: OutletTx) => Promise<T>,
    manner: CommandManner | undefined,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    if (this.#sync.refusal !== null) return Promise.reject(this.#sync.refusal);
    let queue = this.#queues.get(outletId);
    if (queue === undefined) {
      const onFault = (error: unknown): void => this.#log.error(error, 'a listener of committed changes failed');
      queue = new OutletQueue(outletId, {
        pool: this.#pool,
        path: async () => writePath(await this.#partOf(outletId)),
        now: this.#now,
        memory: this.#memory,
        record: this.#record,
        meter: this.meter,
        announce: (changes) => announce(this.#listeners, changes, onFault),
      });
      this.#queues.set(outletId, queue);
    }
    const own = queue;
    return traced('commit', { 'atoll.outlet': outletId }, () => own.add({ at, run: boundToCall(run), manner }));
  }
}

/** Returns the handler that replaces the failure of a statement that ran out of time by a refusal. */
const refuseCanceled =
  (reason: 'reportTooLong' | 'listTooLong') =>
  (error: unknown): never => {
    throw (error as { code?: unknown } | null)?.code === queryCanceled ? refused(reason) : error;
  };
