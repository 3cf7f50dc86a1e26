import { expect, it } from 'vitest';
import { archiveStore } from './archive.ts';
import { verifyHistory } from './outlet/history.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const now = Date.parse('2026-03-04T08:00:00Z');

eachEngine('a store that is put archive', (on) => {
  it('creates an empty store with all its safeguards and unused outlet numbers; the archived one stays complete', async () => {
    const at = await on.place();
    const store = await on.open({ at });
    const last = await addOutlet(store);
    const note = { subject: 'A', subjectKey: 'a', action: 'Created', userId: null, deviceId: null } as const;
    await store.writeOutlet(last, async (tx) => tx.history(note));
    await store.close();

    const archive = await archiveStore(at, { name: 'first-start', value: 'done' }, now);
    const fresh = await on.open({ at });
    expect(await fresh.readOrg((db) => db.selectFrom('outlet').selectAll().execute())).toEqual([]);
    expect(await fresh.readOrg((db) => db.selectFrom('secret').select(['name', 'value']).execute())).toEqual([
      { name: 'first-start', value: 'done' },
    ]);
    const next = await addOutlet(fresh);
    expect(next).toBe(last + 1);
    await fresh.writeOutlet(next, async (tx) => tx.history(note));
    await expect(
      fresh.writeOutlet(next, (tx) => tx.db.deleteFrom('history').execute()),
      'append-only as before',
    ).rejects.toThrow(/permission denied|append only/);

    if ('dataDir' in at) {
      const old = await on.open({ at: { dataDir: archive } });
      expect(await verifyHistory(old, last)).toEqual({ ok: true, rows: 1 });
    } else {
      const table = `${archive.replace('schema ', '')}.history`;
      await on.tamper(at, `do $$ begin if (select count(*) from ${table}) <> 1 then raise 'lost'; end if; end $$`);
    }
  });
});
