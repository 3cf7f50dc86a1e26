import { randomUUID } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { ImportJob } from '@atoll/domain/contract/platform/import';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { createCsvReader } from '@atoll/domain/grid/csv-reader';
import { findColumns } from '@atoll/domain/resources/csv/column';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { vendor } from '@atoll/domain/resources/vendor';
import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { seedActor } from '../../seed/seed-actor.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { runImport } from './run-import.ts';

const rowsOf = (csv: string): string[][] => {
  const reader = createCsvReader();
  return [...reader.push(csv), ...reader.end()];
};

eachEngine('CSV of entities', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const call = (key: string, more: Parameters<TestApp['call']>[1] = {}) =>
    t.call(key as ContractKey, { as: admin, ...more });
  const take = (table: string, csv: string, query: Record<string, string> = {}, outlet = t.cafe) =>
    call(`${table}.import`, { body: { csv }, query, outlet });
  const names = async (table: string, outlet = t.cafe) =>
    ((await call(`${table}.list`, { outlet })).body as ResourceRecord[])
      .map(({ name }) => String(name))
      .toSorted((a, b) => (a < b ? -1 : 1));

  it('[R9.12] exports all matches as CSV that a spreadsheet reads: byte order mark, CRLF, quotes, no formulas, Thaana', async () => {
    const body = {
      name: 'ކާށި, "Coconuts"',
      phone: '+960 777 1234',
      note: '=HYPERLINK("http://evil.example")\n@second',
      creditLimit: 123_450,
      isGstRegistered: true,
    };
    await call('vendor.create', { body: { key: randomUUID(), ...body } });
    await call('vendor.create', { body: { key: randomUUID(), name: 'Second', phone: '7770001' } });
    const { raw, status, headers } = await call('vendor.export');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="Vendors 2026-03-04.csv"');
    expect(raw.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = raw.rawPayload.toString('utf8');
    expect(text.endsWith('\r\n')).toBe(true);
    const [heading, first, second, ...more] = rowsOf(text);
    const labels = vendor.views.csv.map((key) => vendor.fields.find((field) => field.key === key)?.label);
    expect(heading).toEqual([...labels, 'Id']);
    const cell = (label: string) => first?.[heading?.indexOf(label) ?? -1];
    expect(cell('Name')).toBe(body.name);
    expect(cell('Phone')).toBe(`'${body.phone}`);
    expect(cell('Note')).toBe(`'${body.note.replace('@', "'@")}`);
    expect(cell('Credit limit')).toBe('1234.50');
    expect(cell('Registered for GST')).toBe('Yes');
    expect([second?.[1], more]).toEqual(['Second', []]);
    const one = rowsOf((await call('vendor.export', { query: { search: 'second' } })).raw.body);
    expect(one).toHaveLength(2);
  });

  it('[R9.12] lets other calls run between the chunks of a long export', async () => {
    await t.store.writeOutlet(t.shop, async (tx) => {
      await sql`insert into zone (outlet_id, id, key, name, fee, created_at, modified_at)
        with recursive up (n) as (select 1 union all select n + 1 from up where n < 3000)
        select ${sql.lit(t.shop)}, 100000 + n, 'zone-' || n, 'Zone ' || n, 0, 0, 0 from up`.execute(tx.db);
    });
    let turns = 0;
    let turn = setImmediate(function next() {
      turns += 1;
      turn = setImmediate(next);
    });
    const { raw } = await call('zone.export', { outlet: t.shop });
    clearImmediate(turn);
    expect(rowsOf(raw.rawPayload.toString('utf8')).length).toBeGreaterThan(3000);
    expect(turns).toBeGreaterThan(12);
  });

  it('[R9.12] exports only for people with the permission', async () => {
    expect((await call('customer.export', { as: await t.signIn('User') })).status).toBe(403);
    expect((await call('customer.export')).status).toBe(200);
  });

  it('[R14.2] imports what it exported into another outlet, with lists, references and all kinds of fields', async () => {
    const vendorId = ((await call('vendor.list')).body as ResourceRecord[]).find(({ name }) => name === 'Second')?.id;
    const { body: menu } = await call('menu.create', { body: { key: randomUUID(), name: 'All day' } });
    const { body: category } = await call('category.create', {
      body: { key: randomUUID(), name: 'Tea; and more', menuIds: [menu.id] },
    });
    expect(category.menuNames).toEqual(['All day']);
    const items = [
      {
        name: 'Black Tea',
        gstPct: 12.5,
        allergens: ['Milk', 'Soya'],
        isOpenPrice: true,
        sizes: [
          { value: 'Small', sellingPrice: 1205, barcode: '01' },
          { value: 'Large', sellingPrice: 2000, costPrice: 700, isDefault: true },
        ],
      },
      { name: '-1 Tea', prepMinutes: 4, sizes: [{ value: 'Regular', sellingPrice: 0 }] },
    ];
    const { body: drinks } = await call('category.create', {
      body: { key: randomUUID(), name: 'Drinks', menuIds: [menu.id] },
    });
    for (const item of items)
      expect(
        (await call('menu_item.create', { body: { key: randomUUID(), categoryIds: [drinks.id], ...item } })).status,
      ).toBe(200);
    const goods = {
      name: 'Rice',
      category: 'Food',
      stockUnit: 'kg',
      purchaseFactor: 12.125,
      defaultVendorId: vendorId,
    };
    expect((await call('inventory_item.create', { body: { key: randomUUID(), ...goods } })).status).toBe(200);
    const exported = async (table: string, outlet = t.cafe) =>
      (await call(`${table}.export`, { outlet })).raw.rawPayload.toString('utf8');
    for (const table of ['vendor', 'menu', 'category', 'menu_item', 'inventory_item']) {
      const csv = await exported(table);
      const { body } = await take(table, csv, {}, t.shop);
      expect(body, table).toMatchObject({ rows: rowsOf(csv).length - 1, bad: [] });
      // The ids are those of the outlet.
      const withoutIds = (text: string) => rowsOf(text).map((cells) => cells.slice(0, -1));
      expect(withoutIds(await exported(table, t.shop)), table).toEqual(withoutIds(csv));
    }
  });

  it('[R14.2] previews an import: reports what is wrong with each bad row, and writes nothing', async () => {
    const before = await names('zone');
    const csv = 'Name,Fee,Minutes on the way\nNorth,15.00,20\n,1,\nSouth,abc,\nnorth,2,9999\n\nEast,1.005,x\n';
    const { body } = await take('zone', csv, { preview: 'true' });
    expect(body).toMatchObject({
      rows: 5,
      good: 1,
      bad: [
        { row: 3, errors: { name: 'Name is required' } },
        { row: 4, errors: { fee: 'Fee must be a number' } },
        {
          row: 5,
          errors: { etaMinutes: 'Minutes on the way must be at most 600', name: 'Name is already used in row 2' },
        },
        {
          row: 7,
          errors: { fee: 'Fee must have at most 2 decimals', etaMinutes: 'Minutes on the way must be a number' },
        },
      ],
    });
    expect((await take('zone', csv)).body.bad).toHaveLength(4);
    expect(await names('zone')).toEqual(before);
    const twice = await take('zone', 'name,fee\nNorth,1\n NORTH ,2', { preview: 'true' });
    expect(twice.body.bad).toEqual([{ row: 3, errors: { name: 'Name is already used in row 2' } }]);
  });

  it('[R14.2] imports all rows or none, and repeating the same file creates nothing twice', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Zone ${index},${index}.50`);
    const bad = await take('zone', ['name;fee', ...lines.slice(0, 55), 'Zone 3;-1'].join('\n').replaceAll(',', ';'));
    expect(bad.body).toMatchObject({ rows: 56, good: 55, bad: [{ row: 57 }] });
    expect(await names('zone')).toEqual([]);
    const csv = ['name,fee', ...lines].join('\r\n');
    for (let time = 0; time < 2; time += 1)
      expect((await take('zone', csv)).body).toMatchObject({ rows: 60, good: 60, bad: [] });
    expect(await names('zone')).toHaveLength(60);
  });

  it('[R14.2] reads a heading with a label of an earlier release', () => {
    const { columns } = findColumns(inventoryItem, ['Name', 'Category', 'Unit', 'Never above']);
    expect(columns.at(-1)?.key).toBe('maxLevel');
  });

  it('[R35.46] reads a column of an earlier release that no form has any more', async () => {
    const { columns } = findColumns(inventoryItem, ['Name', 'Category', 'Unit', 'Shelf life in days']);
    expect(columns.at(-1)?.key).toBe('shelfLifeDays');
    expect((await take('storage', 'Name,Type,Counted\nCellar,Dry,Weekly')).body).toMatchObject({ good: 1, bad: [] });
    const storages = (await call('storage.list', {})).body as ResourceRecord[];
    expect(storages.find(({ name }) => name === 'Cellar')).toMatchObject({ type: 'Dry', countFrequency: 'Weekly' });
  });

  it('[R14.2] requires the mandatory columns and the permission', async () => {
    expect((await take('zone', 'colour,size\nred,1')).body).toMatchObject({
      code: 422,
      errors: { csv: `The first row has no column 'Name'` },
    });
    expect((await call('zone.import', { body: { text: 'x' } })).status).toBe(400);
    const user = await t.signIn('User');
    expect((await call('zone.import', { as: user, body: { csv: 'name,fee\nX,1' } })).status).toBe(403);
  });

  async function sendFile(table: string, csv: string, query = ''): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([csv], { type: 'text/csv' }), 'file.csv');
    const sent = new Response(form);
    const raw = await t.app.inject({
      method: 'POST',
      url: `/api/crm/${table}/import${query}`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-outlet-id': String(t.cafe),
        'content-type': sent.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    return (raw.json() as { job: string }).job;
  }
  const ended = (key: string): Promise<ImportJob> =>
    vi.waitFor(
      async () => {
        const { body } = await call('import.find', { params: { key } });
        expect(['Running', 'Cancelling']).not.toContain((body as ImportJob).state);
        return body as ImportJob;
      },
      { timeout: 15_000, interval: 5 },
    );

  it('[R14.2] imports a large file in the background and reports its progress', async () => {
    const csv = [
      'name,phone',
      ...Array.from({ length: 120 }, (_, index) => `Guest ${index},${7_700_000 + index}`),
    ].join('\n');
    const preview = await ended(await sendFile('customers', csv, '?preview=true'));
    expect(preview).toMatchObject({ entity: 'customer', state: 'Done', rows: 120, done: 120, bad: [] });
    expect(await names('customer')).toEqual([]);
    const key = await sendFile('customers', csv);
    expect(await ended(key)).toMatchObject({ state: 'Done', rows: 120, done: 120 });
    expect(await names('customer')).toHaveLength(120);
    const wrong = await ended(await sendFile('customers', `${csv}\n,`.replace('Guest 7,7700007', ',x')));
    expect(wrong).toMatchObject({
      state: 'Failed',
      bad: [{ row: 9, errors: { phone: 'Phone must have 7 to 15 digits, like +960 777 1234' } }],
    });
    const other = await t.signIn('Manager');
    expect((await call('import.find', { as: other, params: { key } })).status).toBe(404);
  });

  it('[R14.2] stops an import on request and removes what it had written, also from the search index', async () => {
    const csv = [
      'name,phone',
      ...Array.from({ length: 100 }, (_, index) => `Passing ${index},77${80_000 + index}`),
    ].join('\n');
    const before = (await names('customer')).length;
    const { definition, hooks } = t.app.resources.get('customer') ?? { definition: vendor, hooks: {} };
    const actor = { ...seedActor({ id: admin.user.id, name: 'Admin One' }, t.cafe) };
    const seen: number[] = [];
    const found = await runImport({
      store: t.store,
      actor,
      resource: { definition, hooks },
      resources: t.app.resources,
      source: () => [csv],
      isPreview: false,
      onProgress: async (_, written) => {
        seen.push(written);
        return written < 50;
      },
    });
    expect(found).toBeNull();
    expect(seen).toEqual([0, 0, 0, 0, 25, 50]);
    expect(await names('customer')).toHaveLength(before);
    expect((await call('search', { query: { value: 'passing' } })).body).toEqual([]);
    const key = await sendFile('customers', csv);
    expect((await call('import.cancel', { params: { key } })).status).toBe(204);
    const { state } = await ended(key);
    expect(['Cancelled', 'Done']).toContain(state);
    expect(await names('customer')).toHaveLength(state === 'Done' ? before + 100 : before);
  });
});
