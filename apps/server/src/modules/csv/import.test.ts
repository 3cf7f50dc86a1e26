import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { ImportJob } from '@atoll/domain/contract/platform/import';
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { allResources } from '@atoll/domain/resources/registry';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { maxFileBytes } from './job.ts';

/** A shop's list as people keep it: Excel's first line, quotes, empty rows, sizes in rows, Thaana, prices of all kinds, mistakes. */
function shopList(items: number): string {
  const lines = ['sep=;', 'Group;Item;Size;Price (MVR);Station;Note', ';;;;;'];
  for (let n = 0; n < items; n += 1) {
    const price =
      n % 3 === 0 ? `1,2${String(n % 100).padStart(2, '0')}.50` : n % 3 === 1 ? `MVR ${n + 1}` : `${n + 1}.5`;
    lines.push(`Group ${n % 40};"ކެއުން ""${n}""; special";;${price};${n % 2 ? 'bar' : 'Kitchen'};`);
    if (n % 500 === 0) lines.push('', ' ; ; ');
  }
  lines.push('Group 1;Big Plate;Small;20;;', 'Group 1;Big Plate;Large;30;;');
  return lines.join('\r\n');
}

eachEngine('the import of lists', (on) => {
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
  const send = async (csv: string, query: Record<string, string> = {}): Promise<ImportResult> => {
    const { body, status } = await call('menu_item.import', { body: { csv }, query });
    expect(status, JSON.stringify(body)).toBe(200);
    return body as ImportResult;
  };
  const list = async (table: string) =>
    ((await call(`${table}.list`, { query: { page: '1', size: '1000' } })).body as { items: ResourceRecord[] }).items;
  const names = async (table: string) => new Set((await list(table)).map(({ name }) => name));
  const makeMissing = 'true';
  const preview = 'true';

  function sendFile(bytes: Uint8Array, query = '') {
    const named = 'Content-Disposition: form-data; name="file"; filename="file.csv"\r\nContent-Type: text/csv';
    return t.app.inject({
      method: 'POST',
      url: `/api/bis/menu/items/import${query}`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'x-outlet-id': String(outlet),
        'content-type': 'multipart/form-data; boundary=part',
      },
      // Put together by hand: a form copies a large file many times.
      payload: Buffer.concat([Buffer.from(`--part\r\n${named}\r\n\r\n`), bytes, Buffer.from('\r\n--part--\r\n')]),
    });
  }
  const ended = (key: string): Promise<ImportJob> =>
    vi.waitFor(
      async () => {
        const { body } = await call('import.find', { params: { key } });
        expect(['Running', 'Cancelling']).not.toContain((body as ImportJob).state);
        return body as ImportJob;
      },
      { timeout: 30_000, interval: 5 },
    );

  // A long list takes longer on the second engine: there it has some of the chunks.
  const rows = on.engine === 'sqlite' ? 2000 : 300;
  it(`[R35.54] [R35.52] imports a shop's list of ${rows} rows once, with its 40 categories and Excel's first line`, async () => {
    const csv = shopList(rows);
    const found = await send(csv, { preview, makeMissing });
    const all = rows + 2;
    expect(found).toMatchObject({ rows: all, good: all, bad: [], created: rows + 1, changed: 0, unchanged: 0 });
    expect(found.categories).toHaveLength(40);
    expect(await list('category')).toEqual([]);
    expect(await send(csv, { makeMissing, plan: found.plan ?? '' })).toMatchObject({ created: rows + 1 });
    const again = await send(csv, { preview, makeMissing });
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: rows + 1, bad: [], categories: [] });
    expect(await list('category')).toHaveLength(40);
    const menus = (await call('menu.get')).body as {
      categories: { name: string; menuItems: { name: string; sizes: object[] }[] }[];
    }[];
    const first = menus.flatMap(({ categories }) => categories)[0];
    expect(first?.name).toBe('Group 0');
    expect(first?.menuItems.slice(0, 2).map(({ name }) => name)).toEqual(['ކެއުން "0"; special', 'ކެއުން "40"; special']);
    const plate = (await call('menu_item.list', { query: { search: 'Big Plate' } })).body as ResourceRecord[];
    expect(plate[0]?.['sizes']).toMatchObject([
      { value: 'Small', sellingPrice: 2000 },
      { value: 'Large', sellingPrice: 3000 },
    ]);
    expect(await verifyHistory(t.store, outlet)).toMatchObject({ ok: true });
  });

  const faulty = [
    'Category,Item,Size,Price,Type',
    'Tea,Black Tea,,15,Bar',
    'Tea,,,5,',
    'Tea,Green Tea,,-5,',
    'Tea,White Tea,,"12,50",',
    'Tea,Ginger Tea,,1,234.50',
    'Tea,Mint Tea,,9.999,Grill',
    'Tea,Plate,Small,20,',
    'Tea,Plate,Small,25,',
    'Tea,Black Tea,,15,Bar',
    '',
    'Tea,Lemon Tea,,12,Bar',
    'Tea,"Open Tea,,15,Bar',
  ].join('\n');
  const reasons = [
    [3, 'Name is required'],
    [4, 'Price must be at least 0.00'],
    [5, 'Price must be a number'],
    [6, 'Ticket is not one of the choices'],
    [7, 'Price must have at most 2 decimals'],
    [8, 'This row belongs to row 9, which has a mistake'],
    [9, 'Size is already used in row 8'],
    [10, 'Size is already used in row 2'],
    [13, 'This row opens a quotation mark and does not close it'],
  ] as const;

  it('[R35.54] names every faulty line with its reason, and leaves them out only with consent', async () => {
    const found = await send(faulty, { preview, makeMissing });
    const said = found.bad.map(({ row, errors }) => [row, Object.values(errors)]);
    for (const [row, reason] of reasons) expect(said.find(([at]) => at === row)?.[1], String(row)).toContain(reason);
    expect(found).toMatchObject({ created: 1, categories: ['Tea'] });
    expect(await send(faulty, { makeMissing })).toMatchObject({ bad: found.bad });
    expect([await list('menu_item'), await list('category')]).toEqual([[], []]);
    const csv = `${faulty.split('\n').slice(0, 5).join('\n')}\nRice,Fried Rice,,65,Kitchen\n`;
    const done = await send(csv, { makeMissing, leaveOut: 'true' });
    expect(done).toMatchObject({ rows: 5, created: 2, leftOut: 3, categories: ['Tea', 'Rice'] });
    expect(await names('menu_item')).toEqual(new Set(['Black Tea', 'Fried Rice']));
  });

  it('gives an item without a ticket the one of its category, and keeps the one that its row names', async () => {
    await send('Category,Item,Price,Type\nJuices,Lime,15,Bar\nRice,Plain,20,Kitchen\n', { makeMissing });
    const juices = (await list('category')).find(({ name }) => name === 'Juices');
    await call('category.update', { body: { id: juices?.id, version: juices?.version, defaultType: 'Bar' } });
    await send('Category,Item,Price,Type\nJuices,Mango,25,\nJuices,Toast,30,Grill\nRice,Fried,60,\n');
    const found = new Map((await list('menu_item')).map(({ name, type }) => [name, type]));
    expect([found.get('Mango'), found.get('Toast'), found.get('Fried')]).toEqual(['Bar', 'Grill', 'Kitchen']);
  });

  it('gives imported items and their new categories no ticket in a shop that has no printer for tickets', async () => {
    await t.store.writeOrg((db) =>
      db.updateTable('outlet').set({ business_type: 'Retail' }).where('id', '=', outlet).execute(),
    );
    await send('Category,Item,Price\nDrinks,Cola,15\n', { makeMissing });
    expect((await list('menu_item')).map(({ name, type }) => [name, type])).toEqual([['Cola', 'NA']]);
    expect((await list('category')).map(({ name, defaultType }) => [name, defaultType])).toEqual([['Drinks', 'NA']]);
  });

  it('[R35.54] makes categories only when asked and permitted, and none for lines with mistakes', async () => {
    const csv = 'Category,Item,Price\nTea,Black Tea,15\nrice,Fried Rice,65\nRice,Soup,30\n';
    const asked = await send(csv, { preview });
    expect(asked.categories).toEqual(['Tea', 'rice', 'Rice']);
    expect(asked.bad[0]).toEqual({ row: 2, errors: { categoryIds: `Categories: 'Tea' was not found` } });
    await send(csv, { makeMissing });
    expect(await names('category')).toEqual(new Set(['Tea', 'rice']));
    expect((await list('menu')).map(({ name }) => name)).toEqual(['Menu']);
    const rows = 'Sizes,Item,Category\n"A | 1; A | 2",Wrong,Soups\n';
    const twice = { row: 2, errors: { 'sizes[1].value': 'Size is listed twice' } };
    expect(await send(rows, { makeMissing })).toMatchObject({ bad: [twice] });
    expect(await names('category')).toEqual(new Set(['Tea', 'rice']));
    expect(await send('Item,Price\nWater,10\n', { makeMissing })).toMatchObject({ created: 1, categories: ['Menu'] });
  });

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text, 'utf8'), 'ކަޅު ސައި Café'],
    ['UTF-16 with mark', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 'ކަޅު ސައި Café'],
    ['UTF-16 without mark', (text: string) => Buffer.from(text, 'utf16le'), 'ކަޅު ސައި Café'],
    ['UTF-16 big-endian', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), 'ކަޅު ސައި Café'],
    ['Windows-1252', (text: string) => Buffer.from(text.replace('€', '\x80'), 'latin1'), 'Café crème €5'],
  ])('[R35.54] reads a file in %s', async (_encoding, encode, name) => {
    const bytes = Uint8Array.from(encode(`Item\tPrice\r\n${name}\t15\r\n`));
    const key = ((await sendFile(bytes, '?makeMissing=true')).json() as { job: string }).job;
    expect(await ended(key)).toMatchObject({ state: 'Done', created: 1, bad: [] });
    expect((await list('menu_item')).map((one) => one['name'])).toEqual([name]);
  });

  it('[R35.54] reads columns as they were chosen by hand, and leaves others out', async () => {
    const csv = 'Was,Wo,Preis,Price\nTee,Getränke,15,99\n';
    const columns = 'name,categoryIds,sizes.sellingPrice,';
    expect((await call('menu_item.import', { body: { csv }, query: { preview } })).status).toBe(422);
    expect(await send(csv, { columns, makeMissing })).toMatchObject({ created: 1, bad: [] });
    expect((await list('menu_item'))[0]).toMatchObject({ name: 'Tee', sizes: [{ sellingPrice: 1500 }] });
  });

  it('[R35.52] [R35.54] changes the prices of one size by code, keeps the others, and adds a new size', async () => {
    await send('Code,Item,Category,Size,Price\nP1,Plate,Food,Small,20\nP1,Plate,Food,Large,30\n', { makeMissing });
    const found = await send('Code,Size,Price\np1,large,35\np1,Family,60\n');
    expect(found.changes).toMatchObject([
      {
        name: 'Plate',
        fields: [
          { label: 'Price', of: 'Large', from: '30.00', to: '35.00' },
          { label: 'Sizes', from: '', to: 'Family | 60.00 |  |  | No' },
        ],
      },
    ]);
    expect((await list('menu_item'))[0]?.['sizes']).toMatchObject([
      { value: 'Small', sellingPrice: 2000 },
      { value: 'Large', sellingPrice: 3500 },
      { value: 'Family', sellingPrice: 6000 },
    ]);
  });

  it('[R35.52] calls the only size of an item whose row names none Regular, and changes that of an item with several', async () => {
    await send(
      'Code,Item,Category,Size,Price\nW1,Water,Drinks,,10\nW2,Juice,Drinks,Small,20\nW2,Juice,Drinks,Large,30\n',
      {
        makeMissing,
      },
    );
    const sizes = async () =>
      (await list('menu_item'))
        .toSorted((a, b) => String(b['name']).localeCompare(String(a['name'])))
        .map((item) => item['sizes'] as object[]);
    expect((await sizes())[0]).toMatchObject([{ value: 'Regular', sellingPrice: 1000 }]);
    await send('Code,Price\nW1,12\nW2,25\n');
    expect(await sizes()).toMatchObject([
      [{ value: 'Regular', sellingPrice: 1200 }],
      [{ value: 'Small', sellingPrice: 2500 }, { value: 'Large' }],
    ]);
  });

  it('[R36.14] names the row of a list or file that has a card number, also in the name of a new category, and imports nothing of it', async () => {
    const card = '5555 5555 5555 4444';
    const csv = `Category,Item,Price\nTea,Mint of ${card},15\nTea ${card},Green,15\n`;
    const words = 'Name has a card number. Remove it: Atoll does not store card numbers';
    const bad = [
      { row: 2, errors: { name: words } },
      { row: 3, errors: { categoryIds: `Category: ${words}` } },
    ];
    expect(await send(csv, { makeMissing })).toMatchObject({ bad });
    const key = ((await sendFile(Buffer.from(csv), '?makeMissing=true')).json() as { job: string }).job;
    expect(await ended(key)).toMatchObject({ state: 'Failed', bad });
    expect([await list('menu_item'), await list('category')]).toEqual([[], []]);
  });

  it('[R36.30] runs one import at a time in an outlet, and the next one after it', async () => {
    const csv = shopList(250);
    const key = ((await sendFile(new TextEncoder().encode(csv), '?makeMissing=true')).json() as { job: string }).job;
    const body = { csv: 'Item,Price\nWater,10\n' };
    const query = { preview, makeMissing };
    expect((await call('menu_item.import', { body, query })).body).toMatchObject({ reason: 'importRunning' });
    // At another server process of the store too, for each kind of record, and for a list that is only read through.
    const other = await t.restart();
    for (const { table, fields, views } of allResources) {
      const labels = views.csv.map((key) => fields.find((field) => field.key === key)?.label);
      const csv = `${labels.join()}\n${labels.map(() => 'X').join()}\n`;
      const answer = await other.call(`${table}.import` as ContractKey, { as: admin, outlet, body: { csv } });
      expect(answer.body.reason, table).toBe('importRunning');
    }
    expect((await sendFile(new TextEncoder().encode(csv))).statusCode).toBe(409);
    expect((await call('menu_item.import', { body, query, outlet: t.shop })).status).toBe(200);
    await ended(key);
    expect((await call('menu_item.import', { body, query })).status).toBe(200);
  });

  it('[R36.30] refuses a file of more than 64 MB', async () => {
    expect(maxFileBytes).toBe(64 * 1024 * 1024);
    const refused = await sendFile(Buffer.alloc(maxFileBytes + 1, 'A'));
    expect(refused.json()).toMatchObject({ reason: 'tooLarge', details: 'A file can be at most 64 MB' });
    expect(
      (await call('menu_item.import', { body: { csv: 'Item,Price\nWater,10\n' }, query: { preview, makeMissing } }))
        .status,
    ).toBe(200);
  });
});
