import { describe, expect, it } from 'vitest';
import { addShop, line, order, settle } from '../../modules/bill/testing/shop.ts';
import { rowHash, verifyHistory } from './outlet/history.ts';
import { prepared } from './prepared.ts';
import type { OutletTx, Store } from './store.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const write = (tx: OutletTx, key: string) => {
  tx.head.billNumber += 1;
  tx.write(
    tx.db.insertInto('setting').values({
      outlet_id: tx.head.outletId,
      key,
      value: 'true',
      value_list: JSON.stringify([key]),
      modified_at: tx.now,
      modified_by: null,
    }),
  );
  tx.history({ subject: 'Setting', subjectKey: key, action: 'Updated', userId: null, deviceId: null, after: key });
  tx.change({ entity: 'Bill', id: tx.head.billNumber, version: 1, action: 'Created' });
};

const note = (store: Store, outletId: number, key: string) =>
  store.writeOutlet(outletId, async (tx) => {
    write(tx, key);
    return tx.head.billNumber;
  });

const keysOf = (store: Store, outletId: number) =>
  store.readOutlet(outletId, async (db) =>
    (await db.selectFrom('setting').select('key').where('outlet_id', '=', outletId).orderBy('key').execute()).map(
      (row) => row.key,
    ),
  );

const settingByKey = prepared<{ outletId: number; key: string }>()((db, p) =>
  db.selectFrom('setting').selectAll().where('outlet_id', '=', p('outletId')).where('key', '=', p('key')),
);

