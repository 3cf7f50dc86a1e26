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
