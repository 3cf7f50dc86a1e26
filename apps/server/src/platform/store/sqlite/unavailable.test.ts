/** Tests of what SQLite reports when it cannot serve, with real errors of SQLite. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../open-store.ts';
import { verifyHistory } from '../outlet/history.ts';
import type { Store } from '../store.ts';
import { addOutlet } from '../testing/outlet.ts';
import { silentLog } from '../testing/silent-log.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { SqliteDatabase } from './database.ts';
import { publicError } from './failure.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-unavailable-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('errors of SQLite', () => {
  const failureOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return publicError(error);
    }
    return undefined;
  };

  it('[R35.4] distinguishes a full disk and a read-only, damaged, locked or missing file from a wrong statement', () => {
    const path = join(dataDir, 'some.db');
    const database = new SqliteDatabase(path);
    database.exec('pragma busy_timeout = 0; create table note (text text not null)');
    const visitor = new SqliteDatabase(path);
    visitor.exec('begin immediate');
    const busy = failureOf(() => database.run('begin immediate'));
    visitor.exec('rollback');
    visitor.close();
    database.exec('pragma max_page_count = 3');
    const full = failureOf(() => database.run('insert into note values (hex(zeroblob(40000)))'));
    const wrong = failureOf(() => database.run('insert into note values (null)'));
    database.close();
    const reader = new SqliteDatabase(path, { readOnly: true });
    const readOnly = failureOf(() => reader.run('delete from note'));
    reader.close();
    writeFileSync(path, 'This was a database once, and now it is a text. '.repeat(100));
    const damaged = failureOf(() => new SqliteDatabase(path).run('select * from note'));
    const missing = failureOf(() => new SqliteDatabase(join(dataDir, 'nowhere', 'some.db')).run('select 1'));
    expect([busy, full, readOnly, damaged, missing].map((error) => (error as StoreUnavailable).why)).toEqual([
      'away',
      'full',
      'readOnly',
      'damaged',
      'away',
    ]);
    expect(wrong).not.toBeInstanceOf(StoreUnavailable);
  });
});

describe('an embedded store whose file another program locks', () => {
  let store: Store;
  let outletId: number;
  beforeEach(async () => {
    store = await openStore({ dataDir }, { log: silentLog });
    outletId = await addOutlet(store);
  });
  afterEach(() => store.close());
  const sell = (key: string) =>
    store.writeOutlet(outletId, async (tx) => {
      tx.head.billNumber += 1;
      tx.history({ subject: 'Bill', subjectKey: key, action: 'Created', userId: null, deviceId: null });
      return tx.head.billNumber;
    });
  const visit = (): SqliteDatabase => {
    const visitor = new SqliteDatabase(join(dataDir, 'atoll.db'));
    visitor.exec('begin immediate');
    return visitor;
  };

  it('[R35.4] reads during a lock, sells when the file is free, and runs each command once', async () => {
    const visitor = visit();
    const sold = Promise.all([sell('a'), sell('b')]);
    await expect.poll(() => store.waitingMs()).toBeGreaterThan(100);
    expect(await store.readOrg((db) => db.selectFrom('outlet').select('id').execute())).toEqual([{ id: outletId }]);
    visitor.exec('rollback');
    visitor.close();
    expect(await sold).toEqual([1, 2]);
    expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: 2 });
    expect(store.waitingMs()).toBe(0);
  });

  it('[R34.27] tries again at once after a short lock, such as that of statistics, and then more seldom', async () => {
    const visitor = visit();
    const timeouts = vi.spyOn(globalThis, 'setTimeout');
    const sold = sell('a');
    await expect.poll(() => store.meter.retries).toBeGreaterThanOrEqual(8);
    const pauses = timeouts.mock.calls.map(([, ms]) => ms);
    timeouts.mockRestore();
    visitor.exec('rollback');
    visitor.close();
    expect(await sold).toBe(1);
    expect(pauses.join()).toContain('1,2,4');
    expect(pauses).toContain(50);
  });

  it('[R35.4] refuses as unavailable after a lock of 5 s, reports it, and continues when the file is free', async () => {
    const visitor = visit();
    const from = performance.now();
    const refused = await Promise.allSettled([sell('a'), sell('b')]);
    expect(performance.now() - from).toBeLessThan(9000);
    for (const result of refused)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    await expect(store.check()).rejects.toThrow(StoreUnavailable);
    visitor.exec('rollback');
    visitor.close();
    expect(await Promise.all([sell('a'), sell('b')])).toEqual([1, 2]);
    await store.check();
  }, 30_000);
});
