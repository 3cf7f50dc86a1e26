/** The embedded store: one writer whose commands are committed in groups, and readers that never wait for it. */
import { join } from 'node:path';
import type { CompiledQuery, Kysely } from 'kysely';
import { version } from '../../config/version.ts';
import { boundToCall, traced } from '../../trace/call.ts';
import type { StoreMeter } from '../meter.ts';
import type { StoreLog, StoreOptions } from '../open-store.ts';
import {
  announce,
  type CommittedListener,
  type Outcome,
  type OutletCommand,
  oldestWait,
  settle,
  storeAt,
} from '../outlet/group.ts';
import {
  changeRetentionMs,
  copyHead,
  createHead,
  expireChanges,
  lockHead,
  restoreHead,
  saveHead,
  toHead,
} from '../outlet/head.ts';
import { CommandTx, type TxConnection } from '../outlet/outlet-tx.ts';
import { TermsMemory } from '../outlet/terms-memory.ts';
import type { Prepared } from '../prepared.ts';
import type { AddedSums } from '../prepared-rows.ts';
import { writeProbe } from '../probe.ts';
import type { Database, SequenceName } from '../schema/schema.ts';
import type { CommittedChange, OutletHead, OutletTx, Store } from '../store.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { WriteRecord } from '../write-record.ts';
import { refuseDamaged, refuseEmptied, StoreDamaged } from './damage.ts';
import { openDataFolder, ownDataFolder } from './data-folder.ts';
import { SqliteDatabase } from './database.ts';
import { sqliteKysely } from './dialect.ts';
import { isDamage, publicError, sqliteBusy, sqliteCode } from './failure.ts';
import { IdBlocks } from './id-blocks.ts';
import { countFailure, createMeter } from './meter.ts';
import { migrateSqlite } from './migrate.ts';
import { PendingSums } from './pending-sums.ts';
import { checkPragmas, setPragmas } from './pragma.ts';
import { ReaderPool } from './reader-pool.ts';
import { ReportReader, ReportReaders } from './report-reader.ts';
import { finishRestore } from './restore.ts';
import { finishUpdate } from './update/update.ts';

/** Maximum number of commands that are committed together; the rest go into the next group. */
const groupSize = 200;

/** Threads that read lists: one long list does not delay the others. */
const listThreads = 2;

/** How long another connection may lock the file before commands are refused. */
const maxBusyMs = 5000;
/** The longest pause before it is tried again. The first is the shortest: statistics of a table lock the file for some milliseconds. */
const maxPauseMs = 50;

interface OrgCommand {
  readonly outletId: null;
  run(db: Kysely<Database>): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A command that waits; `since` is on the monotonic clock, in ms. */
type Waiting = (OutletCommand | OrgCommand) & { readonly since: number };

/** An outlet's head while a group runs, and the version of its terms when the group started. */
interface HeldHead {
  readonly head: OutletHead;
  readonly committedTerms: number;
}

/** A command failed after it had written something. */
class HalfDone extends Error {
  constructor(cause: unknown) {
    super('A command failed half way', { cause });
  }
}

const hold = (head: OutletHead): HeldHead => ({ head, committedTerms: head.termsVersion });

/** Opens the store of a data folder: takes the folder, migrates the tables and checks that commits are durable. */
export async function openSqlite(options: {
  dataDir: string;
  log: StoreLog;
  now: () => number;
  reportMs: number;
  isCopy: boolean;
  onMigrated: StoreOptions['onMigrated'];
}): Promise<Store> {
  const folder = openDataFolder(options.dataDir);
  const release = ownDataFolder(folder);
  try {
    finishRestore(folder);
    if (!options.isCopy) finishUpdate(folder, version);
    refuseEmptied(folder);
    const path = join(folder, 'atoll.db');
    const writer = new SqliteDatabase(path);
    setPragmas(writer);
    refuseDamaged(writer, folder);
    migrateSqlite(writer, folder, options.now(), options);
    checkPragmas(writer);
    // The store waits for other programs itself, without blocking this process.
    writer.exec('pragma busy_timeout = 0');
    const reports = new ReportReader(path, options.reportMs);
    const meter = createMeter(path);
    const readers = new ReaderPool(path, (error) => countFailure(meter, error));
    const lists = new ReportReaders(listThreads, path, options.reportMs, 'listTooLong');
    return new SqliteStore(writer, { readers, reports, lists, meter }, release, options.log, options.now);
  } catch (error) {
    release();
    throw isDamage(error) ? new StoreDamaged(folder, (error as Error).message, error) : error;
  }
}

interface SqliteParts {
  readonly readers: ReaderPool;
  readonly reports: ReportReader;
  readonly lists: ReportReaders;
  readonly meter: StoreMeter;
}

class SqliteStore implements Store, TxConnection {
  readonly engine = 'sqlite';
  readonly db: Kysely<Database>;
  readonly memory = new TermsMemory();
  readonly meter: StoreMeter;
  readonly #writer: SqliteDatabase;
  readonly #readers: ReaderPool;
  readonly #reports: ReportReader;
  readonly #lists: ReportReaders;
  readonly #release: () => void;
  readonly #log: StoreLog;
  readonly #now: () => number;
  readonly #listeners: CommittedListener[] = [];
  readonly #record = new WriteRecord();
  readonly #sums: PendingSums;
  readonly #ids: IdBlocks;
  #queue: Waiting[] = [];
  /** The running group. */
  #taken: readonly Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #closed = false;

