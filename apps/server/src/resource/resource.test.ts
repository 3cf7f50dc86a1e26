import { randomUUID } from 'node:crypto';
import { rolePermissions } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SearchResult } from '@atoll/domain/contract/outlet/search';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { type ResourceCall, type ResourceRecord, recordSchema } from '@atoll/domain/contract/platform/resource';
import { multipartEntries } from '@atoll/domain/form/multipart';
import { plainValues } from '@atoll/domain/form/plain-values';
import { firstStations } from '@atoll/domain/outlet/station';
import { allResources, type ResourceTable } from '@atoll/domain/resources/registry';
import { vendor } from '@atoll/domain/resources/vendor';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyHistory } from '../platform/store/outlet/history.ts';
import { eachEngine } from '../platform/store/testing/engine.ts';
import { type Call, type TestApp, testApp } from '../testing/test-app.ts';

/** A valid record of each entity; `other` is what an update changes it to. */
const examples: Record<
  ResourceTable,
  { readonly body: Record<string, unknown>; readonly other: Record<string, unknown> }
> = {
  menu: { body: { name: 'Breakfast', orderTypes: ['Table'] }, other: { status: 'Draft' } },
  category: { body: { name: 'Juices', menuIds: ['menu'] }, other: { color: '#33475b' } },
  modifier_group: {
    body: { name: 'Milk', options: [{ name: 'Oat', priceDelta: 500 }, { name: 'Whole' }] },
    other: { maxChoices: 2 },
  },
  menu_item: {
    body: { name: 'Lime Soda', categoryIds: ['category'], sizes: [{ value: 'Small', sellingPrice: 2500 }] },
    other: { gstPct: 12.5 },
  },
  customer_group: { body: { name: 'Staff' }, other: { note: 'Eat for less' } },
  price_list: {
    body: { name: 'Happy hour', prices: [{ categoryId: 'category', percent: -20 }], groupIds: ['customer_group'] },
    other: { kind: 'Base' },
  },
  price_change: {
    body: {
      name: 'New year',
      fromDate: '2099-01-01',
      prices: [{ menuItemId: 'menu_item', size: 'Small', price: 2700 }],
    },
    other: { fromDate: '2099-02-01' },
  },
  promotion: {
    body: { name: 'Ten off', type: 'PercentOff', percent: 10, categoryIds: ['category'], groupIds: ['customer_group'] },
    other: { percent: 12.5 },
  },
  choice_group: {
    body: { name: 'Drink', choose: 1, choices: [{ menuItemId: 'menu_item', extraPrice: 500, isDefault: true }] },
    other: { choose: 2 },
  },
  points_rule: { body: { name: 'Per spend', points: 1, per: 1000 }, other: { points: 2 } },
  points_tier: { body: { name: 'Gold', fromPoints: 500, groupId: 'customer_group' }, other: { factorPct: 150 } },
  customer: { body: { name: 'Zara Ali', phone: '7770001', accountId: 'account' }, other: { discountPct: 7.25 } },
  account: {
    body: { name: 'Reef Resort', accountType: 'Business', creditLimit: 500_000 },
    other: { status: 'OnHold' },
  },
  vendor: { body: { name: 'Fish Market', phone: '+960 332 1100', isGstRegistered: true }, other: { rating: 4 } },
  storage: { body: { name: 'Cold room', type: 'Chiller', temperatureMin: -2 }, other: { sort: 3 } },
  inventory_item: {
    body: { name: 'Yellowfin', category: 'Food', stockUnit: 'kg', purchaseFactor: 2.5, defaultVendorId: 'vendor' },
    other: { reorderLevel: 1.125 },
  },
  station: { body: { name: 'Pizza oven', code: 'PIZZA', categoryIds: ['category'] }, other: { redMinutes: 25 } },
  zone: { body: { name: 'Hulhumalé', fee: 2000 }, other: { etaMinutes: 25 } },
  page: {
    body: { kind: 'Hours', title: 'Opening hours', entries: [{ label: 'Daily', text: '10:00–23:00' }] },
    other: { isShown: false },
  },
};
const tables = Object.keys(examples) as ResourceTable[];

