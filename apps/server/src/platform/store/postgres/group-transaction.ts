/** The transaction of a group of commands on PostgreSQL: under the outlet's lock, its writes sent without waiting. */
import type { CompiledQuery, Kysely } from 'kysely';
import { CollectedSums, concernsSums } from '../outlet/collected-sums.ts';
import { changeRetentionMs, copyHead, createHead, expireChanges, lockHead, saveHead, toHead } from '../outlet/head.ts';
import type { TxConnection } from '../outlet/outlet-tx.ts';
import type { TermsMemory } from '../outlet/terms-memory.ts';
import { keepPrepared } from '../prepared.ts';
import type { AddedSums } from '../prepared-rows.ts';
import type { Database, SequenceName } from '../schema/schema.ts';
import type { OutletHead } from '../store.ts';
import type { PostgresConnection } from './client.ts';
import type { Lent } from './pool.ts';
import type { PlacedOutlet } from './transaction.ts';

/** One transaction whose writes are sent without waiting. */
export class GroupTransaction implements TxConnection {
  readonly engine = 'postgres';
  readonly db: Kysely<Database>;
  /** The first statement that failed. */
  failure: Error | null = null;
  commitSent = false;
  /** The transaction's number in the database, once it has the lock. */
  xid: string | null = null;
  /** The outlet's row; before the transaction has the lock, it has only `outletId`. */
  readonly head = {} as OutletHead;
  /** The version of the terms when the transaction began. */
  committedTerms = 0;
  readonly memory: TermsMemory;
  readonly #connection: PostgresConnection;
  #locked: Promise<unknown> | null = null;
  readonly #sums = new CollectedSums();
  #sent: Promise<unknown>[] = [];

  constructor({ connection, db }: Lent, memory: TermsMemory) {
    this.memory = memory;
    this.#connection = connection;
    this.db = db;
  }

  /** Begins, sets the outlet for row security and takes its lock, in one round trip. Fills `head`, and returns a copy of it. */
  begin({ id, path }: PlacedOutlet): Promise<OutletHead> {
    Object.assign(this.head, { outletId: id });
    const locked = this.#lock(id, path);
    this.#locked = locked;
    return locked;
  }

  async #lock(outletId: number, path: string): Promise<OutletHead> {
    this.#watch(this.#begin(outletId, path));
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

  async #begin(outletId: number, path: string): Promise<void> {
    this.xid = await this.#connection.begin('write', outletId, path);
  }

  /** Returns the rows, never before the transaction has the lock. */
  async load<R>(query: CompiledQuery<R>): Promise<R[]> {
    if (concernsSums(query.sql)) this.#sendSums();
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
    if (concernsSums(query.sql)) this.#sendSums();
    this.#watch(this.#connection.hold(query));
  }

  addSums<Row extends object>(_outletId: number, query: AddedSums<Row>, rows: readonly Row[]): void {
    this.#sums.add(query, rows);
  }

  #sendSums(): void {
    for (const statement of this.#sums.take('postgres')) this.#watch(this.#connection.hold(statement));
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

  /** Resolves when everything that was sent succeeded and is durable. */
  async commit(): Promise<void> {
    if (this.#connection.broken !== null) throw this.#connection.broken;
    this.#sendSums();
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
    if (this.#connection.broken !== null) return;
    try {
      await this.#connection.send('rollback');
    } catch (error) {
      this.#connection.broken ??= asError(error);
    }
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
