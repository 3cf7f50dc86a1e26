/**
 * The store as every module sees it: one query layer (Kysely) over SQLite or PostgreSQL.
 *
 * - `readOutlet` reads one outlet's rows (row security is set to that outlet on PostgreSQL; on SQLite a reader connection).
 * - `writeOutlet` runs one command of one outlet. Commands of an outlet are serialised by a lock on its `outlet_cursor` row and
 *   committed in groups; the promise settles after the COMMIT is durable. A command loads, decides (throws a refusal before it
 *   writes anything) and then writes; it never awaits the network or a printer. A fault in a group makes each command run again alone,
 *   so a command must have no effect outside the store.
 * - `readOrg` and `writeOrg` are for what belongs to no outlet: users, sessions, outlets.
 */
import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** The outlet's counters and chain head, held locked while a command runs; changed in place, written once at the end of the group. */
export interface OutletHead {
  readonly outletId: number;
  /** Head of the change log. */
  seq: number;
  billNumber: number;
  shiftNumber: number;
  zNumber: number;
  /** Next running number by business year: `{ "2026": 17 }` means 17 were given. */
  invoices: Record<string, number>;
  itemId: number;
  historySeq: number;
  historyHash: string;
  /** The open shift, or null. */
  shiftId: number | null;
}

export interface ChangeNote {
  readonly entity: 'Bill' | 'Shift' | 'Menu' | 'Settings' | 'Ticket';
  readonly id: number | null;
  readonly version: number;
  readonly action: 'Created' | 'Updated' | 'Paid' | 'Voided' | 'Transferred' | 'Printed';
}

export interface HistoryNote {
  readonly subject: string;
  readonly subjectKey: string;
  readonly action: string;
  readonly userId: number | null;
  readonly deviceId: string | null;
  readonly approvalKey?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface OutletTx {
  readonly head: OutletHead;
  /** Epoch ms of the server at the start of the group. */
  readonly now: number;
  /** Loads: results are awaited. */
  readonly db: Kysely<Database>;
  /** Writes: sent without waiting; a failure fails the command. */
  write(query: CompiledQuery | { compile(): CompiledQuery }): void;
  /** The next id of a table whose ids run over all outlets. */
  nextId(table: 'bill' | 'shift' | 'customer'): Promise<number>;
  /** Appends to the outlet's change log and, after the commit, tells the hub. `origin`: the hub connection that made it. */
  change(note: ChangeNote, origin?: string): void;
  /** Appends to the outlet's hash-chained history. */
  history(note: HistoryNote): void;
}

export interface CommittedChange extends ChangeNote {
  readonly outlet: number;
  readonly seq: number;
  readonly origin?: string;
}

export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  readOutlet<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  writeOutlet<T>(outletId: number, command: (tx: OutletTx) => Promise<T>): Promise<T>;
  readOrg<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  writeOrg<T>(write: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Called with what was committed, after the commit. */
  onCommitted(listener: (changes: readonly CommittedChange[]) => void): void;
  /** Answers when the database can be reached and its settings keep what was acknowledged. */
  check(): Promise<void>;
  close(): Promise<void>;
}
