import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('barcodes of menu items', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let outlet: number;
  let categoryIds: number[];
  beforeAll(async () => {
    t = await testApp(on);
  });
  beforeEach(async () => {
    ({ admin, outlet } = await freshOutlet(t));
    const menu = await call('menu.create', { key: randomUUID(), name: 'All day' });
    const drinks = await call('category.create', { key: randomUUID(), name: 'Drinks', menuIds: [menu.body.id] });
    categoryIds = [drinks.body.id];
  });
  const call = (key: string, body: object) => t.call(key as never, { as: admin, outlet, body });
  const size = (barcode: string, value = 'Regular') => ({ value, sellingPrice: 1000, barcode });
  const make = (name: string, barcode: string, sizes = [size('')]) =>
    call('menu_item.create', { key: randomUUID(), name, barcode, categoryIds, sizes });
  const columns = 'name,categoryIds,barcode,sizes.value,sizes.sellingPrice,sizes.barcode';
  const send = async (csv: string) =>
    (await t.call('menu_item.import' as never, { as: admin, outlet, body: { csv }, query: { columns } })).body;

  it('refuses a barcode that another item or one of its sizes has, and names that item', async () => {
    await make('Cola', '5901234123457');
    await make('Lime 100%', '', [size('8_1%', 'Small'), size('82', 'Large')]);
    const answers = [
      await make('Cola Zero', '5901234123457'),
      await make('Water', '82'),
      await make('Juice', '', [size('', 'Small'), size('8_1%', 'Large')]),
      await make('Soda', '', [size('5901234123457')]),
      await make('Milk', '', [size('7', 'Small'), size('7', 'Large')]),
    ];
    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual([
      [422, { barcode: "Barcode is already used by 'Cola'" }],
      [422, { barcode: "Barcode is already used by 'Lime 100%'" }],
      [422, { 'sizes[1].barcode': "Barcode is already used by 'Lime 100%'" }],
      [422, { 'sizes[0].barcode': "Barcode is already used by 'Cola'" }],
      [422, { 'sizes[1].barcode': 'Barcode is listed twice' }],
    ]);
    // Neither a part of a code nor a sign that stands for others is the same code.
    for (const code of ['59012341234', '8x1y', '8', '2']) expect((await make(`Other ${code}`, code)).status).toBe(200);
    expect((await make('Tea', '31', [size('31')])).status).toBe(200);
  });

  it('lets an item keep its barcode, and checks it again when the item comes back', async () => {
    const { body: cola } = await make('Cola', '11', [size('12')]);
    const renamed = { id: cola.id, version: 1, name: 'Cola can', sizes: [size('12'), size('13', 'Large')] };
    expect((await call('menu_item.update', renamed)).status).toBe(200);
    await t.call('menu_item.delete' as never, { as: admin, outlet, params: { id: cola.id } });
    expect((await make('Pepsi', '13')).status).toBe(200);
    const { status, body } = await call('menu_item.update', { id: cola.id, version: 3, isActive: true });
    expect([status, body.errors]).toEqual([422, { 'sizes[1].barcode': "Barcode is already used by 'Pepsi'" }]);
  });

  it('names each line of an imported file whose barcode an item or an earlier line has', async () => {
    await make('Cola', '11');
    const csv = [
      'Name,Category,Code of the item,Size,Price,Code of the size',
      'Water,Drinks,11,,10,',
      'Juice,Drinks,21,,10,',
      'Soda,Drinks,,Small,10,21',
      'Milk,Drinks,,Small,10,31',
      'Cream,Drinks,31,,10,',
    ].join('\n');
    const { bad } = await send(csv);
    expect(bad).toEqual([
      { row: 2, errors: { barcode: "Barcode is already used by 'Cola'" } },
      { row: 4, errors: { 'sizes[0].barcode': 'Barcode is already used in row 3' } },
      { row: 6, errors: { barcode: 'Barcode is already used in row 5' } },
    ]);
  });
});