eachEngine('the store', (on) => {
  it('commits commands that arrive together in their order, without gaps in numbers', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const received: number[] = [];
    store.onCommitted((changes) => received.push(...changes.map((change) => change.seq)));
    const numbers = await Promise.all(Array.from({ length: 50 }, (_, i) => note(store, outletId, `k${i}`)));
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(received).toEqual(numbers);
    expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: 50 });
  });

  it('shows a command the writes of earlier commands in its group', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const [, seen] = await Promise.all([
      note(store, outletId, 'a'),
      store.writeOutlet(outletId, (tx) => tx.load(settingByKey, { outletId, key: 'a' })),
    ]);
    expect(seen).toMatchObject([{ key: 'a', value_list: ['a'] }]);
  });

  it('leaves no trace of a refused command, and commits the others of its group', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const received: unknown[] = [];
    store.onCommitted((changes) => received.push(...changes));
    const results = await Promise.allSettled([
      note(store, outletId, 'a'),
      store.writeOutlet(outletId, async (tx) => {
        tx.head.billNumber += 1;
        throw new Error('no');
      }),
      note(store, outletId, 'c'),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toEqual({ status: 'fulfilled', value: 2 });
    expect(received).toHaveLength(2);
  });

  it('undoes only the command that failed after writing', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store);
    const results = await Promise.allSettled([
      note(store, outletId, 'a'),
      store.writeOutlet(outletId, async (tx) => {
        write(tx, 'b');
        throw new Error('after writing');
      }),
      note(store, outletId, 'a'),
      store.writeOutlet(outletId, async (tx) => {
        await tx.db
          .insertInto('setting')
          .values({ outlet_id: outletId, key: 'e', value: null, value_list: null, modified_at: 0, modified_by: null })
          .execute();
        throw new Error('after writing through the builder');
      }),
      note(store, outletId, 'd'),
    ]);
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await keysOf(store, outletId)).toEqual(['a', 'd']);
    expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: 2 });
  });

  it('returns booleans and JSON as such, and whole numbers exactly', async () => {
    const store = await on.open();
    const outletId = await addOutlet(store, { is_active: false });
    const row = await store.readOrg((db) =>
      db
        .selectFrom('outlet')
        .select(['is_active', 'is_gst_on_service_charge', 'slot_types'])
        .select((eb) =>
          eb(eb.cast<number>(eb.val(5), on.engine === 'sqlite' ? 'integer' : 'bigint'), '/', eb.val(2)).as('half'),
        )
        .where('id', '=', outletId)
        .executeTakeFirstOrThrow(),
    );
    expect(row.is_active).toBe(false);
    expect(row.is_gst_on_service_charge).toBe(true);
    expect(row.slot_types[0]?.type).toBe('Table');
    expect(row.half).toBe(2);
  });

  it('keeps everything, and runs a migration once, when it is opened again', async () => {
    const at = await on.place();
    const first = await on.open({ at });
    const outletId = await addOutlet(first);
    await note(first, outletId, 'a');
    await first.close();
    const again = await on.open({ at });
    expect(await note(again, outletId, 'b')).toBe(2);
    expect(await keysOf(again, outletId)).toEqual(['a', 'b']);
  });

  it('runs a command at another instant on request', async () => {
    const store = await on.open({ now: () => 5000 });
    const outletId = await addOutlet(store);
    const nows = await Promise.all([
      store.at(1000).writeOutlet(outletId, async (tx) => tx.now),
      store.writeOutlet(outletId, async (tx) => tx.now),
    ]);
    expect(nows).toEqual([1000, 5000]);
  });

  it('detects an edited, a removed and a missing last row of history', async () => {
    for (const sql of [
      `update history set data = '{"after":"z"}' where seq = 2`,
      `delete from history where seq = 2`,
      `delete from history where seq = 3`,
    ]) {
      const at = await on.placeWithTables();
      const store = await on.open({ at });
      const outletId = await addOutlet(store);
      for (const key of ['a', 'b', 'c']) await note(store, outletId, key);
      expect(await verifyHistory(store, outletId)).toEqual({ ok: true, rows: 3 });
      await on.tamper(
        at,
        on.engine === 'sqlite'
          ? `drop trigger history_refuses_update; drop trigger history_refuses_delete; ${sql}`
          : `begin; alter table history disable row level security; ${sql}; commit`,
      );
      expect(await verifyHistory(store, outletId)).toMatchObject({ ok: false });
    }
  });

  it('detects an edited row of history with a matching hash', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const outletId = await addOutlet(store);
    for (const key of ['a', 'b', 'c']) await note(store, outletId, key);
    const rows = await store.readOutlet(outletId, (db) =>
      db.selectFrom('history').selectAll().orderBy('seq').execute(),
    );
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('There is no history');
    const { hash: _, ...row } = second;
    const edited = { ...row, data: '{"after":"z"}' };
    const set = `update history set data = '${edited.data}', hash = '${rowHash(first.hash, edited)}' where seq = 2`;
    await on.tamper(
      at,
      on.engine === 'sqlite'
        ? `drop trigger history_refuses_update; ${set}`
        : `begin; alter table history disable row level security; ${set}; commit`,
    );
    expect(await verifyHistory(store, outletId)).toEqual({ ok: false, seq: 3 });
  });

  it('[R34.15] starts on a store to which the next release only added, and writes there', async () => {
    const at = await on.placeWithTables();
    await on.tamper(
      at,
      `alter table bill add column mood text; create table mood (outlet_id bigint primary key);
        insert into migration (number, name, sha256, applied_at, needs) values (999, 'later', 'x', 0, 0)`,
    );
    const store = await on.open({ at });
    const shop = await addShop(store);
    await settle(shop, await order(shop, '1', [line(shop.menu.tea)]));
    const bills = await store.readForReports(shop.outletId, (db) =>
      db.selectFrom('bill').select('status').where('outlet_id', '=', shop.outletId).execute(),
    );
    expect(bills).toEqual([{ status: 'Complete' }]);
  });

  it('refuses to start with a migration that was changed after it ran, or that it does not know', async () => {
    for (const sql of [
      `update migration set sha256 = 'x' where number = 1`,
      `insert into migration (number, name, sha256, applied_at) values (999, 'later', 'x', 0)`,
    ]) {
      const at = await on.place();
      await (await on.open({ at })).close();
      await on.tamper(at, sql);
      await expect(on.open({ at })).rejects.toThrow(/was changed after it ran|newer version/);
    }
  });
});

describe('prepared statements', () => {
  it('puts values into their places, however often and in whatever order they occur', () => {
    const query = prepared<{ a: number; b: string }>()((db, p) =>
      db.selectFrom('setting').select('key').where('value', '=', p('b')).where('outlet_id', '=', p('a')).limit(7),
    );
    expect(query.with('sqlite', { a: 1, b: 'x' }).parameters).toEqual(['x', 1, 7]);
    expect(query.with('postgres', { a: 2, b: 'y' }).sql).toContain('"value" = $1');
  });
});
