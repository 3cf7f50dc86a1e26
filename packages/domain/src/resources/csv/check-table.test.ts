import { expect, it } from 'vitest';
import { menuItem } from '../menu-item.ts';
import { zone } from '../zone.ts';
import { fromCell, toCell } from './cell.ts';
import { checkTable } from './check-table.ts';
import { findColumns } from './column.ts';

const rowErrors = (text: string): [number, string[]][] =>
  checkTable(menuItem, text).bad.map(({ row, errors }) => [row, Object.values(errors) as string[]]);

it('[R35.54] reads a first menu with the names of columns that people and other tills use', () => {
  const { good, bad, rows, categories, problem } = checkTable(
    menuItem,
    'Group,Item,Size,Price,Station\nTea,Black Tea,,15,Bar\nRice,"Rice, fried",Large,"MVR 1,090.50",kitchen\n\n,Water,,10,na\n',
  );
  expect({ good, bad, rows, categories, problem }).toEqual({
    good: ['Black Tea', 'Rice, fried', 'Water'],
    bad: [],
    rows: 3,
    categories: ['Tea', 'Rice', 'Menu'],
    problem: null,
  });
  for (const heading of [
    ['Handle', 'SKU', 'Name', 'Category', 'Option 1 value', 'Default price', 'Cost', 'Barcode'],
    ['Token', 'Item Name', 'Variation Name', 'SKU', 'Description', 'Category', 'Price', 'GTIN'],
    ['Internal Reference', 'Name', 'Sales Price', 'Cost', 'Product Category', 'Barcode'],
    ['PRODUCT *', 'Price (MVR)', 'group'],
  ]) {
    const { columns, missing } = findColumns(menuItem, heading);
    expect(missing, String(heading)).toBeUndefined();
    const keys = columns.map((one) => one?.key);
    for (const key of ['name', 'categoryIds', 'sizes.sellingPrice']) expect(keys, String(heading)).toContain(key);
  }
});

it('[R35.54] names each faulty line of a first menu with its reason', () => {
  const text = [
    'Category,Item,Size,Price,Type',
    'Tea,,,5,',
    'Tea,Soup,,cheap,',
    'Tea,White Tea,,"12,50",',
    'Tea,Ginger Tea,,1,234.50',
    `${'x'.repeat(61)},Cake,,5,`,
    'Tea,Plate,Small,20,Roof',
    'Tea,Plate,Large,30,',
    'Tea,"Open',
  ].join('\n');
  expect(rowErrors(text)).toEqual([
    [2, ['Name is required']],
    [3, ['Price must be a number']],
    [4, ['Price must be a number']],
    [5, expect.arrayContaining(['Ticket is not one of the choices'])],
    [6, ['Category: Name must be at most 60 characters long']],
    [7, ['Ticket is not one of the choices']],
    [8, ['This row belongs to row 7, which has a mistake']],
    [9, expect.arrayContaining(['This row opens a quotation mark and does not close it'])],
  ]);
  expect(rowErrors('Item,Price\nTea,1,234.50\n')).toEqual([[2, ['This row has 3 cells, the first row has 2']]]);
});

it('[R35.54] says which column is missing, and reads columns that were chosen by hand', () => {
  expect(checkTable(menuItem, 'Was,Preis\nTee,15')).toMatchObject({
    problem: `The first row has no column 'Name'`,
    heading: ['Was', 'Preis'],
  });
  expect(checkTable(menuItem, 'Was,Preis\nTee,15', ['name', 'sizes.sellingPrice'])).toMatchObject({
    problem: null,
    good: ['Tee'],
  });
  expect(checkTable(menuItem, '')).toMatchObject({ problem: null, good: [], rows: 0 });
  expect(checkTable(zone, 'Name,Fee\nNorth,1,5')).toMatchObject({ bad: [{ row: 2 }] });
});

it('[R35.52] gets lists back from a cell, with separators in their texts', () => {
  const sizes = menuItem.fields.find(({ key }) => key === 'sizes');
  if (!sizes) throw new Error('no sizes');
  const value = [
    { value: 'Small; cold', sellingPrice: 1205, costPrice: null, barcode: '', isDefault: true },
    { value: 'Large | hot|', sellingPrice: 120_000, costPrice: 5, barcode: '01', isDefault: false },
  ];
  const cell = toCell(sizes, value, new Map());
  expect(fromCell(sizes, cell, () => undefined)).toEqual(value);
});

it('[R35.54] reads prices as people write them, and none that could be meant otherwise', () => {
  const price = { key: 'price', label: 'Price', kind: 'money' } as const;
  const read = (text: string): unknown => {
    try {
      return fromCell(price, text, () => undefined);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(['1,234.50', 'MVR 1,234.50', 'Rf 15', 'Rf.15.5', '15.500', ' 7 ', '-5'].map(read)).toEqual([
    123_450, 123_450, 1500, 1550, 1550, 700, -500,
  ]);
  expect(['12,50', '1.234,50', '1,23', 'cheap', '15/-'].map(read)).toEqual(Array(5).fill('Price must be a number'));
  expect(read('1.005')).toBe('Price must have at most 2 decimals');
});