  constructor(
    writer: SqliteDatabase,
    { readers, reports, lists, meter }: SqliteParts,
    release: () => void,
    log: StoreLog,
    now: () => number,
  ) {
    this.#writer = writer;
    this.meter = meter;
    meter.pools = () => [{ pool: 'main', inUse: readers.inUse, waiting: readers.waiting }];
    meter.queues = () => [...this.#taken, ...this.#queue].map(({ outletId, since }) => ({ outletId, depth: 1, since }));
    this.#readers = readers;
    this.#reports = reports;
    this.#lists = lists;
    this.#release = release;
    this.#log = log;
    this.#now = now;
    this.#sums = new PendingSums(writer);
    this.#ids = new IdBlocks(writer);
    this.db = sqliteKysely(writer, (sql) => this.#sums.postBefore(sql));
  }

  readOutlet<T>(_outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#readers.read(read);
  }

  readOlder<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.readForLists(outletId, read);
  }

  async heads(outletIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (outletIds.length === 0) return new Map();
    const rows = await this.readOrg((db) =>
      db.selectFrom('outlet_cursor').select(['outlet_id', 'seq']).where('outlet_id', 'in', outletIds).execute(),
    );
    return new Map(rows.map((row) => [row.outlet_id, row.seq]));
  }

  readAllOutlets<R>(read: (db: Kysely<Database>) => Promise<readonly R[]>): Promise<readonly R[]> {
    return this.#readers.read(read);
  }

  writeAllOutlets<R>(write: (db: Kysely<Database>) => Promise<readonly R[]>): Promise<readonly R[]> {
    return this.writeOrg(write);
  }

  readForReports<T>(_outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#reports.read(read);
  }

  readForLists<T>(_outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#lists.read(read);
  }

  readOrg<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#readers.read(read);
  }

  writeOutlet<T>(outletId: number, command: (tx: OutletTx) => Promise<T>): Promise<T> {
    return this.#enqueue<T>({ outletId, at: null, run: command });
  }

  writeOrg<T>(write: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    return this.#enqueue<T>({ outletId: null, run: write });
  }

