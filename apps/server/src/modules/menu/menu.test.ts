import { gunzipSync } from 'node:zlib';
import { menuBlock, menuOutline, menu as menuShape } from '@atoll/domain/contract/outlet/menu';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Menu } from '@atoll/domain/menu/menu';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import type { DemoCategory } from '../../seed/demo-item.ts';
import { seedMenu } from '../../seed/seed-menu.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { createMenuBlocks, idsOfBlock, maxItemsOfWholeMenu } from './menu-blocks.ts';
import { createMenuBytes } from './menu-bytes.ts';

const tea = { name: 'Milk Tea', local: 'ކިރު ސައި', type: 'Bar', drawing: 'cup', colours: [], liked: 1 } as const;
const category = (name: string, items: DemoCategory['items']): DemoCategory => ({
  name,
  local: '',
  color: '#abcdef',
  ground: '#eee',
  items,
});

eachEngine('the menu', (on) => {
  let t: TestApp;
  let user: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    user = await t.signIn('User');
    await seedMenu(t.store, t.cafe, {
      name: 'All day',
      codePrefix: 'C',
      categories: [category('Drinks', [{ ...tea, prices: { Small: 12.5, Large: 20 } }])],
    });
  });
  const get = (headers: Record<string, string> = {}) => t.call('menu.get', { as: user, headers });

  it('[R18.12] returns menus with categories, items and sizes in the shape of the contract', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    const menus = z.array(menuShape).parse(body);
    expect(menus).toEqual(body);
    const [drinks] = menus[0]?.categories ?? [];
    expect(drinks).toMatchObject({ name: 'Drinks', color: '#abcdef', gstMode: null });
    expect(drinks?.menuItems[0]).toMatchObject({
      name: 'Milk Tea',
      nameLocal: 'ކިރު ސައި',
      type: 'Bar',
      code: 'C001',
      sizes: [
        { value: 'Small', sellingPrice: 1250, isDefault: true },
        { value: 'Large', sellingPrice: 2000, isDefault: false },
      ],
      gstPct: null,
      serviceChargeable: true,
    });
  });

  it('[R18.12] returns 304 while the menu is unchanged, and the new menu after a change', async () => {
    const first = await get();
    const etag = String(first.headers['etag']);
    const again = await get({ 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.raw.body).toBe('');
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(tx.db.updateTable('menu_item').set({ name: 'Cardamom Tea' }).where('outlet_id', '=', t.cafe));
      tx.change({ entity: 'Menu', id: 1, version: 2, action: 'Updated' });
    });
    const changed = await get({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(JSON.stringify(changed.body)).toContain('Cardamom Tea');
    expect(changed.headers['etag']).not.toBe(etag);
  });

  it('[R18.12] gzips the menu for clients that accept gzip', async () => {
    const { raw, headers } = await get({ 'accept-encoding': 'br, gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(raw.rawPayload).toString())).toEqual((await get()).body);
    expect((await get({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  it('[R18.12] serves menu pictures without a token, as immutable files', async () => {
    const { body } = await get();
    const image = (body as Menu[])[0]?.categories[0]?.menuItems[0]?.image ?? '';
    const file = await t.app.inject({ url: image });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(file.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    for (const url of [image.replace(`/${t.cafe}/`, `/${t.shop}/`), '/files/1/%2e%2e', '/files/x/y']) {
      expect((await t.app.inject({ url })).statusCode).toBe(404);
    }
  });

  it('sends the publishing dates of a menu, and its time of grace where it is not 15 minutes, only if it has any', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    const create = (body: object) => t.call('menu.create', { as, outlet, body: { key: crypto.randomUUID(), ...body } });
    const hours = { availability: [{ day: 'Every day', from: '07:00', to: '11:00' }] };
    const dates = { publishFrom: '2026-12-01', publishTo: '2026-12-31' };
    const { body: wrong } = await create({ name: 'Wrong', publishFrom: '2026-12-02', publishTo: '2026-12-01' });
    expect(wrong.errors).toEqual({ publishTo: 'Published until is before Published from' });
    await create({ name: 'Plain' });
    await create({ name: 'Breakfast', ...hours });
    await create({ name: 'December', ...hours, ...dates, graceMinutes: 5 });
    const menus = (await t.call('menu.get', { as, outlet })).body as Menu[];
    expect(menus.map(({ id: _, categories: __, ...rest }) => rest)).toEqual([
      { name: 'Plain' },
      { name: 'Breakfast', ...hours },
      { name: 'December', ...hours, ...dates, graceMinutes: 5 },
    ]);
  });

  it('[R35.46] puts pinned items first in their category', async () => {
    await seedMenu(t.store, t.shop, {
      name: 'Shop',
      codePrefix: 'S',
      categories: [
        category(
          'Snacks',
          ['Apple', 'Bun', 'Cake'].map((name) => ({ ...tea, name, prices: { One: 5 } })),
        ),
      ],
    });
    const order = async () => {
      const menus = (await t.call('menu.get', { as: await t.signIn('Admin'), outlet: t.shop })).body as Menu[];
      return menus
        .at(-1)
        ?.categories.find(({ name }) => name === 'Snacks')
        ?.menuItems.map(({ name }) => name);
    };
    expect(await order()).toEqual(['Apple', 'Bun', 'Cake']);
    await t.store.writeOutlet(t.shop, async (tx) => {
      const items = tx.db.updateTable('menu_item').set({ is_pinned: true });
      tx.write(items.where('outlet_id', '=', t.shop).where('name', '=', 'Cake'));
      tx.change({ entity: 'Menu', id: 1, version: 2, action: 'Updated' });
    });
    expect(await order()).toEqual(['Cake', 'Apple', 'Bun']);
  });

  it('[R18.12] sends a menu of 1,000 items in at most 25 kB gzipped', async () => {
    const items = Array.from({ length: 1000 }, (_, i) => ({
      ...tea,
      name: `Dish ${i} of the day`,
      prices: { Regular: 40 + (i % 60), Large: 60 + (i % 60) },
    }));
    await t.store.writeOutlet(t.shop, async (tx) => {
      const stamp = { created_at: 0, created_by: null, modified_at: 0, modified_by: null, outlet_id: t.shop };
      tx.write(
        tx.db.insertInto('menu').values({
          ...stamp,
          id: 900,
          key: crypto.randomUUID(),
          name: 'Large',
          availability: '[]',
          order_types: '[]',
        }),
      );
      tx.write(
        tx.db.insertInto('category').values({
          ...stamp,
          id: 900,
          key: crypto.randomUUID(),
          name: 'All',
          menu_ids: '[900]',
          image: null,
          gst_mode: null,
        }),
      );
      for (const [i, item] of items.entries()) {
        const sizes = Object.entries(item.prices).map(([value, price], n) => ({
          value,
          sellingPrice: price * 100,
          isDefault: n === 0,
        }));
        const row = {
          id: 9000 + i,
          key: crypto.randomUUID(),
          code: `D${i}`,
          name: item.name,
          category_ids: '[900]',
          type: item.type,
          sizes: JSON.stringify(sizes),
          image: `/files/1/${crypto.randomUUID().slice(-12)}`,
          gst_mode: null,
          gst_bp: null,
        };
        tx.write(tx.db.insertInto('menu_item').values({ ...stamp, ...row }));
      }
      tx.change({ entity: 'Menu', id: 900, version: 1, action: 'Created' });
    });
    const admin = await t.signIn('Admin');
    const { raw, status } = await t.call('menu.get', {
      as: admin,
      outlet: t.shop,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(status).toBe(200);
    expect(raw.rawPayload.length).toBeLessThanOrEqual(25_000);
  });

  it('[R34.7] returns a large menu in blocks, and after a change another hash for the block of the item alone', async () => {
    const { outlet, admin: as } = await freshOutlet(t);
    await seedMenu(t.store, outlet, { name: 'Shop', codePrefix: 'L', categories: [category('Aisle', [])] });
    const { id: categoryId } = await t.store.readOutlet(outlet, (db) =>
      db.selectFrom('category').select('id').where('outlet_id', '=', outlet).executeTakeFirstOrThrow(),
    );
    const stamp = { outlet_id: outlet, created_at: 0, created_by: null, modified_at: 0, modified_by: null };
    const sizes = JSON.stringify([{ value: 'One', sellingPrice: 500, isDefault: true }]);
    await t.store.writeOutlet(outlet, async (tx) => {
      for (let n = 1; n <= 1100; n += 1) {
        const row = { id: n + 10_000, key: crypto.randomUUID(), name: `Item ${n}`, sizes, type: 'NA' } as const;
        const more = { category_ids: `[${categoryId}]`, image: null, gst_mode: null, gst_bp: null };
        tx.write(tx.db.insertInto('menu_item').values({ ...stamp, ...row, ...more }));
      }
      tx.change({ entity: 'Menu', id: 1, version: 1, action: 'Created' });
    });
    const read = async () => {
      const { body, headers } = await t.call('menu.get', { as, outlet, query: { inBlocks: 'true' } });
      return { outline: menuOutline.parse(body), etag: String(headers['etag']) };
    };
    const before = await read();
    const ids = before.outline.blocks.map(({ id }) => id);
    expect(before.outline.categories).toMatchObject([{ id: categoryId, name: 'Aisle' }]);
    const blocks = z
      .array(menuBlock)
      .parse((await t.call('menu.blocks', { as, outlet, query: { ids: [...ids, 9].join(',') } })).body);
    expect(blocks.map(({ id, hash }) => ({ id, hash }))).toEqual(before.outline.blocks);
    // The items are those of the whole menu, which earlier releases read.
    const [whole] = (await t.call('menu.get', { as, outlet })).body as Menu[];
    const items = blocks.flatMap((block) => block.items);
    expect(items.map(({ categoryIds: _c, isPinned: _p, sort: _s, ...item }) => item)).toEqual(
      whole?.categories[0]?.menuItems,
    );

    await t.store.writeOutlet(outlet, async (tx) => {
      tx.write(tx.db.updateTable('menu_item').set({ name: 'Black Pearl' }).where('id', '=', 10_700));
      tx.change({ entity: 'Menu', id: 10_700, version: 2, action: 'Updated' });
    });
    const after = await read();
    expect(after.etag).not.toBe(before.etag);
    const changed = after.outline.blocks.filter(({ hash }, index) => hash !== before.outline.blocks[index]?.hash);
    expect(changed.map(({ id }) => id)).toEqual([Math.floor(10_700 / idsOfBlock)]);
    const again = await t.call('menu.get', {
      as,
      outlet,
      query: { inBlocks: 'true' },
      headers: { 'if-none-match': after.etag },
    });
    expect(again.status).toBe(304);
    expect((await t.call('menu.blocks', { as, outlet, query: { ids: '1;2' } })).status).toBe(400);
  });

  it('[R34.14] keeps menus, whole and in blocks, as long as they take no more than their bytes', async () => {
    const { outlet } = await freshOutlet(t);
    const stamp = { created_at: 0, created_by: null, modified_at: 0, modified_by: null, image: null, gst_mode: null };
    for (const outlet_id of [outlet, t.shop])
      await t.store.writeOutlet(outlet_id, async (tx) => {
        for (let id = 20_000; id <= 20_000 + maxItemsOfWholeMenu; id += 1) {
          const row = {
            key: crypto.randomUUID(),
            name: `Item ${id}`,
            sizes: '[]',
            category_ids: '[]',
            type: 'NA',
          } as const;
          tx.write(tx.db.insertInto('menu_item').values({ ...stamp, ...row, outlet_id, id, gst_bp: null }));
        }
        tx.change({ entity: 'Menu', id: 1, version: 1, action: 'Created' });
      });
    for (const create of [createMenuBytes, createMenuBlocks]) {
      const [large, small] = [create(t.store), create(t.store, 1)];
      for (const [menuOf, isKept] of [
        [large, true],
        [small, false],
      ] as const) {
        const first = await menuOf(outlet);
        expect([create.name, (await menuOf(outlet)) === first]).toEqual([create.name, true]);
        await menuOf(t.shop);
        expect([create.name, (await menuOf(outlet)) === first]).toEqual([create.name, isKept]);
      }
    }
  });

  it('[R34.7] returns a small menu as a whole also to a till that reads blocks', async () => {
    const whole = (await get()).body;
    expect((await t.call('menu.get', { as: user, query: { inBlocks: 'true' } })).body).toEqual(whole);
    expect((await t.call('menu.blocks', { as: user, query: { ids: '0' } })).body).toEqual([]);
  });
});
