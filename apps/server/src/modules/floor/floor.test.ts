import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { newPlace, type Place } from '@atoll/domain/outlet/floor/floor-plan';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('the floor plan', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const read = (headers: Record<string, string> = {}, outlet = t.cafe) =>
    t.call('floor.get', { as: admin, outlet, headers });
  const save = (body: unknown, as = admin) => t.call('floor.save', { as, body });
  const outletVersion = async () =>
    (await t.call('app.findOutlet', { as: admin, params: { id: t.cafe } })).body.floorVersion;
  const place = (slot: number, change: Partial<Place> = {}): Place => ({
    ...newPlace('Table', String(slot), []),
    ...change,
  });
  const terrace = { id: 1, name: 'Terrace' };

  it('[R23.1] is empty and costs a till no field and no call until somebody draws it', async () => {
    expect((await read()).body).toEqual({ version: 0, sections: [], places: [] });
    expect(await outletVersion()).toBeUndefined();
  });

  it('[R23.1] keeps name, section, seats, shape and position of each slot, and leaves the slots as they are', async () => {
    const places = [
      place(1, {
        name: 'Window',
        sectionId: 1,
        seats: 2,
        shape: 'Round',
        x: 80,
        y: 160,
        width: 96,
        height: 48,
        rotation: 45,
      }),
      place(2),
    ];
    const saved = await save({ version: 0, sections: [terrace], places });
    expect(saved.body).toEqual({ version: 1, sections: [terrace], places });
    expect((await read()).body).toEqual(saved.body);
    expect(await outletVersion()).toBe(1);
    expect((await read({}, t.shop)).body.places).toEqual([]);
    const outlet = await t.call('app.findOutlet', { as: admin, params: { id: t.cafe } });
    expect(outlet.body.slotTypes.find(({ type }: { type: string }) => type === 'Table').slotCount).toBeGreaterThan(2);
  });

  it('[R23.1] answers an unchanged plan with 304', async () => {
    const { headers } = await read();
    expect((await read({ 'if-none-match': String(headers['etag']) })).status).toBe(304);
    expect((await read({ 'if-none-match': '"floor-1-99"' })).status).toBe(200);
  });

  it('[R23.2] refuses a plan that is based on an older one, and takes the same plan twice', async () => {
    const known = (await read()).body;
    const moved = { ...known, places: [place(1, { x: 400 }), place(2)] };
    expect((await save(moved)).body.version).toBe(known.version + 1);
    expect((await save(moved)).body.version).toBe(known.version + 1);
    const late = await save({ ...known, places: [] });
    expect([late.status, late.body.message]).toEqual([409, 'Somebody else changed the plan']);
    expect((await read()).body.places).toEqual(moved.places);
  });

  it('[R23.2] notes who changed which place, and tells the tills once', async () => {
    const rows = await t.store.readOutlet(t.cafe, async (db) => ({
      notes: await db
        .selectFrom('history')
        .select('data')
        .where('outlet_id', '=', t.cafe)
        .where('subject', '=', 'Outlet')
        .where('data', 'like', '%floorPlan%')
        .orderBy('seq')
        .execute(),
      changes: await db
        .selectFrom('change_log')
        .select('seq')
        .where('outlet_id', '=', t.cafe)
        .where('entity', '=', 'Settings')
        .execute(),
    }));
    expect(rows.notes).toHaveLength(2);
    expect(rows.changes).toHaveLength(2);
    expect(rows.notes[1]?.data).toContain('"Table 1"');
    expect(rows.notes[1]?.data).toContain('"x":400');
  });

  it.each([
    ['a place outside the slot count', { places: [place(9999)] }, 'places.0.slot'],
    ['a place that is larger than allowed', { places: [place(1, { width: 408 })] }, 'places.0.width'],
    ['a place off the grid', { places: [place(1, { x: 3 })] }, 'places.0.x'],
    ['31 seats', { places: [place(1, { seats: 31 })] }, 'places.0.seats'],
    ['a section without a name', { sections: [{ id: 1, name: ' ' }] }, 'sections.0.name'],
  ])('[R23.1] refuses %s and highlights it', async (_what, change, field) => {
    const known = (await read()).body;
    const { status, body } = await save({ ...known, ...change });
    expect([status, body.message]).toEqual([422, 'Please check the highlighted fields']);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect((await read()).body).toEqual(known);
  });

  it('[R23.2] lets every member read the plan, and only users who manage settings change it', async () => {
    const known = (await read()).body;
    const [user, manager] = [await t.signIn('User'), await t.signIn('Manager')];
    expect((await t.call('floor.get', { as: user })).body).toEqual(known);
    for (const as of [user, manager]) expect((await save(known, as)).status).toBe(403);
  });
});
