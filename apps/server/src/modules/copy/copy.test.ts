import { randomUUID } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('copying to other outlets', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const make = async (key: ContractKey, body: Record<string, unknown>, outlet = t.cafe) => {
    const made = await t.call(key, { as: admin, outlet, body: { key: randomUUID(), ...body } });
    expect(made.body).toMatchObject({ version: 1 });
    return made.body as { id: number };
  };
  const there = async (key: ContractKey) =>
    (await t.call(key, { as: admin, outlet: t.shop })).body as Record<string, unknown>[];
  const copy = (table: string, ids: number[], onConflict = 'Skip', as = admin) =>
    t.call('app.copy', { as, body: { table, ids, outletIds: [t.shop], onConflict } });
  const preview = (table: string, ids: number[]) =>
    t.call('app.previewCopy', { as: admin, body: { table, ids, outletIds: [t.shop] } });

  it('copies an item with its category, menu, modifiers and picture, once, however often it is repeated', async () => {
    const menu = await make('menu.create', { name: 'All day', status: 'Published' });
    const category = await make('category.create', { name: 'Grill', menuIds: [menu.id] });
    const group = await make('modifier_group.create', {
      name: 'Sauce',
      options: [{ name: 'Garlic', priceDelta: 500 }],
    });
    await t.store.writeOutlet(t.cafe, async (tx) => {
      const file = { key: 'fish', name: '', mime: 'image/webp', bytes: 3, sha256: 'x', content: Buffer.from('abc') };
      tx.write(tx.db.insertInto('file').values({ outlet_id: t.cafe, ...file, created_at: tx.now, created_by: null }));
    });
    const item = await make('menu_item.create', {
      name: 'Grilled Tuna',
      code: 'GT',
      categoryIds: [category.id],
      modifierGroupIds: [group.id],
      sizes: [{ value: 'Regular', sellingPrice: 9500 }],
      image: `/files/${t.cafe}/fish`,
    });
    expect((await preview('menu_item', [item.id])).body.outlets).toMatchObject([
      { outletId: t.shop, fresh: 1, conflicts: [] },
    ]);
    expect((await copy('menu_item', [item.id])).body.outlets).toMatchObject([
      { copied: 1, replaced: 0, skipped: 0, along: 3 },
    ]);
    expect(await there('menu_item.list')).toMatchObject([
      {
        name: 'Grilled Tuna',
        code: 'GT',
        categoryNames: ['Grill'],
        modifierGroupNames: ['Sauce'],
        sizes: [{ sellingPrice: 9500 }],
        image: `/files/${t.shop}/fish`,
      },
    ]);
    expect(await there('category.list')).toMatchObject([{ name: 'Grill', menuNames: ['All day'] }]);
    expect((await t.app.inject({ url: `/files/${t.shop}/fish` })).statusCode).toBe(200);
    expect((await copy('menu_item', [item.id])).body.outlets).toMatchObject([{ copied: 0, skipped: 1, along: 0 }]);
    expect(await there('menu_item.list')).toHaveLength(1);
  });

  const copyMenu = (ids: number[], more: object = {}) =>
    t.call('app.copy', { as: admin, body: { table: 'menu', ids, outletIds: [t.shop], onConflict: 'Skip', ...more } });
  const namesOf = async (key: ContractKey) => (await there(key)).map(({ name }) => name);
  const sizes = [{ value: 'Regular', sellingPrice: 9500 }];

  it('[R35.62] copies a menu with its categories, items, modifiers and pictures, and no other menu', async () => {
    const [lunch, other] = [
      await make('menu.create', { name: 'Lunch' }),
      await make('menu.create', { name: 'Brunch' }),
    ];
    const soups = await make('category.create', { name: 'Soups', menuIds: [lunch.id, other.id] });
    const eggs = await make('category.create', { name: 'Eggs', menuIds: [other.id] });
    const group = await make('modifier_group.create', { name: 'Bread', options: [{ name: 'Roshi', priceDelta: 500 }] });
    await t.store.writeOutlet(t.cafe, async (tx) => {
      const file = { key: 'soup', name: '', mime: 'image/webp', bytes: 3, sha256: 'y', content: Buffer.from('abc') };
      tx.write(tx.db.insertInto('file').values({ outlet_id: t.cafe, ...file, created_at: tx.now, created_by: null }));
    });
    const dish = { sizes, modifierGroupIds: [group.id], image: `/files/${t.cafe}/soup` };
    await make('menu_item.create', { name: 'Garudhiya', ...dish, categoryIds: [soups.id, eggs.id] });
    await make('menu_item.create', { name: 'Omelette', sizes, categoryIds: [eggs.id] });
    expect((await preview('menu', [lunch.id])).body.outlets).toMatchObject([{ fresh: 3, conflicts: [] }]);
    expect((await copyMenu([lunch.id])).body.outlets).toMatchObject([{ copied: 3, along: 1 }]);
    const menus = await there('menu.list');
    expect(menus.map(({ name }) => name)).toContain('Lunch');
    expect(menus.map(({ name }) => name)).not.toContain('Brunch');
    expect(await there('category.list')).toContainEqual(
      expect.objectContaining({ name: 'Soups', menuNames: ['Lunch'] }),
    );
    const items = await there('menu_item.list');
    expect(items.map(({ name }) => name)).not.toContain('Omelette');
    expect(items.find(({ name }) => name === 'Garudhiya')).toMatchObject({
      categoryNames: ['Soups'],
      modifierGroupNames: ['Bread'],
      image: `/files/${t.shop}/soup`,
    });
    expect((await copyMenu([lunch.id])).body.outlets).toMatchObject([{ copied: 0, skipped: 3, along: 0 }]);
    expect((await namesOf('menu_item.list')).filter((name) => name === 'Garudhiya')).toHaveLength(1);
  });

  it('[R35.62] puts categories and items that exist there into the copied menu, and keeps where they were', async () => {
    const here = await make('menu.create', { name: 'Island menu' });
    const fish = await make('category.create', { name: 'Reef fish', menuIds: [here.id] });
    await make('menu_item.create', { name: 'Jobfish', sizes, categoryIds: [fish.id] });
    const own = await make('menu.create', { name: 'Own menu' }, t.shop);
    const sold = await make('category.create', { name: 'reef fish', menuIds: [own.id] }, t.shop);
    const dear = [{ value: 'Regular', sellingPrice: 12_000 }];
    await make('menu_item.create', { name: 'Jobfish', sizes: dear, categoryIds: [sold.id] }, t.shop);
    expect((await copyMenu([here.id])).body.outlets).toMatchObject([{ copied: 1, skipped: 2 }]);
    const joined = expect.objectContaining({ name: 'reef fish', menuNames: ['Own menu', 'Island menu'] });
    expect(await there('category.list')).toContainEqual(joined);
    expect((await there('menu_item.list')).find(({ name }) => name === 'Jobfish')).toMatchObject({
      sizes: [{ sellingPrice: 12_000 }],
    });
  });

  it('[R35.62] copies the recipes of a menu with their inventory items when asked, once', async () => {
    const menu = await make('menu.create', { name: 'Bakery' });
    const cakes = await make('category.create', { name: 'Cakes', menuIds: [menu.id] });
    const cake = await make('menu_item.create', { name: 'Honey cake', sizes, categoryIds: [cakes.id] });
    const goods = { category: 'Ingredients', stockUnit: 'g' };
    const flour = await make('inventory_item.create', { name: 'Flour', ...goods });
    const honey = await make('inventory_item.create', { name: 'Honey', ...goods });
    const line = (itemId: number, qty: number, subRecipeId = 0) => ({
      itemId,
      subRecipeId,
      qty,
      unit: subRecipeId ? 'portion' : 'g',
      wastagePct: 5,
    });
    const part = { name: 'Syrup', menuItemId: 0, yieldQty: 2, lines: [line(honey.id, 40.5)] };
    const syrup = await make('recipe.create', part);
    const whole = { name: 'Honey cake', menuItemId: cake.id, size: 'Regular', yieldQty: 8, method: 'Bake.' };
    await make('recipe.create', { ...whole, lines: [line(flour.id, 500), line(0, 1, syrup.id)] });

    await copyMenu([menu.id]);
    expect(await namesOf('recipe.list')).toEqual([]);
    expect(await namesOf('inventory_item.list')).not.toContain('Flour');
    expect((await copyMenu([menu.id], { withRecipes: true })).body.outlets).toMatchObject([{ skipped: 3, along: 4 }]);
    const recipes = await there('recipe.list');
    expect(recipes.find(({ name }) => name === 'Honey cake')).toMatchObject({
      menuItemName: 'Honey cake',
      size: 'Regular',
      yieldQty: 8,
      method: 'Bake.',
      lines: [
        { name: 'Flour', qty: 500, unit: 'g', wastagePct: 5 },
        { name: 'Syrup', qty: 1, unit: 'portion' },
      ],
    });
    expect(recipes.find(({ name }) => name === 'Syrup')).toMatchObject({ lines: [{ name: 'Honey', qty: 40.5 }] });
    expect((await copyMenu([menu.id], { withRecipes: true })).body.outlets).toMatchObject([{ along: 0 }]);
    expect((await copyMenu([menu.id], { withRecipes: true, onConflict: 'Replace' })).status).toBe(200);
    expect(await there('recipe.list')).toHaveLength(2);
  });

  it('previews what the outlet already has by name, and skips or replaces it', async () => {
    const one = await make('vendor.create', { name: 'Reef Fish', phone: '7701234', termsDays: 14 });
    const other = await make('vendor.create', { name: 'Palm Fruit', phone: '7701235' });
    await make('vendor.create', { name: 'reef fish', phone: '7709999', termsDays: 30 }, t.shop);
    expect((await preview('vendor', [one.id, other.id])).body.outlets).toMatchObject([
      { fresh: 1, conflicts: ['reef fish'] },
    ]);
    const byName = async () =>
      (await there('vendor.list'))
        .map(({ name, phone, termsDays }) => [name, phone, termsDays])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
    expect((await copy('vendor', [one.id, other.id])).body.outlets).toMatchObject([{ copied: 1, skipped: 1 }]);
    expect(await byName()).toEqual([
      ['Palm Fruit', '7701235', 30],
      ['reef fish', '7709999', 30],
    ]);
    expect((await copy('vendor', [one.id], 'Replace')).body.outlets).toMatchObject([{ copied: 0, replaced: 1 }]);
    expect(await byName()).toEqual([
      ['Palm Fruit', '7701235', 30],
      ['Reef Fish', '7701234', 14],
    ]);
  });

  it('matches a customer by phone, and copies neither points nor a house account that is missing there', async () => {
    const account = await make('account.create', { name: 'Dive Centre', accountType: 'Business' });
    const guest = await make('customer.create', { name: 'Zara', phone: '7705555', accountId: account.id });
    await make('customer.create', { name: 'Zara', phone: '7706666' }, t.shop);
    expect((await copy('customer', [guest.id])).body.outlets).toMatchObject([{ copied: 1 }]);
    expect((await there('customer.list')).map(({ phone, accountId }) => [phone, accountId])).toEqual([
      ['7705555', 0],
      ['7706666', 0],
    ]);
  });

  it('copies all or nothing to an outlet, and names the outlet that refuses', async () => {
    const category = await make('category.create', {
      name: 'Sweets',
      menuIds: [(await make('menu.create', { name: 'Late' })).id],
    });
    const dish = (name: string, code: string) => ({
      name,
      code,
      categoryIds: [category.id],
      sizes: [{ value: 'Regular', sellingPrice: 100 }],
    });
    const fine = await make('menu_item.create', dish('Addu Bondi', 'AB'));
    const taken = await make('menu_item.create', dish('Coconut Cake', 'CC'));
    await make(
      'menu_item.create',
      { ...dish('Other Cake', 'CC'), categoryIds: [(await there('category.list'))[0]?.['id']] },
      t.shop,
    );
    const { status, body } = await copy('menu_item', [fine.id, taken.id]);
    expect(status).toBe(422);
    expect(body.details).toMatch(/: Code is already used by 'Other Cake'$/);
    expect((await there('menu_item.list')).map(({ name }) => name)).not.toContain('Addu Bondi');
    expect((await there('category.list')).map(({ name }) => name)).not.toContain('Sweets');
  });

  it('[R17.3] refuses to copy where the caller does not work or may not write', async () => {
    const guest = await make('customer.create', { name: 'Nadia', phone: '7707777' });
    const user = await t.signIn('User');
    expect((await copy('customer', [guest.id], 'Skip', user)).status).toBe(403);
    expect((await copy('menu', [1], 'Skip', user)).status).toBe(403);
    const own = { table: 'customer', ids: [guest.id], outletIds: [t.cafe], onConflict: 'Skip' };
    expect((await t.call('app.copy', { as: admin, body: own })).body.errors).toEqual({
      outletIds: 'Choose another outlet',
    });
    expect((await t.call('app.copy', { as: admin, body: { ...own, outletIds: [999] } })).status).toBe(403);
    expect((await copy('customer', [999_999])).status).toBe(404);
  });
});
