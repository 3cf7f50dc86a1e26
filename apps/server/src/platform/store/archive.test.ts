import { expect, it } from 'vitest';
import { putAside } from './archive.ts';
import { verifyHistory } from './history.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const now = Date.parse('2026-03-04T08:00:00Z');

eachEngine('a store that is put aside', (on) => {
  it('leaves an empty one with its walls, whose outlets get numbers that no outlet had; the old one stays whole', async () => {
    const at = await on.place();
    const store = await on.open({ at });
    const last = await addOutlet(store);
    const note = { subject: 'A', subjectKey: 'a', action: 'Created', userId: null, deviceId: null } as const;
    await store.writeOutlet(last, async (tx) => tx.history(note));
    await store.close();

    const aside = await putAside(at, { name: 'first-start', value: 'done' }, now);
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
      const old = await on.open({ at: { dataDir: aside } });
      expect(await verifyHistory(old, last)).toEqual({ ok: true, rows: 1 });
    } else {
      const table = `${aside.replace('schema ', '')}.history`;
      await on.tamper(at, `do $$ begin if (select count(*) from ${table}) <> 1 then raise 'lost'; end if; end $$`);
    }
  });
});
