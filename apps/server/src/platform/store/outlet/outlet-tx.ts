/** The part of `OutletTx` that both engines share. */
import type { CompiledQuery, Kysely } from 'kysely';
import { currentCall } from '../../trace/call.ts';
import type { Engine } from '../engine.ts';
import { Prepared } from '../prepared.ts';
import { AddedSums, type PreparedRows } from '../prepared-rows.ts';
import type { Database, SequenceName } from '../schema/schema.ts';
import type { ChangeNote, CommittedChange, HistoryNote, OutletHead, OutletTx } from '../store.ts';
import { insertChange, nextChange } from './change-log.ts';
import { insertHistory, nextHistoryRow } from './history.ts';
import type { TermsMemory } from './terms-memory.ts';

/** What a command runs on. */
export interface TxConnection {
  readonly engine: Engine;
  readonly db: Kysely<Database>;
  load<R>(query: CompiledQuery<R>): Promise<R[]>;
  send(query: CompiledQuery): void;
  nextId(table: SequenceName): Promise<number>;
  /** Adds to sums of the outlet, at the latest when the transaction ends. */
  addSums<Row extends object>(outletId: number, query: AddedSums<Row>, rows: readonly Row[]): void;
  readonly memory: TermsMemory;
}

/**
 * The server's clock, and the instant that a command uses as the current time instead, independent of the history; null
 * for none.
 */
export interface CommandTime {
  readonly clockNow: number;
  readonly at: number | null;
}

export class CommandTx implements OutletTx {
  readonly head: OutletHead;
  readonly clockNow: number;
  readonly #at: number | null;
  /** The changes that the hub sends after the commit. */
  readonly committed: CommittedChange[] = [];
  /** True when anything was sent to the database. A failure before that is no reason to repeat the other commands. */
  wrote = false;
  readonly #connection: TxConnection;
  readonly #committedTerms: () => number;

  /** `committedTerms` returns the version of the terms when the transaction began. */
  constructor(connection: TxConnection, head: OutletHead, time: CommandTime, committedTerms: () => number) {
    this.#connection = connection;
    this.#committedTerms = committedTerms;
    this.head = head;
    this.clockNow = time.at ?? time.clockNow;
    this.#at = time.at;
  }

  get now(): number {
    return this.#at ?? Math.max(this.clockNow, this.head.lastAt ?? 0);
  }

  get engine(): Engine {
    return this.#connection.engine;
  }

  get db(): Kysely<Database> {
    return this.#connection.db;
  }

  load<P extends object, R>(query: Prepared<P, R>, params: P): Promise<R[]> {
    return this.#connection.load(query.with(this.engine, params));
  }

  write(query: CompiledQuery | { compile(): CompiledQuery }): void;
  write<P extends object, R>(query: Prepared<P, R>, params: P): void;
  write(query: CompiledQuery | { compile(): CompiledQuery } | Prepared<object, unknown>, params?: object): void {
    this.wrote = true;
    if (query instanceof Prepared) this.#connection.send(query.with(this.engine, params ?? {}));
    else this.#connection.send('compile' in query ? query.compile() : query);
  }

  writeRows<Row extends object>(query: PreparedRows<Row>, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    // What people practice is no figure of a day.
    if (query instanceof AddedSums && this.head.isPractice) return;
    this.wrote = true;
    if (query instanceof AddedSums) return this.#connection.addSums(this.head.outletId, query as AddedSums<Row>, rows);
    for (const statement of query.with(this.engine, rows)) this.#connection.send(statement);
  }

  nextId(table: SequenceName): Promise<number> {
    return this.#connection.nextId(table);
  }

  change(note: ChangeNote, origin?: string): void {
    const { row, committed } = nextChange(this.head, note, this.now, origin);
    const trace = currentCall()?.span?.traceparent;
    this.committed.push(trace === undefined ? committed : { ...committed, trace });
    this.write(insertChange, row);
  }

  history(note: HistoryNote): void {
    this.write(insertHistory, nextHistoryRow(this.head, note, this.now));
  }

  remember<T>(name: string, read: () => Promise<T>): Promise<T> {
    const { outletId, termsVersion } = this.head;
    const isCommitted = termsVersion === this.#committedTerms();
    return this.#connection.memory.remember(`${outletId} ${name}`, termsVersion, isCommitted, read);
  }
}