eachEngine('the entities of the back office', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  const made = new Map<string, ResourceRecord>();
  const call = (table: ResourceTable, what: ResourceCall, more: Call = {}) =>
    t.call(`${table}.${what}` as ContractKey, { as: admin, ...more });
  /** Puts the ids of records created before where an example names them. */
  const filled = (values: Record<string, unknown>): Record<string, unknown> => {
    const idOf = (value: unknown): unknown => (typeof value === 'string' ? (made.get(value)?.id ?? value) : value);
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (key.endsWith('Ids')) return [key, (value as unknown[]).map(idOf)];
        if (key === 'prices' || key === 'choices') return [key, (value as Record<string, unknown>[]).map(filled)];
        return [key, key.endsWith('Id') ? idOf(value) : value];
      }),
    );
  };
  const create = async (table: ResourceTable, body: Record<string, unknown>) =>
    call(table, 'create', { body: { key: randomUUID(), ...body } });
  const stored = async (table: ResourceTable, id: number): Promise<ResourceRecord> =>
    (await call(table, 'find', { params: { id } })).body as ResourceRecord;

  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    for (const table of [...tables].sort((a, b) => Number(a === 'customer') - Number(b === 'customer'))) {
      const { status, body } = await create(table, filled(examples[table].body));
      if (status !== 200) throw new Error(`${table}: ${JSON.stringify(body)}`);
      made.set(table, body as ResourceRecord);
    }
  });

  it('[R14.2] has an example of every entity of the registry', () => {
    expect(tables.toSorted()).toEqual(allResources.map(({ table }) => table).toSorted());
  });

  describe.each(allResources)('$title', (definition) => {
    const { table, label } = definition;
    const { body, other } = examples[table];

    it('[R14.2] returns every field of its definition, as sent or with its default', async () => {
      const record = made.get(table) as ResourceRecord;
      expect(recordSchema(definition).safeParse(record)).toMatchObject({ success: true });
      expect(Object.keys(record)).toEqual(expect.arrayContaining(definition.fields.map(({ key }) => key)));
      expect(record).toMatchObject({ version: 1, isActive: true, createdByName: 'Admin One' });
      expect(await stored(table, record.id)).toEqual(record);
      expect((await call(table, 'find', { params: { id: record.key } })).body).toEqual(record);
      for (const [key, value] of Object.entries(filled(body))) {
        if (Array.isArray(value)) expect(record[key]).toMatchObject(value);
        else expect(record[key]).toEqual(value);
      }
    });

    it('[R10.5] changes only the fields that are sent, and changes nothing when they are sent again', async () => {
      const before = made.get(table) as ResourceRecord;
      const change = { id: before.id, version: before.version, ...other };
      const { status, body: after } = await call(table, 'update', { body: change });
      expect(status).toBe(200);
      expect(after).toEqual({ ...before, ...other, version: 2, modifiedAt: after.modifiedAt });
      expect((await call(table, 'update', { body: change })).body).toEqual(after);
      const late = await call(table, 'update', { body: { ...change, [label]: 'Somebody else' } });
      expect(late.body).toMatchObject({ code: 409, reason: 'versionOld', record: after });
      made.set(table, after as ResourceRecord);
    });

    it('[R9.14] lists newest first and sorts by the columns of its grid', async () => {
      const { body: page } = await call(table, 'list', { query: { page: '1', size: '10' } });
      const before = table === 'station' ? firstStations.length : 0;
      expect(page).toMatchObject({ count: 1 + before, pageSize: 10, totalPages: 1 });
      expect(page.items.slice(0, -before || undefined)).toEqual([made.get(table)]);
      expect((await call(table, 'list')).body.slice(0, -before || undefined)).toEqual([made.get(table)]);
      expect((await call(table, 'list', { query: { search: 'no such thing' } })).body).toEqual([]);
      for (const key of definition.views.grid) {
        const { kind = 'integer', allowMultiple } = definition.fields.find((field) => field.key === key) ?? {};
        const isSorted = !['list', 'references', 'image'].includes(kind) && !allowMultiple;
        expect((await call(table, 'list', { query: { page: '1', sort: `-${key}` } })).status).toBe(
          isSorted ? 200 : 400,
        );
      }
      expect((await call(table, 'list', { query: { page: '1', sort: 'key' } })).status).toBe(400);
    });

    it('[R17.3] lets only users with its screen and its action write it', async () => {
      const role = rolePermissions('User');
      const may = role.includes(definition.screen) && (!definition.action || role.includes(definition.action));
      const user = await t.signIn('User');
      const record = made.get(table) as ResourceRecord;
      const { status } = await call(table, 'update', { as: user, body: { id: record.id, version: 99, ...other } });
      expect(status === 403).toBe(!may);
    });
  });

  it('[R18.1] creates one record per key, also when it is sent twice at the same moment', async () => {
    const body = { key: randomUUID(), name: 'Island Greens', phone: '7770002' };
    const [first, second] = await Promise.all([call('vendor', 'create', { body }), call('vendor', 'create', { body })]);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect((await call('vendor', 'create', { body: { ...body, name: 'Others' } })).body.reason).toBe('keyReused');
  });

  it('[R35.9] returns the same record when its list is sent again without the empty fields', async () => {
    const body = { key: randomUUID(), name: 'Cooked', options: [{ name: 'Rare' }, { name: 'Done', isDefault: true }] };
    const first = await call('modifier_group', 'create', { body });
    expect(first.status).toBe(200);
    expect(await call('modifier_group', 'create', { body })).toMatchObject({ status: 200, body: first.body });
    const other = { ...body, options: [{ name: 'Rare', priceDelta: 100 }, { name: 'Done' }] };
    expect((await call('modifier_group', 'create', { body: other })).body.reason).toBe('keyReused');
  });

  it('[R10.5] repeats every rule of the definition in its words, at its field, in lists by row', async () => {
    const wrong = await create('vendor', {
      name: 'A',
      email: 'nobody',
      termsDays: 181,
      currency: 'EUR',
      website: 'atoll',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toEqual({
      name: 'Name must be at least 2 characters long',
      phone: 'Phone is required',
      email: 'Email must look like name@example.com',
      termsDays: 'Payment terms in days must be at most 180',
      currency: 'Currency is not one of the choices',
      website: 'Website must begin with http:// or https://',
    });
    const item = await create('menu_item', {
      name: 'Tea',
      categoryIds: [made.get('category')?.id],
      allergens: ['Milk', 'Gold'],
      sizes: [{ value: 'Small', sellingPrice: 100 }, { value: 'small', sellingPrice: -1 }, { sellingPrice: 1.5 }],
      image: '/files/999/else',
    });
    expect(item.body.errors).toEqual({
      allergens: 'Allergens must be among the choices',
      'sizes[1].sellingPrice': 'Price must be at least 0.00',
      'sizes[2].value': 'Size is required',
      'sizes[2].sellingPrice': 'Price must be a whole number',
      image: 'File not found. Choose it again',
    });
    expect(
      (await create('menu_item', { name: 'Tea', categoryIds: [made.get('category')?.id], sizes: [] })).body.errors,
    ).toEqual({
      sizes: 'Sizes are required',
    });
    expect((await create('vendor', { name: 5, phone: true })).status).toBe(400);
    expect((await create('customer', { phone: '7770009', birthday: '2026-02-30' })).body.errors).toEqual({
      birthday: 'Birthday must be a date, like 2026-01-31',
    });
  });

  it('[R10.5] names the other record when a value exists already in any case, but only among active ones', async () => {
    const first = await create('vendor', { name: 'Coral Supplies', phone: '7770003', code: 'CS' });
    const twice = { name: ' coral SUPPLIES ', phone: '7770004', code: 'cs' };
    expect((await create('vendor', twice)).body.errors).toEqual({
      name: `Name is already used by 'Coral Supplies'`,
      code: `Code is already used by 'Coral Supplies'`,
    });
    expect((await call('vendor', 'delete', { params: { id: first.body.id } })).status).toBe(204);
    const second = await create('vendor', { ...twice, code: 'CS2' });
    expect(second.status).toBe(200);
    const back = { id: first.body.id, version: 2, isActive: true };
    expect((await call('vendor', 'update', { body: back })).body.errors).toMatchObject({
      name: `Name is already used by 'coral SUPPLIES'`,
    });
  });

  it('[R1.3] refuses a reference to a record of another outlet, or to an inactive one', async () => {
    const elsewhere = await call('vendor', 'create', {
      outlet: t.shop,
      body: { key: randomUUID(), name: 'Of the shop', phone: '7770005' },
    });
    expect(elsewhere.status).toBe(200);
    const item = { name: 'Rice', category: 'Food', stockUnit: 'kg' };
    for (const defaultVendorId of [elsewhere.body.id, 999_999]) {
      expect((await create('inventory_item', { ...item, defaultVendorId })).body.errors).toEqual({
        defaultVendorId: 'Vendor is not one of the choices',
      });
    }
    expect((await call('vendor', 'find', { params: { id: elsewhere.body.id } })).status).toBe(404);
    const change = { id: elsewhere.body.id, version: 1, name: 'Taken' };
    expect((await call('vendor', 'update', { body: change })).status).toBe(404);
  });

  it('[R17.3] refuses a reference that can be the id of no record, at its field', async () => {
    const item = { name: 'Rice', category: 'Food', stockUnit: 'kg' };
    for (const defaultVendorId of [0.5, -1e300, 2 ** 60])
      expect(await create('inventory_item', { ...item, defaultVendorId })).toMatchObject({
        status: 422,
        body: { errors: { defaultVendorId: 'Vendor is not one of the choices' } },
      });
  });

  it('[R10.4] deletes by deactivating, unless something uses the record, and restores it', async () => {
    const vendorId = made.get('vendor')?.id ?? 0;
    const used = await call('vendor', 'delete', { params: { id: vendorId } });
    expect(used.body).toMatchObject({ code: 409, reason: 'inUse', details: `In use by Inventory Item 'Yellowfin'` });
    const categoryId = made.get('category')?.id ?? 0;
    expect((await call('category', 'delete', { params: { id: categoryId } })).body.details).toBe(
      `In use by Menu Item 'Lime Soda'`,
    );
    const { body: zone } = await create('zone', { name: 'Villimalé', fee: 0 });
    for (let time = 0; time < 2; time += 1)
      expect((await call('zone', 'delete', { params: { id: zone.id } })).status).toBe(204);
    const ids = async (isActive: string) =>
      ((await call('zone', 'list', { query: { isActive } })).body as ResourceRecord[]).map(({ id }) => id);
    expect(await ids('true')).not.toContain(zone.id);
    expect(await ids('false')).toEqual([zone.id]);
    expect(await ids('all')).toHaveLength(2);
    const { body: back } = await call('zone', 'update', { body: { id: zone.id, version: 2, isActive: true } });
    expect(back).toMatchObject({ isActive: true, version: 3 });
    expect((await call('zone', 'delete', { params: { id: 999_999 } })).status).toBe(404);
  });

  it('[R9.14] filters by choices, references and yes or no', async () => {
    const names = async (table: ResourceTable, query: Record<string, string>) =>
      ((await call(table, 'list', { query })).body as ResourceRecord[]).map(({ name }) => name);
    const categoryId = String(made.get('category')?.id);
    expect(await names('menu_item', { categoryId, type: 'Kitchen', isAvailable: 'true' })).toEqual(['Lime Soda']);
    expect(await names('menu_item', { categoryId: '999' })).toEqual([]);
    expect(await names('menu_item', { type: 'Bar' })).toEqual([]);
    expect(await names('menu_item', { isAvailable: 'false' })).toEqual([]);
    expect(await names('inventory_item', { defaultVendorId: String(made.get('vendor')?.id) })).toEqual(['Yellowfin']);
    expect((await call('menu_item', 'list', { query: { isAvailable: 'perhaps' } })).status).toBe(400);
    expect((await call('menu_item', 'list', { query: { categoryId: "1' or 1=1" } })).status).toBe(400);
  });

  it('[R18.14] lists inventory items as a plain array without a page', async () => {
    const { status, body } = await call('inventory_item', 'list');
    expect(status).toBe(200);
    expect(body).toEqual([expect.objectContaining({ name: 'Yellowfin', stockUnit: 'kg' })]);
  });

  it('[R14.2] returns the names of what a record refers to', async () => {
    expect(made.get('inventory_item')).toMatchObject({
      defaultVendorName: 'Fish Market',
      defaultStorageId: 0,
      defaultStorageName: '',
    });
    expect(made.get('menu_item')).toMatchObject({ categoryNames: ['Juices'] });
  });

  it('[R18.13] records the price before, and lets users who may only set sold out change nothing else', async () => {
    const item = await stored('menu_item', made.get('menu_item')?.id ?? 0);
    t.advance(60_000);
    const sizes = [
      { value: 'Small', sellingPrice: 2800 },
      { value: 'Large', sellingPrice: 3500, isDefault: true },
    ];
    const { body: after } = await call('menu_item', 'update', { body: { id: item.id, version: item.version, sizes } });
    expect(after.sizes).toMatchObject([
      { value: 'Small', sellingPrice: 2800, isDefault: false },
      { value: 'Large', sellingPrice: 3500, isDefault: true },
    ]);
    const prices = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('menu_price').selectAll().where('menu_item_id', '=', item.id).execute(),
    );
    expect(prices).toEqual([
      {
        outlet_id: t.cafe,
        menu_item_id: item.id,
        size: 'Small',
        price: 2500,
        valid_from: Date.parse(item.createdAt),
        valid_until: t.now(),
      },
    ]);
    await t.store.writeOrg((db) =>
      db
        .updateTable('app_user')
        .set({ permission_overrides: JSON.stringify([{ permission: 'menu.86', effect: 'allow' }]) })
        .where('role', '=', 'User')
        .execute(),
    );
    const user = await t.signIn('User');
    const change = (values: Record<string, unknown>, version: number) =>
      call('menu_item', 'update', { as: user, body: { id: item.id, version, ...values } });
    expect((await change({ isAvailable: false, name: 'Free' }, after.version)).status).toBe(403);
    expect((await change({ isActive: false, isAvailable: false }, after.version)).status).toBe(403);
    expect((await change({ isAvailable: false }, after.version)).body).toMatchObject({ isAvailable: false });
    const { body: menus } = await t.call('menu.get', { as: user });
    expect(menus).toEqual([]);
  });

  it('[R18.12] returns modifier groups with their items; an option keeps its id when it is renamed', async () => {
    const group = await stored('modifier_group', made.get('modifier_group')?.id ?? 0);
    const options = group['options'] as { optionId: number; name: string }[];
    const renamed = [{ name: 'Oat milk', priceDelta: 600 }, { name: 'Whole' }];
    const { body } = await call('modifier_group', 'update', {
      body: { id: group.id, version: group.version, options: renamed },
    });
    expect((body.options as { optionId: number }[]).map(({ optionId }) => optionId)).toEqual(
      options.map(({ optionId }) => optionId),
    );
    const item = await stored('menu_item', made.get('menu_item')?.id ?? 0);
    await call('menu_item', 'update', { body: { id: item.id, version: item.version, modifierGroupIds: [group.id] } });
    const menu = await stored('menu', made.get('menu')?.id ?? 0);
    await call('menu', 'update', {
      body: {
        id: menu.id,
        version: menu.version,
        status: 'Published',
        availability: [{ day: 'Every day', from: '06:00', to: '11:00' }],
      },
    });
    const [shown] = (await t.call('menu.get', { as: admin })).body;
    expect(shown).toMatchObject({
      orderTypes: ['Table'],
      availability: [{ day: 'Every day', from: '06:00', to: '11:00' }],
    });
    expect(shown.categories[0].menuItems[0]).toMatchObject({
      isAvailable: false,
      modifierGroups: [
        {
          name: 'Milk',
          min: 0,
          max: 2,
          options: [
            { name: 'Oat milk', priceDelta: 600 },
            { name: 'Whole', priceDelta: 0 },
          ],
        },
      ],
    });
    const wrong = await call('menu', 'update', {
      body: { id: menu.id, version: 99, availability: [{ day: 'Sunday', from: '25:00', to: '11:00' }] },
    });
    expect(wrong.body.reason).toBe('versionOld');
  });

  it('[R14.2] writes who changed what into the history, and of customers only the names of the fields', async () => {
    const rows = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .selectAll()
        .where('outlet_id', '=', t.cafe)
        .where('subject', 'in', ['Vendor', 'Customer'])
        .execute(),
    );
    const notes = rows.map((row) => ({ action: row.action, ...(JSON.parse(row.data) as object) }));
    expect(notes).toContainEqual({
      action: 'Updated',
      before: { rating: null },
      after: { id: made.get('vendor')?.id, rating: 4 },
    });
    expect(notes).toContainEqual({
      action: 'Updated',
      after: { id: made.get('customer')?.id, code: made.get('customer')?.['code'], changed: ['discountPct'] },
    });
    expect(JSON.stringify(rows.filter(({ subject }) => subject === 'Customer'))).not.toContain('Zara');
    expect(await verifyHistory(t.store, t.cafe)).toMatchObject({ ok: true });
  });

  it('[R18.19] adds written records to the search box, and removes deactivated ones', async () => {
    const found = async (value: string) =>
      ((await t.call('search', { as: admin, query: { value } })).body as { name: string; entityName: string }[]).map(
        ({ name, entityName }) => `${entityName} ${name}`,
      );
    expect(await found('fish mar')).toContain('Vendor Fish Market');
    const { body } = await create('storage', { name: 'Wine cellar', type: 'Cellar' });
    expect(await found('wine')).toContain('Storage Wine cellar');
    await call('storage', 'delete', { params: { id: body.id } });
    expect(await found('wine')).not.toContain('Storage Wine cellar');
  });

  it('[R18.1] gives a code to records that have one, also where somebody typed that code', async () => {
    const { body: first } = await create('vendor', { name: 'Numbered', phone: '7770006' });
    expect(first.code).toBe(`V${String(first.id).padStart(4, '0')}`);
    await create('vendor', { name: 'Typed', phone: '7770007', code: `V${String(first.id + 2).padStart(4, '0')}` });
    const { body: next } = await create('vendor', { name: 'Next', phone: '7770008' });
    expect(next.code).toBe(`V${String(first.id + 2).padStart(4, '0')}-2`);
    expect(vendor.code.field).toBe('code');
  });

  it('[R18.2] [R10.5] accepts forms as well as JSON: dotted and indexed names, texts for numbers, yes and no', async () => {
    const category = made.get('category')?.id ?? 0;
    const body = {
      key: randomUUID(),
      name: 'Iced Tea',
      categoryIds: [category],
      isOpenPrice: true,
      gstPct: 7.5,
      prepMinutes: null,
      sizes: [
        { value: 'Small', sellingPrice: 1800, isDefault: false },
        { value: '500', sellingPrice: 3000, costPrice: 900, isDefault: true },
      ],
    };
    const entries = multipartEntries(body);
    expect(entries.map(([name]) => name)).toContain('sizes[1].sellingPrice');
    const form = new FormData();
    for (const [name, value] of entries) form.append(name, String(value));
    const sent = new Response(form);
    const raw = await t.app.inject({
      method: 'POST',
      url: '/api/bis/menu/item/create',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-outlet-id': String(t.cafe),
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    expect(raw.json()).toMatchObject(body);
    expect((await call('menu_item', 'create', { body })).body).toEqual(raw.json());
    const plain = await t.app.inject({
      method: 'POST',
      url: '/api/bis/menu/item/create',
      headers: { authorization: `Bearer ${admin.token}`, 'x-outlet-id': String(t.cafe), 'content-type': 'text/plain' },
      payload: 'name=x',
    });
    expect(plain.statusCode).toBe(415);
  });

  it('[R18.2] accepts a foreign key as its id, with 0 for none', async () => {
    const { id, version } = await stored('inventory_item', made.get('inventory_item')?.id ?? 0);
    const form = plainValues({
      id,
      version,
      defaultVendor: { label: 'Vendor', kind: 'reference', entity: 'vendor', value: null },
      defaultStorage: { label: 'Storage', kind: 'reference', entity: 'storage', value: made.get('storage') },
    });
    const { body } = await call('inventory_item', 'update', { body: form });
    expect(body).toMatchObject({ defaultVendorId: 0, defaultVendorName: '', defaultStorageName: 'Cold room' });
  });

  it('[R18.19] finds every entity by its new name after it was renamed, and no longer by the old one', async () => {
    const found = async (value: string) => {
      const { body: results } = await t.call('search', { as: admin, query: { value } });
      return (results as SearchResult[]).map(({ id, name, entityName }) => [entityName, id, name]);
    };
    for (const { name: entity, table, label } of allResources) {
      const [old, name] = [`Quokka ${table.replaceAll('_', ' ')}`, `Wombat ${table.replaceAll('_', ' ')}`];
      const code = table === 'station' && { code: 'OTHER' };
      const { body: record } = await create(table, {
        ...filled(examples[table].body),
        ...code,
        phone: '7770009',
        [label]: old,
      });
      expect(await found(old)).toEqual([[entity, record.id, old]]);
      const { status } = await call(table, 'update', { body: { id: record.id, version: 1, [label]: name } });
      expect(status, table).toBe(200);
      expect(await found(name)).toEqual([[entity, record.id, name]]);
      expect(await found(old)).toEqual([]);
      await call(table, 'delete', { params: { id: record.id } });
      expect(await found(name), table).toEqual([]);
    }
  });

  it('[R36.29] exports no cell of any list that a reader of commas, semicolons or tabs takes for a formula', async () => {
    const exports = (Object.keys(contract) as ContractKey[]).filter((key) => key.endsWith('.export'));
    const ofPeople = ['name', 'jobTitle', 'department'].map((key) => ({ key, kind: 'text' }));
    const lists = [
      ...allResources.map(({ table, fields }) => ({
        table: String(table),
        fields: [...fields] as { key: string; kind: string }[],
      })),
      { table: 'app_user', fields: ofPeople },
    ];
    expect(exports.map((key) => String(key.split('.')[0])).toSorted()).toEqual(
      lists.map(({ table }) => table).toSorted(),
    );
    const formulas = ['=1+1', 'x;=1', '＝1', '@sum', '-1+1 x', ' =1'];
    for (const [at, { table, fields }] of lists.entries()) {
      const id = made.get(table)?.id ?? (await t.signIn('Manager')).user.id;
      let { version } = (await t.call(`${table}.find` as ContractKey, { as: admin, params: { id } })).body;
      let changed = 0;
      for (const [place, field] of fields.entries()) {
        if (field.kind !== 'text' && field.kind !== 'multiline') continue;
        const value = formulas[(at + place) % formulas.length];
        const answer = await t.call(`${table}.update` as ContractKey, {
          as: admin,
          params: { id },
          body: { id, version, [field.key]: value },
        });
        if (answer.status !== 200) continue;
        ({ version } = answer.body);
        changed += 1;
      }
      expect(changed, table).toBeGreaterThan(0);
    }
    for (const key of exports) {
      const file = (await t.call(key, { as: admin })).raw.rawPayload.toString('utf8').replaceAll('"', '');
      expect(file, key).toMatch(/'[ ]?[=＝@-]|x;'?=|x '?=/);
      for (const reader of [',', ';', '\t']) {
        const cells = file.split(new RegExp(`[\\r\\n${reader}]`));
        const formulasIn = cells.filter(
          (cell) => /^[ \u00a0\u3000]*[=+\-@＝＋－＠]/.test(cell) && !/^-?[\d.]+$/.test(cell),
        );
        expect(formulasIn, `${key} read by ${JSON.stringify(reader)}`).toEqual([]);
      }
    }
  });
});
