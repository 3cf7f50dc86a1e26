import { randomUUIDv7 } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { BulkRow, ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { MenuSize } from '@atoll/domain/menu/menu';
import { changedSizes } from '@atoll/domain/menu/price-change';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('bulk calls', (on) => {
  let app: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    app = await testApp(on);
    admin = await app.signIn('Admin');
  });
  const call = (key: ContractKey, given: object = {}) => app.call(key, { as: admin, ...given });
  const make = async (table: 'vendor' | 'category' | 'menu_item' | 'menu', body: object): Promise<ResourceRecord> =>
    (await call(`${table}.create`, { body: { key: randomUUIDv7(), ...body } })).body;
  const vendors = (names: readonly string[]) =>
    Promise.all(names.map((name) => make('vendor', { name, phone: '7771234', termsDays: 30 })));
  const find = async (id: number, table: 'vendor' | 'menu_item' = 'vendor'): Promise<ResourceRecord> =>
    (await call(`${table}.find`, { params: { id } })).body;
  const bulk = (body: object, table: 'vendor' | 'category' | 'menu_item' = 'vendor') => call(`${table}.bulk`, { body });
  const seen = ({ id, version }: ResourceRecord) => ({ id, version });
  const historyOf = async ({ key }: ResourceRecord): Promise<string[]> => {
    const { body } = await call('audit.list', { query: { page: '1', size: '50', search: key } });
    return (body.items as { action: string }[]).map(({ action }) => action);
  };

  it('[R35.53] previews an edit without writing it, then writes it with an entry in the history of each record', async () => {
    const made = await vendors(['Coral Gas', 'Coral Ice']);
    const changes = made.map((one) => ({ ...seen(one), termsDays: 7 }));
    const preview = await bulk({ isPreview: true, changes });
    expect(preview.body.rows).toMatchObject([
      { name: 'Coral Gas', before: { termsDays: 30 }, after: { termsDays: 7 }, error: null },
      { name: 'Coral Ice', before: { termsDays: 30 }, after: { termsDays: 7 }, error: null },
    ]);
    for (const one of made) expect(await find(one.id)).toEqual(one);
    expect((await bulk({ changes })).status).toBe(200);
    for (const one of made) {
      expect(await find(one.id)).toMatchObject({ termsDays: 7, version: 2 });
      expect(await historyOf(one)).toEqual(['Updated', 'Created']);
    }
    const again = await bulk({ changes });
    expect(again.status).toBe(200);
    for (const one of made) expect(await find(one.id)).toMatchObject({ termsDays: 7, version: 2 });
  });

  it('[R35.53] writes nothing when one record is refused, and names it', async () => {
    const [good, other] = (await vendors(['Good Gas', 'Other Gas'])) as [ResourceRecord, ResourceRecord];
    await call('vendor.update', { body: { ...seen(other), phone: '7770000' } });
    const changes = [good, other].map((one) => ({ ...seen(one), termsDays: 14 }));
    const refused = await bulk({ changes });
    expect(refused).toMatchObject({
      status: 422,
      body: { reason: 'invalid', errors: { [`rows.${other.id}`]: expect.stringContaining('changed') } },
    });
    expect(await find(good.id)).toEqual(good);
    const partial = await bulk({ changes, isPartial: true });
    expect((partial.body.rows as BulkRow[]).map(({ error }) => error === null)).toEqual([true, false]);
    expect(await find(good.id)).toMatchObject({ termsDays: 14 });
    expect(await find(other.id)).toMatchObject({ termsDays: 30, phone: '7770000' });
    const wrong = await bulk({ changes: [{ ...seen(good), termsDays: -4 }] });
    expect(wrong.status).toBe(422);
    expect((await bulk({ changes: [{ id: 999_999, version: 1, termsDays: 1 }] })).status).toBe(404);
  });

  it('[R35.53] undoes an edit only where nobody changed the record since', async () => {
    const made = (await vendors(['Undo One', 'Undo Two'])) as [ResourceRecord, ResourceRecord];
    const done = (await bulk({ changes: made.map((one) => ({ ...seen(one), termsDays: 60 })) })).body.rows as BulkRow[];
    await call('vendor.update', { body: { id: made[1].id, version: 2, phone: '7779999' } });
    const changes = done.map(({ id, before, after }) => ({
      id,
      version: after?.version,
      termsDays: before['termsDays'],
    }));
    const undone = await bulk({ changes, isPartial: true });
    expect((undone.body.rows as BulkRow[]).map(({ error }) => error === null)).toEqual([true, false]);
    expect(await find(made[0].id)).toMatchObject({ termsDays: 30 });
    expect(await find(made[1].id)).toMatchObject({ termsDays: 60, phone: '7779999' });
  });

  it('[R35.53] deactivates records, names those in use, and activates them again', async () => {
    const menu = await make('menu', { name: 'All day' });
    const used = await make('category', { name: 'Used', menuIds: [menu.id] });
    const free = await make('category', { name: 'Free', menuIds: [menu.id] });
    const sizes = [{ value: 'Regular', sellingPrice: 1000 }];
    await make('menu_item', { name: 'Tea', categoryIds: [used.id], sizes });
    const changes = [used, free].map((one) => ({ ...seen(one), isActive: false }));
    const preview = (await bulk({ isPreview: true, changes }, 'category')).body.rows as BulkRow[];
    expect(preview.map(({ error }) => error)).toEqual(["In use by Menu Item 'Tea'", null]);
    expect((await bulk({ changes }, 'category')).status).toBe(422);
    const done = await bulk({ changes: changes.slice(1) }, 'category');
    expect(done.body.rows).toMatchObject([{ after: { isActive: false, version: 2 } }]);
    const late = await bulk({ changes: [{ ...seen(free), isActive: false }] }, 'category');
    expect(late.status).toBe(200);
    const back = await bulk({ changes: [{ id: free.id, version: 2, isActive: true }] }, 'category');
    expect(back.body.rows).toMatchObject([{ after: { isActive: true, version: 3 } }]);
    expect(await historyOf(free)).toEqual(['Restored', 'Deactivated', 'Created']);
  });

  it('[R35.53] copies records once per key, with a free name, a code of their own and no barcode', async () => {
    const [gas] = (await vendors(['Copied Gas'])) as [ResourceRecord];
    const key = randomUUIDv7();
    const copies = [{ id: gas.id, key, name: 'Copied Gas (copy)' }];
    expect((await bulk({ copies, isPreview: true })).body.rows).toMatchObject([{ error: null }]);
    expect((await call('vendor.list', { query: { search: 'Copied' } })).body).toHaveLength(1);
    const first = await bulk({ copies });
    expect(first.body.rows).toMatchObject([{ after: { name: 'Copied Gas (copy)', termsDays: 30, version: 1 } }]);
    expect(first.body.rows[0].after.code).not.toBe(gas['code']);
    expect((await bulk({ copies })).body.rows[0].after).toEqual(first.body.rows[0].after);
    const second = await bulk({ copies: [{ ...copies[0], key: randomUUIDv7() }] });
    expect(second.body.rows[0].after.name).toBe('Copied Gas (copy) 2');
    const menu = await make('menu', { name: 'Evening' });
    const category = await make('category', { name: 'Sweets', menuIds: [menu.id] });
    const cake = await make('menu_item', {
      name: 'Cake',
      code: 'C-9',
      barcode: '4006381333931',
      categoryIds: [category.id],
      sizes: [{ value: 'Slice', sellingPrice: 2500, barcode: '4006381333948' }],
    });
    const copied = await bulk({ copies: [{ id: cake.id, key: randomUUIDv7(), name: 'Cake (copy)' }] }, 'menu_item');
    expect(copied.body.rows[0].after).toMatchObject({
      code: '',
      barcode: '',
      sizes: [{ value: 'Slice', sellingPrice: 2500, barcode: '' }],
    });
  });

  it('[R35.53] changes prices in bulk, tells the tills, and keeps the past prices', async () => {
    const menu = await make('menu', { name: 'Night' });
    const category = await make('category', { name: 'Grill', menuIds: [menu.id] });
    const item = (name: string, sellingPrice: number) =>
      make('menu_item', { name, categoryIds: [category.id], sizes: [{ value: 'Regular', sellingPrice }] });
    const made = [await item('Reef Fish', 9550), await item('Squid', 4000)];
    app.advance(1000);
    const change = { kind: 'percent', by: 1000, roundTo: 100 } as const;
    const changes = made.map((one) => ({ ...seen(one), sizes: changedSizes(one['sizes'] as MenuSize[], change) }));
    const head = await app.store.readOutlet(app.cafe, (db) =>
      db.selectFrom('outlet_cursor').select('seq').where('outlet_id', '=', app.cafe).executeTakeFirstOrThrow(),
    );
    expect((await bulk({ changes }, 'menu_item')).status).toBe(200);
    const prices = await Promise.all(made.map(async ({ id }) => (await find(id, 'menu_item'))['sizes']));
    expect(prices).toMatchObject([[{ sellingPrice: 10_500 }], [{ sellingPrice: 4400 }]]);
    const told = (await call('change.list', { query: { since: String(head.seq) } })).body;
    expect(told.changes.map(({ entity, id }: { entity: string; id: number }) => [entity, id])).toEqual(
      made.map(({ id }) => ['Menu', id]),
    );
    const past = await app.store.readOutlet(app.cafe, (db) =>
      db
        .selectFrom('menu_price')
        .select('price')
        .where('outlet_id', '=', app.cafe)
        .where(
          'menu_item_id',
          'in',
          made.map(({ id }) => id),
        )
        .orderBy('price')
        .execute(),
    );
    expect(past.map(({ price }) => price)).toEqual([4000, 9550]);
    // Sent again: the prices are not raised a second time.
    expect((await bulk({ changes }, 'menu_item')).status).toBe(200);
    expect((await find(made[0]?.id ?? 0, 'menu_item'))['sizes']).toMatchObject([{ sellingPrice: 10_500 }]);
  });

  it('[R35.53] refuses a bulk call to people who may not change the entity, and more than 200 records', async () => {
    const user = await app.signIn('User');
    const [gas] = (await vendors(['Locked Gas'])) as [ResourceRecord];
    const changes = [{ ...seen(gas), termsDays: 1 }];
    expect((await app.call('vendor.bulk', { as: user, body: { changes } })).status).toBe(403);
    const many = Array.from({ length: 201 }, () => ({ ...seen(gas), termsDays: 1 }));
    expect((await bulk({ changes: many })).status).toBe(422);
    expect(await find(gas.id)).toEqual(gas);
  });
});
