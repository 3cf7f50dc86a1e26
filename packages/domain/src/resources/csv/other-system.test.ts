import { expect, it } from 'vitest';
import { menuItem } from '../menu-item.ts';
import { checkTable } from './check-table.ts';
import { columnsFrom, type OtherSystem } from './other-system.ts';

const firstLine = (text: string) => (text.split('\n')[0] ?? '').split(',');
const read = (system: OtherSystem, text: string) =>
  checkTable(menuItem, text, columnsFrom(system, firstLine(text)) ?? []);

it('reads the list of Loyverse: a row for each size with its own code, the price of the first store, Y and N', () => {
  const text = [
    'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Cost,Barcode,Track stock,Available for sale [Malé],Price [Malé],In stock [Malé],Price [Hulhumalé]',
    'coke,10001,Coke,Drinks,,N,Size,300 ml,6.00,4001,Y,Y,10.00,10,11.00',
    'coke,10002,Coke,Drinks,,N,Size,500 ml,8.00,4002,Y,Y,14.00,8,15.00',
    'tuna,10003,Tuna,Fish,Fresh,Y,,,64.00,,N,Y,90.00,,95.00',
  ].join('\n');
  expect(read('Loyverse', text)).toMatchObject({
    problem: null,
    bad: [],
    good: ['Coke', 'Tuna'],
    categories: ['Drinks', 'Fish'],
  });
  expect(columnsFrom('Loyverse', firstLine(text))?.at(-1)).toBe('');
});

it('reads the library of Square, with its variations as sizes', () => {
  const text = [
    'Token,Item Name,Variation Name,SKU,Description,Reporting Category,Categories,GTIN,Price,Default Unit Cost',
    't1,Latte,Small,L-S,,Other,Coffee,01,45.00,12.00',
    't2,Latte,Large,L-L,,Other,Coffee,02,60.00,15.00',
  ].join('\n');
  expect(read('Square', text)).toMatchObject({ problem: null, bad: [], good: ['Latte'], categories: ['Coffee'] });
});

it('reads the products of Odoo, in the category of its tills rather than that of its accounts, without its ids', () => {
  const text = [
    'id,default_code,name,Product Category,Point of Sale Category,list_price,standard_price',
    '__export__.product_template_7,FR1,Fried Rice,All / Saleable,Rice,65.00,20.00',
  ].join('\n');
  expect(read('Odoo', text)).toMatchObject({ problem: null, bad: [], good: ['Fried Rice'], categories: ['Rice'] });
});

it('knows no columns of a list of another system', () => {
  expect(columnsFrom('Square', ['Category', 'Item', 'Price'])).toBeNull();
  expect(columnsFrom('Loyverse', [])).toBeNull();
});
