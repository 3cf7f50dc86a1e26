import { expect, it } from 'vitest';
import { readMenuCsv } from './menu-csv.ts';

it('[R1.1] reads a first menu with common headings, and reports the lines that it could not read', () => {
  const { rows, badLines } = readMenuCsv(
    'Group,Item,Size,Price,Station\nTea,Black Tea,,15,Bar\nRice,"Rice, fried",Large,"MVR 1,090.50",kitchen\nRice,,Large,5,\nRice,Soup,,cheap,\n,Water,,10,na\n',
  );
  expect(rows).toEqual([
    { category: 'Tea', name: 'Black Tea', size: '', price: 1500, type: 'Bar' },
    { category: 'Rice', name: 'Rice, fried', size: 'Large', price: 109_050, type: 'Kitchen' },
    { category: 'Menu', name: 'Water', size: '', price: 1000, type: 'NA' },
  ]);
  expect(badLines).toEqual([4, 5]);
});

it('reads nothing from text that is no table', () => {
  expect(readMenuCsv('')).toEqual({ rows: [], badLines: [] });
  expect(readMenuCsv('just words').rows).toEqual([]);
});

it('[R1.1] reads a menu separated by semicolons or tabs, and numbers its lines as the file does', () => {
  const rows = [{ category: 'Menu', name: 'Tea', size: '', price: 1500, type: 'Kitchen' }];
  expect(readMenuCsv('\uFEFFItem;Price\r\n\r\nTea;15.00\r\nSoup;cheap\r\n')).toEqual({ rows, badLines: [4] });
  expect(readMenuCsv('Item\tPrice\nTea\t15')).toEqual({ rows, badLines: [] });
});
