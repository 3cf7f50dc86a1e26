/**
 * The store as every module sees it: one query layer (Kysely) over SQLite or PostgreSQL.
 *
 * - `readOutlet` reads one outlet's rows in one snapshot (row security is set to that outlet on PostgreSQL; on SQLite a reader connection).
 * - `writeOutlet` runs one command of one outlet. Commands of an outlet are serialised by a lock on its `outlet_cursor` row and
 *   committed in groups; the promise settles after the COMMIT is durable. A command loads, decides (throws a refusal before it
 *   writes anything) and then writes; it never awaits the network or a printer. A fault in a group makes each command run again alone,
 *   so a command must have no effect outside the store.
 * - When the store itself cannot serve (away, read-only, full, damaged) every call rejects with `StoreUnavailable`.
 * - `readOrg` and `writeOrg` are for what belongs to no outlet: users, sessions, outlets.
 */

import type { HubAction, HubEntity } from '@atoll/domain/contract/platform/hub';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { StoreMeter } from './meter.ts';
import type { Prepared } from './prepared.ts';
import type { PreparedRows } from './prepared-rows.ts';
import type { Database, SequenceName } from './schema/schema.ts';

/** The outlet's counters and chain head, locked while a command runs; changed in place, written once at the end of the group. */
export interface OutletHead {
  readonly outletId: number;
  /** Whether it is a practice outlet: nothing that is sold there counts (R31.46). */
  readonly isPractice: boolean;
  /** Head of the change log. */
  seq: number;
  billNumber: number;
  shiftNumber: number;
  zNumber: number;
  /** Numbers given by business year: `{ "2026": 17 }` means 17 were given. */
  invoices: Record<string, number>;
  itemId: number;
  historySeq: number;
  historyHash: string;
  /** Epoch ms of the last history entry; 0 before the first. */
  lastAt: number;
  /** The open shift, or null. */
  shiftId: number | null;
  /** Grows with every change of the outlet's terms, settings or menu. What is cached of them is valid for one version. */
  termsVersion: number;
}

export interface ChangeNote {
  readonly entity: HubEntity;
  readonly id: number | null;
  readonly version: number;
  readonly action: HubAction;
}

export interface HistoryNote {
  readonly subject: string;
  readonly subjectKey: string;
  readonly action: HistoryAction;
  readonly userId: number | null;
  /** Who sent it, when that was not its author. */
  readonly sentBy?: number | undefined;
  /** True when its author lacked the permission by the time it arrived. */
  readonly isRevoked?: true | undefined;
  readonly deviceId: string | null;
  readonly approvalKey?: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Values of the rows that it wrote, by table and column, with which `npm run verify` compares the store. Earlier releases wrote none. */
  readonly written?: Readonly<Record<string, object>> | undefined;
}

export interface OutletTx {
  readonly engine: Engine;
  readonly head: OutletHead;
  /**
   * The time that records get, in epoch ms: the server's at the start of the group, never before the outlet's last
   * history entry. Read it after the first load (R35.85).
   */
  readonly now: number;
  /** The server's own clock in epoch ms, which may be behind `now`: for waits and expiry. */
  readonly clockNow: number;
  /** Loads: results are awaited. */
  readonly db: Kysely<Database>;
  /** Runs a prepared statement and returns its rows. */
  load<P extends object, R>(query: Prepared<P, R>, params: P): Promise<R[]>;
  /** Sends a write without waiting; a failure fails the command. */
  write(query: CompiledQuery | { compile(): CompiledQuery }): void;
  write<P extends object, R>(query: Prepared<P, R>, params: P): void;
  /** Writes rows of one table, in as few statements as the engine prefers. */
  writeRows<Row extends object>(query: PreparedRows<Row>, rows: readonly Row[]): void;
  /** Returns the next id of a table whose ids are counted over all outlets. */
  nextId(table: SequenceName): Promise<number>;
  /**
   * Appends to the outlet's change log and, after the commit, notifies the hub. `origin`: the hub connection that made
   * it. A change of `Menu` or `Settings` also invalidates what is cached of the outlet's terms.
   */
  change(note: ChangeNote, origin?: string): void;
  /** Appends to the outlet's hash-chained history. */
  history(note: HistoryNote): void;
  /** Returns what `read` returned of the outlet's terms, settings or menu; it is read again only after one of them changed. */
  remember<T>(name: string, read: () => Promise<T>): Promise<T>;
}

export interface CommittedChange extends ChangeNote {
  readonly outlet: number;
  readonly seq: number;
  readonly origin?: string;
  /** The trace of the call that made it, while traces are exported. */
  readonly trace?: string;
}

/**
 * How a command runs. `loadsFirst`: before its first load returns, it reads nothing of `head` but `outletId`; the load
 * is then sent together with the lock.
 */
export type CommandManner = 'loadsFirst';

export interface Store {
  readonly engine: Engine;
  readOutlet<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * Like `readOutlet`, for long reads: on its own thread (SQLite) or its own connections (PostgreSQL), so that no till
   * waits for it. Refused: 'reportTooLong'.
   */
  readForReports<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * Like `readForReports`, for lists, searches and exports: a report that takes long does not delay them. Refused:
   * 'listTooLong'.
   */
  readForLists<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * Like `readForLists`, for what may be some seconds old: from a replica where there is one. Never for what a command
   * decides by.
   */
  readOlder<T>(outletId: number, read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /** Returns the heads of outlets' change logs, by one query however many there are. */
  heads(outletIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /**
   * Returns rows of all outlets by one query, however many there are: what background work finds its outlets by. On
   * PostgreSQL the role that may read a few columns of all outlets runs it (migrations 39 and 50).
   */
  readAllOutlets<R>(read: (db: Kysely<Database>) => Promise<readonly R[]>): Promise<readonly R[]>;
  /** Like `readAllOutlets`, for a write that belongs to no command: when connected devices were heard. */
  writeAllOutlets<R>(write: (db: Kysely<Database>) => Promise<readonly R[]>): Promise<readonly R[]>;
  writeOutlet<T>(outletId: number, command: (tx: OutletTx) => Promise<T>, manner?: CommandManner): Promise<T>;
  readOrg<T>(read: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  writeOrg<T>(write: (db: Kysely<Database>) => Promise<T>): Promise<T>;
  /**
   * Returns the same store with its clock stopped at an instant (epoch ms): demo data and imports of past days are
   * written with it.
   */
  at(instant: number): Store;
  /** Calls the listener with what was committed, after the commit. */
  onCommitted(listener: (changes: readonly CommittedChange[]) => void): void;
  /** Resolves when the database can be written to and its settings keep acknowledged writes; rejects with StoreUnavailable. */
  check(): Promise<void>;
  /** Returns how long the oldest command without an outcome has waited, in ms. */
  waitingMs(): number;
  /** What it counts of its own work. */
  readonly meter: StoreMeter;
  close(): Promise<void>;
}