  at(instant: number): Store {
    return storeAt(this, (outletId, run) => this.#enqueue({ outletId, at: instant, run }));
  }

  onCommitted(listener: CommittedListener): void {
    this.#listeners.push(listener);
  }

  async check(): Promise<void> {
    const mustWrite = this.#record.needsProbe();
    checkPragmas(this.#writer);
    if (mustWrite) await this.writeOrg((db) => writeProbe(db, this.#now()));
  }

  waitingMs(): number {
    return oldestWait([(this.#taken[0] ?? this.#queue[0])?.since ?? null]);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    while (this.#queue.length > 0 || this.#flushing !== null) await (this.#flushing ?? this.#flush());
    // A server of an earlier release may open the store next.
    if (this.#sums.hasRows)
      await this.writeOrg(async () => this.#sums.postAll()).catch((error: unknown) =>
        this.#log.error(error, 'sums wait for the next start'),
      );
    this.#closed = true;
    await Promise.all([this.#readers.close(), this.#reports.close(), this.#lists.close()]);
    this.#writer.close();
    this.#release();
  }

  async load<R>(query: CompiledQuery<R>): Promise<R[]> {
    this.#sums.postBefore(query.sql);
    return this.#writer.run(query.sql, query.parameters).rows as R[];
  }

  send(query: CompiledQuery): void {
    this.#writer.writes += 1;
    this.#sums.postBefore(query.sql);
    this.#writer.run(query.sql, query.parameters);
  }

  addSums<Row extends object>(outletId: number, query: AddedSums<Row>, rows: readonly Row[]): void {
    this.#writer.writes += 1;
    this.#sums.add(outletId, query, rows);
  }

  async nextId(table: SequenceName): Promise<number> {
    return this.#ids.next(table);
  }

  #enqueue<T>(
    command: Pick<OutletCommand, 'outletId' | 'at' | 'run'> | Pick<OrgCommand, 'outletId' | 'run'>,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The store is closed'));
    const run = boundToCall(command.run as (...args: never[]) => Promise<T>);
    const add = (): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const first = this.#queue.length === 0;
        this.#queue.push({ ...command, run, since: performance.now(), resolve, reject } as Waiting);
        if (first && this.#flushing === null) setImmediate(() => void this.#flush());
      });
    return traced('commit', command.outletId === null ? {} : { 'atoll.outlet': command.outletId }, add);
  }

  #flush(): Promise<void> {
    this.#flushing ??= this.#runGroup().finally(() => {
      this.#flushing = null;
      if (this.#queue.length > 0) setImmediate(() => void this.#flush());
    });
    return this.#flushing;
  }

  async #runGroup(): Promise<void> {
    const group = this.#queue.slice(0, groupSize);
    this.#queue = this.#queue.slice(groupSize);
    this.#taken = group;
    // One failed half-way: each runs again alone, so that none fails because of another.
    if (group.length > 0 && !(await this.#commitGroup(group)))
      for (const command of group) await this.#commitGroup([command]);
    this.#taken = [];
  }

  /**
   * Runs commands in one transaction and settles their callers; returns false when nothing was saved and no caller was
   * settled.
   */
  async #commitGroup(group: readonly (OutletCommand | OrgCommand)[]): Promise<boolean> {
    const outcomes: Outcome[] = [];
    const heads = new Map<number, HeldHead>();
    const changes: CommittedChange[] = [];
    try {
      await this.#begin();
      const now = this.#now();
      for (const command of group) outcomes.push(await this.#runCommand(command, heads, changes, now));
      this.#sums.save();
      for (const { head } of heads.values()) this.#saveHead(head, now);
      this.#run('commit');
    } catch (error) {
      this.#rollBack();
      countFailure(this.meter, error instanceof HalfDone ? error.cause : error);
      const cause = publicError(error instanceof HalfDone ? error.cause : error);
      if (error instanceof HalfDone && group.length > 1 && !(cause instanceof StoreUnavailable)) return false;
      this.#record.failed(cause);
      for (const command of group) command.reject(cause);
      return true;
    }
    this.#record.succeeded();
    this.meter.onCommit(group.length);
    group.forEach((command, i) => settle(command, outcomes[i] as Outcome));
    announce(this.#listeners, changes, (error) => this.#log.error(error, 'a listener of committed changes failed'));
    return true;
  }

  /** Begins a transaction; while another program locks the file, everything except writing continues. */
  async #begin(): Promise<void> {
    const until = performance.now() + maxBusyMs;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      try {
        return this.#run('begin immediate');
      } catch (error) {
        if (sqliteCode(error) !== sqliteBusy || performance.now() > until) throw error;
        countFailure(this.meter, error);
        this.meter.retries += 1;
        await new Promise((resolve) => void setTimeout(resolve, pauseMs));
      }
    }
  }

  async #runCommand(
    command: OutletCommand | OrgCommand,
    heads: Map<number, HeldHead>,
    changes: CommittedChange[],
    now: number,
  ): Promise<Outcome> {
    const writes = this.#writer.writes;
    const known = command.outletId === null ? undefined : heads.get(command.outletId);
    const before = known && copyHead(known.head);
    try {
      if (command.outletId === null) return { value: await command.run(this.db) };
      const held = known ?? hold(this.#loadHead(command.outletId));
      const tx = new CommandTx(this, held.head, { clockNow: now, at: command.at }, () => held.committedTerms);
      const value = await command.run(tx);
      heads.set(command.outletId, held);
      changes.push(...tx.committed);
      return { value };
    } catch (error) {
      // What it wrote cannot be undone alone: a savepoint for each command costs a quarter of the time to write a bill.
      if (this.#writer.writes !== writes || sqliteCode(error) !== undefined) throw new HalfDone(error);
      if (known !== undefined && before !== undefined) restoreHead(known.head, before);
      return { error };
    }
  }

  #loadHead(outletId: number): OutletHead {
    const [row] = this.#query(lockHead, { outletId });
    if (row !== undefined) return toHead(row);
    this.#query(createHead, { outletId });
    const [made] = this.#query(lockHead, { outletId });
    if (made === undefined) throw new Error(`Outlet ${outletId} has no cursor`);
    return toHead(made);
  }

  #saveHead(head: OutletHead, now: number): void {
    this.#query(saveHead, { ...head, invoices: JSON.stringify(head.invoices) });
    if (head.seq % 1024 === 0) this.#query(expireChanges, { outletId: head.outletId, before: now - changeRetentionMs });
  }

  #query<P extends object, R>(query: Prepared<P, R>, params: P): R[] {
    const { sql, parameters } = query.with('sqlite', params);
    return this.#writer.run(sql, parameters).rows as R[];
  }

  #run(sql: string): void {
    this.#writer.run(sql);
  }

  #rollBack(): void {
    try {
      // SQLite has rolled back itself after a full disk or a failed write.
      if (this.#writer.isInTransaction) this.#run('rollback');
      this.#ids.forget();
      this.#sums.reload();
    } catch (error) {
      this.#log.error(error, 'a group of commands could not be rolled back');
    }
  }
}
