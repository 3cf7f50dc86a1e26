/** Tests of connections to PostgreSQL that are lost silently: a proxy before a real server drops what passes. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { openStore } from '../open-store.ts';
import { verifyHistory } from '../outlet/history.ts';
import type { OutletTx, Store } from '../store.ts';
import { createDatabase } from '../testing/engine.ts';
import { addOutlet } from '../testing/outlet.ts';
import { templateDatabase } from '../testing/postgres.ts';
import { silentLog } from '../testing/silent-log.ts';
import { openSilentProxy, type SilentProxy } from '../testing/silent-proxy.ts';
import { StoreUnavailable } from '../unavailable.ts';
import { withOwner } from './open.ts';

const maxMs = 10_000;
/** Longer than a connection may take to open, and than a call waits for one. */
const busyMs = 5500;

describe.skipIf(!inject('postgresUrl'))('a silently lost connection to PostgreSQL', () => {
  let proxy: SilentProxy;
  let store: Store;
  let direct: Store;
  let outletId: number;
  let own: string;
  beforeAll(async () => {
    const databaseUrl = await createDatabase(inject('postgresUrl'), templateDatabase);
    own = databaseUrl;
    proxy = await openSilentProxy(databaseUrl);
    store = await openStore({ databaseUrl: proxy.urlOf(databaseUrl) }, { log: silentLog });
    direct = await openStore({ databaseUrl }, { log: silentLog });
  });
  beforeEach(async () => {
    outletId = await addOutlet(direct, { name: `Reef ${Math.random()}` });
    await Promise.all(['a', 'b', 'c'].map((key) => sell(`first ${key}`)));
  });
  afterAll(async () => {
    await Promise.all([store.close(), direct.close()]);
    await proxy.close();
  });

  const sell = (key: string, more?: (tx: OutletTx) => Promise<unknown>) =>
    store.writeOutlet(outletId, async (tx) => {
      await more?.(tx);
      tx.head.billNumber += 1;
      tx.history({ subject: 'Bill', subjectKey: key, action: 'Created', userId: null, deviceId: null });
      return tx.head.billNumber;
    });
  const keys = () =>
    direct.readOutlet(outletId, async (db) =>
      (await db.selectFrom('history').select('subject_key').orderBy('seq').execute()).map((row) => row.subject_key),
    );
  const timed = async <T>(work: Promise<T>): Promise<{ ms: number; value: T }> => {
    const from = performance.now();
    const value = await work;
    return { ms: performance.now() - from, value };
  };
  const first = ['first a', 'first b', 'first c'];

  it('[R35.7] gives up a connection whose statement has no answer for 5 s, and sells again within 10 s', async () => {
    proxy.silence();
    const { ms, value } = await timed(Promise.all([sell('x'), sell('y')]));
    expect(value).toEqual([4, 5]);
    expect(ms).toBeLessThan(maxMs);
    expect(await keys()).toEqual([...first, 'x', 'y']);
    expect((await timed(sell('z'))).ms).toBeLessThan(1000);
  });

  it.each(['statement', 'answer'] as const)(
    '[R35.7] runs each command of a group once within 10 s when the %s of a commit is lost',
    async (lost) => {
      proxy.silenceAt('commit\0', lost);
      const { ms, value } = await timed(Promise.all([sell('x'), sell('y'), sell('z')]));
      expect(value).toEqual([4, 5, 6]);
      expect(ms).toBeLessThan(maxMs);
      expect(await keys()).toEqual([...first, 'x', 'y', 'z']);
      expect(await verifyHistory(direct, outletId)).toEqual({ ok: true, rows: 6 });
    },
  );

  it.each(['statement', 'answer'] as const)(
    '[R35.7] runs once a command without history, or of no outlet, when the %s of its commit is lost',
    async (lost) => {
      let runs = 0;
      const add = (tx: OutletTx) => {
        runs += 1;
        tx.head.itemId += 1;
        return tx.head.itemId;
      };
      proxy.silenceAt('commit\0', lost);
      const { ms, value } = await timed(store.writeOutlet(outletId, async (tx) => add(tx)));
      expect([value, runs]).toEqual([1, lost === 'answer' ? 1 : 2]);
      expect(ms).toBeLessThan(maxMs);
      expect(await direct.writeOutlet(outletId, async (tx) => tx.head.itemId)).toBe(1);

      proxy.silenceAt('commit\0', lost);
      const made = await timed(addOutlet(store, { name: `${lost} ${outletId}` }));
      expect(made.ms).toBeLessThan(maxMs);
      const rows = await direct.readOrg((db) =>
        db.selectFrom('outlet').select('id').where('name', '=', `${lost} ${outletId}`).execute(),
      );
      expect(rows).toEqual([{ id: made.value }]);
    },
  );

  it('[R35.7] delays other servers by at most 10 s when a lost connection held the outlet’s lock', async () => {
    const isHolding = Promise.withResolvers<void>();
    let runs = 0;
    const hung = sell('hung', async () => {
      runs += 1;
      if (runs === 1) proxy.silence();
      isHolding.resolve();
    });
    await isHolding.promise;
    const { ms } = await timed(
      direct.writeOutlet(outletId, async (tx) => {
        tx.history({ subject: 'Bill', subjectKey: 'other', action: 'Created', userId: null, deviceId: null });
      }),
    );
    expect(ms).toBeLessThan(maxMs);
    await hung;
    expect((await keys()).toSorted()).toEqual([...first, 'hung', 'other'].toSorted());
  });

  it('[R35.4] refuses as unavailable while the database answers nobody, loses nothing, and sells when it answers', async () => {
    const { died } = proxy;
    proxy.silence();
    proxy.isUnresponsive = true;
    const refused = await Promise.allSettled([sell('x'), sell('y'), keysThroughProxy()]);
    for (const result of refused)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
    expect(store.waitingMs()).toBe(0);
    expect(proxy.died).toBeGreaterThan(died);
    proxy.isUnresponsive = false;
    proxy.silence();
    expect((await timed(sell('x'))).ms).toBeLessThan(maxMs);
    expect(await keys()).toEqual([...first, 'x']);
  });

  const keysThroughProxy = () =>
    store.readOutlet(outletId, (db) => db.selectFrom('history').select('subject_key').execute());

  it('[R35.7] refuses nothing because its own thread was busy for longer than a connection may take', async () => {
    const fresh = await openStore({ databaseUrl: own }, { log: silentLog });
    onTestFinished(() => fresh.close());
    // More than there are connections: some are being opened, and the rest wait for one.
    const reads = Array.from({ length: 30 }, () =>
      fresh.readOrg((db) => db.selectFrom('outlet').select('id').execute()),
    );
    await setImmediate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    for (const result of await Promise.allSettled(reads)) expect(result).toMatchObject({ status: 'fulfilled' });
  });

  it('[R35.7] fails background work on tables whose connection is lost, and nothing else', async () => {
    const work = withOwner({ databaseUrl: own }, silentLog, (client) =>
      client.query('select pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(work).rejects.toThrow(/terminat/i);
    // Its end is heard without anybody asking.
    await setImmediate();
    expect(await sell('x')).toBe(4);
  });

  it('[R35.7] reads again on another connection, so that every list is loaded within 10 s', async () => {
    proxy.silence();
    const { ms, value } = await timed(Promise.all(Array.from({ length: 30 }, () => keysThroughProxy())));
    expect(ms).toBeLessThan(maxMs);
    expect(value.every((rows) => rows.length === 3)).toBe(true);
  });
});
