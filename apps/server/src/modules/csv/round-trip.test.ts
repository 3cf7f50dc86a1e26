import { randomUUID } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { createCsvReader } from '@atoll/domain/grid/csv-reader';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { seedActor } from '../../seed/seed-actor.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { runImport } from './run-import.ts';

const rowsOf = (csv: string): string[][] => {
  const reader = createCsvReader();
  return [...reader.push(csv), ...reader.end()];
};
/** Writes cells as a spreadsheet does that read them: as they are. */
const textOf = (rows: readonly (readonly string[])[], separator = ','): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join('\r\n');

eachEngine('export and import', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let outlet: number;
  beforeAll(async () => {
    t = await testApp(on);
  });
  beforeEach(async () => {
    ({ admin, outlet } = await freshOutlet(t));
  });
  const call = (key: string, more: Parameters<TestApp['call']>[1] = {}) =>
    t.call(key as ContractKey, { as: admin, outlet, ...more });
  const create = async (table: string, body: Record<string, unknown>): Promise<ResourceRecord> =>
    (await call(`${table}.create`, { body: { key: randomUUID(), ...body } })).body as ResourceRecord;
  const exported = async (table: string, query: Record<string, string> = {}): Promise<string> =>
    (await call(`${table}.export`, { query })).raw.rawPayload.toString('utf8');
  const send = async (table: string, csv: string, query: Record<string, string> = {}): Promise<ImportResult> => {
    const { body, status } = await call(`${table}.import`, { body: { csv }, query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ImportResult;
  };
  const preview = (table: string, csv: string, query: Record<string, string> = {}) =>
    send(table, csv, { preview: 'true', ...query });
  const list = async (table: string) => (await call(`${table}.list`)).body as ResourceRecord[];

  /** Items with everything that a cell can lose: separators, quotes, formulas, Thaana, line breaks. */
  async function makeMenu(): Promise<void> {
    const menu = await create('menu', { name: 'All day' });
    const tea = await create('category', { name: 'Tea; coffee | more', menuIds: [menu.id] });
    const old = await create('category', { name: 'Old', menuIds: [menu.id] });
    const item = (name: string, more: Record<string, unknown> = {}) =>
      create('menu_item', { name, categoryIds: [tea.id], sizes: [{ value: 'Regular', sellingPrice: 1500 }], ...more });
    await item('ކަޅު ސައި', { description: 'Hot,\r\n"strong"; sweet' });
    await item('=1+1', { allergens: ['Milk', 'Soya'], gstPct: 12.5, code: 'T-1' });
    await item('-5', {
      sizes: [
        { value: 'Small; cold', sellingPrice: 1205, barcode: '01' },
        { value: 'Large | hot', sellingPrice: 123_450, isDefault: true },
      ],
    });
    await item('Milk Tea', { categoryIds: [tea.id, old.id], isHalal: false });
  }

  it('[R35.52] changes nothing when an exported file is imported unchanged, for every entity, and says so', async () => {
    await makeMenu();
    await create('vendor', { name: 'Coral, "Foods"', phone: '+960 777 1234', note: '＝1;@x\n\ttab', creditLimit: 5 });
    await create('customer', { name: 'Aminath', phone: '7771234' });
    await create('inventory_item', { name: 'Rice', category: 'Food', stockUnit: 'kg', purchaseFactor: 12.125 });
    await create('zone', { name: 'North', fee: 1500 });
    for (const { table } of [...t.app.resources.values()].map(({ definition }) => definition)) {
      const before = await list(table);
      const csv = await exported(table);
      const rows = rowsOf(csv).length - 1;
      if (rows === 0) continue;
      const all = { rows, good: rows, bad: [], created: 0, changed: 0, unchanged: rows, changes: [] };
      expect(await preview(table, csv), table).toMatchObject(all);
      expect(await send(table, csv), table).toMatchObject(all);
      expect(await list(table), table).toEqual(before);
    }
  });

  it('[R35.52] takes back the export of a shop that had a barcode twice before that was refused, and refuses a third one', async () => {
    await makeMenu();
    await t.store.writeOutlet(outlet, async (tx) => {
      const items = tx.db.updateTable('menu_item').where('outlet_id', '=', outlet);
      tx.write(items.set({ barcode: '4001' }).where('name', 'in', ['=1+1', 'Milk Tea']));
      tx.change({ entity: 'Menu', id: null, version: 1, action: 'Updated' });
    });
    const csv = await exported('menu_item');
    expect(await preview('menu_item', csv)).toMatchObject({ bad: [], changed: 0, unchanged: 4 });
    const [heading = [], ...rows] = rowsOf(csv);
    const third = rows.find((row) => row[heading.indexOf('Name')] === 'ކަޅު ސައި') ?? [];
    third[heading.indexOf('Barcode')] = '4001';
    expect((await preview('menu_item', textOf([heading, ...rows]))).bad).toMatchObject([
      { errors: { barcode: expect.stringContaining('already used') } },
    ]);
  });

  it('[R35.52] changes nothing when a spreadsheet saved the file again with semicolons, UTF-8 mark and plain numbers', async () => {
    await makeMenu();
    const saved = rowsOf(await exported('menu_item')).map((row) =>
      row.map((cell) => (/^\d+\.\d+$/.test(cell) ? String(Number(cell)) : cell)),
    );
    const found = await preview('menu_item', `\uFEFFsep=;\r\n${textOf(saved, ';')}\r\n;;;\r\n`);
    expect(found).toMatchObject({ bad: [], created: 0, changed: 0, unchanged: 4 });
  });

  it('[R35.52] tells before it writes what is created, changed from old to new, and unchanged; then does exactly that', async () => {
    await makeMenu();
    const [heading = [], ...rows] = rowsOf(await exported('menu_item'));
    const at = (label: string): number => heading.indexOf(label);
    const edit = (name: string, label: string, change: (cell: string) => string): void => {
      const row = rows.find((cells) => cells[at('Name')]?.replace(/^'/, '') === name) ?? [];
      row[at(label)] = change(row[at(label)] ?? '');
    };
    edit('ކަޅު ސައި', 'Sizes', (cell) => cell.replace('15.00', '17.50'));
    edit('-5', 'Sizes', (cell) => cell.replace('1234.50', '1,300.00'));
    edit('-5', 'Halal', () => 'no');
    const added = heading.map(
      (label) => ({ Name: 'Lime Juice', Categories: 'Juices', Sizes: 'Regular | 30' })[label] ?? '',
    );
    const before = await list('menu_item');
    const csv = textOf([heading, ...rows, added]);
    const found = await preview('menu_item', csv, { makeMissing: 'true' });
    expect(found).toMatchObject({ rows: 5, bad: [], created: 1, changed: 2, unchanged: 2, categories: ['Juices'] });
    expect(found.changes).toEqual([
      { row: 2, name: 'ކަޅު ސައި', fields: [{ label: 'Price', of: 'Regular', from: '15.00', to: '17.50' }] },
      {
        row: 4,
        name: '-5',
        fields: [
          { label: 'Price', of: 'Large | hot', from: '1234.50', to: '1300.00' },
          { label: 'Halal', from: 'Yes', to: 'No' },
        ],
      },
    ]);
    expect(await list('menu_item')).toEqual(before);
    const done = await send('menu_item', csv, { makeMissing: 'true', plan: found.plan ?? '' });
    expect(done).toMatchObject({ created: 1, changed: 2, unchanged: 2 });
    const after = await list('menu_item');
    expect(after).toHaveLength(5);
    expect(after.find(({ name }) => name === 'ކަޅު ސައި')).toMatchObject({ version: 2, sizes: [{ sellingPrice: 1750 }] });
    expect(after.find(({ name }) => name === 'Milk Tea')).toMatchObject({ version: 1 });
    expect(await preview('menu_item', csv)).toMatchObject({ created: 0, changed: 0, unchanged: 5, bad: [] });
    expect(await verifyHistory(t.store, outlet)).toMatchObject({ ok: true });
  });

  it('[R35.52] finds records by id, by the number in the list and by code, and restores a deactivated one', async () => {
    const one = await create('vendor', { name: 'One', phone: '7770001' });
    const two = await create('vendor', { name: 'Two', phone: '7770002' });
    await call('vendor.delete', { params: { id: two.id } });
    const csv = textOf([
      ['Id', 'Code', 'Phone'],
      [one.key.toUpperCase(), '', '7770009'],
      ['', String(two['code']).toLowerCase(), '7770002'],
    ]);
    const found = await preview('vendor', csv);
    expect(found.changes).toEqual([
      { row: 2, name: 'One', fields: [{ label: 'Phone', from: '7770001', to: '7770009' }] },
      { row: 3, name: 'Two', fields: [{ label: 'Active', from: 'No', to: 'Yes' }] },
    ]);
    await send('vendor', csv);
    expect((await list('vendor')).toSorted((a, b) => a.id - b.id).map(({ id, phone }) => [id, phone])).toEqual([
      [one.id, '7770009'],
      [two.id, '7770002'],
    ]);
    const byNumber = `id,phone\n${one.id},7770010\n999,7770011\n${one.id},7770012\n`;
    expect(await preview('vendor', byNumber)).toMatchObject({
      changed: 1,
      bad: [
        { row: 3, errors: { id: `Id: '999' was not found` } },
        { row: 4, errors: { row: 'The same as row 2' } },
      ],
    });
  });

  it('[R35.52] never changes a record of this outlet for a row whose id is of another outlet', async () => {
    await create('vendor', { name: 'One', phone: '7770001', code: 'X1' });
    const csv = await exported('vendor');
    await call('vendor.create', {
      outlet: t.shop,
      body: { key: randomUUID(), name: 'Other', phone: '7770003', code: 'x1' },
    });
    const { body } = await call('vendor.import', { outlet: t.shop, body: { csv }, query: { preview: 'true' } });
    expect(body).toMatchObject({ changed: 0, bad: [{ row: 2, errors: { code: `Code is already used by 'Other'` } }] });
  });

  it('[R35.52] writes nothing when a record changed after the preview, and tells what it would do now', async () => {
    const one = await create('zone', { name: 'North', fee: 1500 });
    const csv = (await exported('zone')).replace('15.00', '20.00');
    const { plan = '' } = await preview('zone', csv);
    await call('zone.update', { body: { id: one.id, version: 1, fee: 1700 } });
    const late = await send('zone', csv, { plan });
    expect(late).toMatchObject({ isStale: true, changes: [{ fields: [{ from: '17.00', to: '20.00' }] }] });
    expect((await list('zone'))[0]).toMatchObject({ fee: 1700 });
    expect(await send('zone', csv, { plan: late.plan ?? '' })).toMatchObject({ changed: 1 });
    expect((await list('zone'))[0]).toMatchObject({ fee: 2000 });
  });

  it('[R35.52] exports only the chosen records, and they come back as themselves', async () => {
    const zones = [
      await create('zone', { name: 'A' }),
      await create('zone', { name: 'B' }),
      await create('zone', { name: 'C' }),
    ];
    const csv = await exported('zone', { ids: `${zones[0]?.id},${zones[2]?.id}` });
    expect(rowsOf(csv).map(([name]) => name)).toEqual(['Name', 'A', 'C']);
    expect(await preview('zone', csv)).toMatchObject({ unchanged: 2, created: 0 });
    expect((await call('zone.export', { query: { ids: '1 or 1=1' } })).status).toBe(400);
  });

  it('[R35.52] [R35.67] neither shows nor changes a field that the person may not see', async () => {
    const zone = t.app.resources.get('zone');
    if (!zone) throw new Error('no zones');
    const fields = zone.definition.fields.map((one) =>
      one.key === 'fee' ? { ...one, readBy: ['Accounts'] as const } : one,
    );
    const resource = { ...zone, definition: { ...zone.definition, fields } };
    const made = await create('zone', { name: 'North', fee: 1500 });
    const csv = textOf([
      ['Id', 'Name', 'Fee'],
      [made.key, 'North', '99.00'],
    ]);
    const everybody = seedActor({ id: admin.user.id, name: 'Admin One' }, outlet);
    const actor = {
      ...everybody,
      permissions: new Set([...everybody.permissions].filter((one) => one !== 'Accounts')),
    };
    const task = { store: t.store, actor, resource, resources: t.app.resources, source: () => [csv], isPreview: true };
    expect(await runImport({ ...task, actor: everybody })).toMatchObject({ changed: 1 });
    expect(await runImport(task)).toMatchObject({ changed: 0, unchanged: 1, changes: [] });
  });

  it('[R35.52] restores what it had changed when it is stopped', async () => {
    for (let n = 0; n < 60; n += 1) await create('zone', { name: `Zone ${n}`, fee: 1500 });
    const csv = `${(await exported('zone')).replaceAll('15.00', '20.00')}New,5\r\n`;
    const resource = t.app.resources.get('zone');
    if (!resource) throw new Error('no zones');
    const actor = seedActor({ id: admin.user.id, name: 'Admin One' }, outlet);
    const task = { store: t.store, actor, resource, resources: t.app.resources, source: () => [csv], isPreview: false };
    const seen: number[] = [];
    const onProgress = async (_: number, written: number) => {
      if (written > 0) seen.push((await list('zone')).filter(({ fee }) => fee === 2000).length);
      return written < 50;
    };
    expect(await runImport({ ...task, onProgress })).toBeNull();
    expect(seen).toEqual([25, 50]);
    expect((await list('zone')).filter(({ fee }) => fee !== 1500)).toEqual([]);
    expect(await runImport(task)).toMatchObject({ changed: 60, created: 1 });
  });
});
