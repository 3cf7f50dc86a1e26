/** The limit of the bare engine: it writes the rows that the server writes, in groups of the size that the tills allow. */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { createShift } from '../../apps/server/src/modules/shift/service.ts';
import { Refused } from '../../apps/server/src/platform/errors/refused.ts';
import { openStore } from '../../apps/server/src/platform/store/open-store.ts';
import { CollectedSums } from '../../apps/server/src/platform/store/outlet/collected-sums.ts';
import { PostgresConnection } from '../../apps/server/src/platform/store/postgres/client.ts';
import { partOf, writePath } from '../../apps/server/src/platform/store/postgres/layout/outlet-path.ts';
import type { SqliteDatabase } from '../../apps/server/src/platform/store/sqlite/database.ts';
import { setPragmas } from '../../apps/server/src/platform/store/sqlite/pragma.ts';
import { silentLog } from '../../apps/server/src/platform/store/testing/silent-log.ts';
import { serveWorker } from '../process.ts';
import type { Place } from '../server.ts';
import { type RecordedCall, recordCalls, type Statement } from './record.ts';

interface Bare {
  /** Writes a group of calls in one transaction. */
  commit(outletId: number, group: readonly RecordedCall[]): Promise<void> | void;
  close(): Promise<void> | void;
}

let bare: Bare | null = null;
let calls = new Map<number, RecordedCall[]>();

async function prepare({
  place,
  outletIds,
  bills,
}: {
  place: Place;
  outletIds: readonly number[];
  bills: number;
}): Promise<number> {
  const location = 'DATABASE_URL' in place ? { databaseUrl: place.DATABASE_URL } : { dataDir: place.DATA_DIR };
  const store = await openStore(location, { log: silentLog });
  calls = new Map();
  for (const outletId of outletIds) {
    const actor = {
      userId: 1,
      name: 'Keeper',
      outletId,
      permissions: new Set<string>(),
      deviceId: 'bench',
      connectionId: undefined,
    };
    await createShift(store, actor, { key: crypto.randomUUID(), openingBalance: 50_000 }).catch((error: unknown) => {
      if (!(error instanceof Refused && error.refusal.reason === 'shiftOpen')) throw error;
    });
    calls.set(outletId, await recordCalls(store, outletId, bills));
  }
  await store.close();
  bare = 'DATABASE_URL' in place ? await barePostgres(place.DATABASE_URL, outletIds) : bareSqlite(place.DATA_DIR);
  return [...calls.values()].reduce((sum, all) => sum + all.length, 0);
}

export interface BareTask {
  /** Number of calls in one transaction. */
  readonly batch: number;
  readonly ms: number;
  /** Maximum number of calls in each outlet. */
  readonly maxCalls: number;
  /** Number of outlets that are written at the same time. */
  readonly outlets: number;
}

async function run({ batch, ms, maxCalls, outlets }: BareTask): Promise<BareMeasured> {
  const engine = bare;
  if (!engine) throw new Error('Nothing is prepared');
  const groupMs: number[] = [];
  let count = 0;
  const startedAt = performance.now();
  const writing = [...calls].slice(0, outlets).map(async ([outletId, all]) => {
    let at = 0;
    for (; at < Math.min(all.length, maxCalls) && performance.now() - startedAt < ms; at += batch) {
      const group = all.slice(at, at + batch);
      const from = performance.now();
      await engine.commit(outletId, group);
      groupMs.push(performance.now() - from);
      count += group.length;
    }
    all.splice(0, at);
  });
  await Promise.all(writing);
  if (count === 0) throw new Error('Too few rows were recorded for the bare engine');
  return { perSecond: (count * 1000) / (performance.now() - startedAt), groupMs };
}

export interface BareMeasured {
  readonly perSecond: number;
  readonly groupMs: readonly number[];
}

/** Returns the sums of a group, each row once, as the server writes them. */
function sumsOf(group: readonly RecordedCall[]): CollectedSums {
  const sums = new CollectedSums();
  for (const call of group) sums.addRows(call.sums);
  return sums;
}

function bareSqlite(folder: string): Bare {
  const database = new DatabaseSync(join(folder, 'atoll.db'));
  setPragmas({ exec: (text: string) => database.exec(text) } as SqliteDatabase);
  const statements = new Map<string, StatementSync>();
  const runOne = ({ sql, parameters }: Statement): void => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare(sql)));
    statement.run(...(parameters as SQLInputValue[]));
  };
  for (const all of calls.values()) all.forEach((call, i) => void (all[i] = bound(call)));
  return {
    commit(outletId, group) {
      database.exec('begin immediate');
      for (const { writes } of group) for (const one of writes) runOne(one);
      const sums = sumsOf(group);
      const parameters = [BigInt(outletId), JSON.stringify(sums.rows())];
      if (!sums.isEmpty) runOne({ sql: 'insert into pending_sum (outlet_id, sums) values (?, ?)', parameters });
      const last = group.at(-1);
      if (last) runOne(last.head);
      database.exec('commit');
    },
    close: () => database.close(),
  };
}

/** Converts whole numbers for SQLite before the measurement starts. */
function bound({ writes, sums, head }: RecordedCall): RecordedCall {
  const bind = ({ sql, parameters }: Statement): Statement => ({
    sql,
    parameters: parameters.map((value) =>
      typeof value === 'number' ? BigInt(value) : typeof value === 'boolean' ? BigInt(value) : value,
    ),
  });
  return { writes: writes.map(bind), sums, head: bind(head) };
}

async function barePostgres(url: string, outletIds: readonly number[]): Promise<Bare> {
  const connections = new Map<number, PostgresConnection>();
  const paths = new Map<number, string>();
  for (const outletId of outletIds) {
    const connection = await PostgresConnection.open(url, { takesRole: true });
    connections.set(outletId, connection);
    paths.set(outletId, writePath(await partOf(connection, outletId)));
  }
  return {
    async commit(outletId, group) {
      const connection = connections.get(outletId);
      if (!connection) throw new Error('There is no such outlet');
      const sent: Promise<unknown>[] = [connection.begin('write', outletId, paths.get(outletId))];
      // Sent together, as the server does.
      for (const { writes } of group) for (const write of writes) sent.push(connection.hold(write));
      for (const write of sumsOf(group).take('postgres')) sent.push(connection.hold(write));
      const last = group.at(-1);
      if (last) sent.push(connection.hold(last.head));
      sent.push(connection.send('commit'));
      await Promise.all(sent);
    },
    async close() {
      for (const connection of connections.values()) await connection.close();
    },
  };
}

async function close(): Promise<void> {
  await bare?.close();
  bare = null;
}

serveWorker({ prepare, run, close });
