import { expect, it } from 'vitest';
import type { StoreLocation } from '../../platform/store/open-store.ts';
import { changeRetentionMs } from '../../platform/store/outlet/head.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addOutlet } from '../../platform/store/testing/outlet.ts';
import { planOf, statementsOf } from '../../platform/store/testing/statements.ts';
import { changesSince } from './find.ts';
import { pruneOutlets } from './prune.ts';

const hourMs = 3_600_000;

eachEngine('removing what is no longer needed', (on) => {
  const note = { entity: 'Bill', id: 1, version: 1, action: 'Updated' } as const;
  const change = (store: Store, outletId: number, at: number, count: number) =>
    store.at(at).writeOutlet(outletId, async (tx) => {
      for (let i = 0; i < count; i += 1) tx.change(note);
    });
  /** Writes changes of an outlet that had none, outside of the store. */
  const fill = (place: StoreLocation, outletId: number, at: number, count: number) =>
    on.tamper(
      place,
      `insert into outlet_cursor (outlet_id, seq, invoices) values (${outletId}, ${count}, '{}');
       with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
       insert into change_log (outlet_id, seq, entity, entity_id, version, action, at)
       select ${outletId}, i, 'Bill', 1, 1, 'Updated', ${at} from n`,
    );
  const agesOf = async (store: Store, outletId: number, now: number) =>
    (
      await store.readOutlet(outletId, (db) =>
        db.selectFrom('change_log').select('at').where('outlet_id', '=', outletId).orderBy('seq').execute(),
      )
    ).map(({ at }) => Math.round((now - at) / hourMs));

  it('[R34.17] removes the changes of 48 hours ago from an outlet that changed nothing since, and keeps the later ones', async () => {
    const place = await on.placeWithTables();
    const store = await on.open({ at: place });
    const [quiet, other] = [await addOutlet(store), await addOutlet(store)];
    const now = Date.now();
    await fill(place, quiet, now - 60 * hourMs, 2500);
    await change(store, quiet, now - 47 * hourMs, 2);
    await change(store, other, now - hourMs, 1);
    const rows = await agesOf(store, quiet, now);
    expect(rows).toHaveLength(2502);
    await pruneOutlets(store, now);
    expect(await agesOf(store, quiet, now)).toEqual([47, 47]);
    expect(await agesOf(store, other, now)).toEqual([1]);
    expect(await changesSince(store, quiet, 2500, now)).toMatchObject({ head: 2502, changes: [{ id: 1 }] });
    expect(await changesSince(store, quiet, 2499, now)).toEqual({ head: 2502, reset: true });
  });

  it('[R34.17] each step of it reads and removes a limited number of rows', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const outletId = await addOutlet(store);
    const now = Date.now();
    await fill(at, outletId, now - changeRetentionMs - hourMs, 2500);
    const statements = await statementsOf(() => pruneOutlets(store, now));
    const deletes = statements.filter(({ sql }) => sql.startsWith('delete from "change_log"'));
    expect(deletes).toHaveLength(2);
    const [first] = deletes;
    const plan = (await planOf(at, first ?? { sql: '', parameters: [] })).join('\n');
    expect(plan).toMatch(/SEARCH change_log USING PRIMARY KEY \(outlet_id=\? AND seq=\?\)|Limit/);
    expect(await agesOf(store, outletId, now)).toEqual([]);
  });

  it('[R34.17] removes old kitchen tickets, requests of reports, imports and jobs of printers from a quiet outlet, in steps', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const outletId = await addOutlet(store);
    const now = Date.now();
    const daysAgo = (days: number) => now - days * 24 * hourMs;
    const rows = (count: number, insert: string) =>
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) ${insert} from n`;
    const ticket = (name: string, count: number, days: number, isOpen: boolean) =>
      rows(
        count,
        `insert into kitchen_ticket (outlet_id, key, bill_id, number, business_date, station, kind, state, is_open, created_at, changed_at, doc)
         select ${outletId}, '${name}' || i, i, i, '2026-01-01', 'KITCHEN', 'New', 'New', ${on.engine === 'sqlite' ? Number(isOpen) : isOpen},
         ${daysAgo(days)}, ${daysAgo(days)}, '{}'`,
      );
    const one = (table: string, columns: string, values: string, days: number) =>
      `insert into ${table} (outlet_id, created_at, ${columns}) values (${outletId}, ${daysAgo(days)}, ${values})`;
    const job = "'done', 'a', 1, '{}'";
    await on.tamper(
      at,
      [
        `insert into outlet_cursor (outlet_id, invoices) values (${outletId}, '{}')`,
        ticket('closed', 1200, 91, false),
        ticket('open', 700, 91, true),
        ticket('late', 3, 89, false),
        one('report_run', 'id, config', "1, '{}'", 401),
        one('report_run', 'id, config', "2, '{}'", 399),
        one('import_job', 'key, entity, state, row_count, bad, modified_at', "'old', 'item', 'Done', 1, '[]', 1", 31),
        one('import_job', 'key, entity, state, row_count, bad, modified_at', "'new', 'item', 'Done', 1, '[]', 1", 29),
        one('handed_job', 'key, state, asked_by, changed_at, doc', `'old', ${job}`, 2),
        one('handed_job', 'key, state, asked_by, changed_at, doc', `'new', ${job}`, 0.5),
      ].join(';\n'),
    );
    const statements = await statementsOf(() => pruneOutlets(store, now));
    expect(statements.filter(({ sql }) => sql.startsWith('delete from "report_run"'))).toHaveLength(3);
    const left = await store.readOutlet(outletId, async (db) => ({
      tickets: await db.selectFrom('kitchen_ticket').select('key').orderBy('key').execute(),
      runs: await db.selectFrom('report_run').select('id').execute(),
      imports: await db.selectFrom('import_job').select('key').execute(),
      jobs: await db.selectFrom('handed_job').select('key').execute(),
    }));
    expect(left).toEqual({
      tickets: [{ key: 'late1' }, { key: 'late2' }, { key: 'late3' }],
      runs: [{ id: 2 }],
      imports: [{ key: 'new' }],
      jobs: [{ key: 'new' }],
    });
    const again = await statementsOf(() => pruneOutlets(store, now));
    expect(again.filter(({ sql }) => sql.startsWith('delete'))).toEqual([]);
  });

  it('[R34.17] hub tickets that were not used are found by an index', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const clear = () => store.writeOrg((db) => db.deleteFrom('hub_ticket').where('expires_at', '<', 5).execute());
    const [statement] = (await statementsOf(clear)).filter(({ sql }) => sql.includes('"hub_ticket"'));
    expect((await planOf(at, statement ?? { sql: '', parameters: [] })).join('\n')).toContain('hub_ticket_by_expiry');
  });
});
