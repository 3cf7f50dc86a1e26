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

  it('[R34.17] hub tickets that were not used are found by an index', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const clear = () => store.writeOrg((db) => db.deleteFrom('hub_ticket').where('expires_at', '<', 5).execute());
    const [statement] = (await statementsOf(clear)).filter(({ sql }) => sql.includes('"hub_ticket"'));
    expect((await planOf(at, statement ?? { sql: '', parameters: [] })).join('\n')).toContain('hub_ticket_by_expiry');
  });
});
