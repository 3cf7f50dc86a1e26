import { describe, expect, it } from 'vitest';
import { csvCell, csvFileName, csvRow } from './csv.ts';
import { pageCount, pageWindow } from './page-window.ts';
import { defaultPageSize, type ListQueryText, pageSizes, parseListQuery } from './query.ts';

const read = (query: ListQueryText) => {
  const found = parseListQuery(query, ['name', 'createdAt']);
  return found.ok ? found.value : { reason: found.refusal.reason, ...found.refusal.errors };
};

describe('parseListQuery', () => {
  it('[R9.13] accepts seven page sizes, 100 by default', () => {
    expect(pageSizes).toEqual([10, 20, 50, 100, 200, 500, 1000]);
    expect(defaultPageSize).toBe(100);
    for (const size of pageSizes) expect(read({ size: String(size), page: '1' })).toMatchObject({ limit: size });
    expect(read({ size: '7' })).toMatchObject({ reason: 'pageSizeUnknown' });
    expect(read({ size: '1001' })).toMatchObject({ reason: 'pageSizeUnknown' });
  });

  it('[R9.11] counts pages from 1 and returns a plain list without a page', () => {
    expect(read({ size: '20', page: '3' })).toMatchObject({ isPaged: true, page: 3, limit: 20, offset: 40 });
    expect(read({})).toMatchObject({ isPaged: false, limit: 1000, offset: 0 });
    for (const page of ['0', '-1', '1.5', 'x'])
      expect(read({ page })).toMatchObject({ reason: 'malformed', page: 'Page must be 1 or more' });
  });

  it('[R9.3] sorts by id, newest first, or by a field that the list allows', () => {
    expect(read({})).toMatchObject({ sort: 'id', direction: 'desc' });
    expect(read({ sort: 'name' })).toMatchObject({ sort: 'name', direction: 'asc' });
    expect(read({ sort: '-createdAt' })).toMatchObject({ sort: 'createdAt', direction: 'desc' });
    for (const sort of ['secret', 'name; drop table', '--name'])
      expect(read({ sort })).toMatchObject({ reason: 'malformed' });
  });

  it('[R9.14] reads an empty To, sent as the epoch, as an open end, and null as absent', () => {
    const start = '2026-03-09T19:00:00.000Z';
    expect(read({ start, end: '1970-01-01T00:00:00.000Z' })).toMatchObject({ from: Date.parse(start), to: undefined });
    expect(read({ start, end: '2026-03-10T19:00:00.000Z' })).toMatchObject({
      to: Date.parse('2026-03-10T19:00:00.000Z'),
    });
    expect(read({ id: 'null', start: '', end: 'null' })).toMatchObject({
      parent: undefined,
      from: undefined,
      to: undefined,
    });
    expect(read({ id: '4', search: '  zara ' })).toMatchObject({ parent: '4', search: 'zara' });
    expect(read({ start: 'soon' })).toMatchObject({ reason: 'malformed', start: 'Start must be a date and time' });
  });
});

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
    [8, 9, [5, 6, 7, 8, 9]],
    [1, 0, []],
  ])('[R9.7] returns for page %d of %d the numbers %j', (page, last, numbers) => {
    expect(pageWindow(page, last)).toEqual(numbers);
  });

  it('returns the number of pages', () => {
    expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([1, 1, 2]);
  });
});

describe('CSV', () => {
  it('quotes cells where necessary and escapes formulas', () => {
    expect(csvRow(['a', 'b,c', 'say "hi"', 'two\nlines', null, 4.5, true])).toBe(
      'a,"b,c","say ""hi""","two\nlines",,4.5,true\r\n',
    );
    expect(['=1+1', '@x', '+cmd', '-x', '\tx'].map(csvCell)).toEqual(["'=1+1", "'@x", "'+cmd", "'-x", `"'\tx"`]);
    expect([csvCell('-12.50'), csvCell(-12), csvCell('=a,b')]).toEqual(['-12.50', '-12', '"\'=a,b"']);
  });

  it('[R9.12] names the file by title, date and range', () => {
    expect(csvFileName('Billing History', '2026-03-10', '2026-03-01', '2026-03-10')).toBe(
      'Billing History 2026-03-10 from 2026-03-01 to 2026-03-10.csv',
    );
    expect(csvFileName('Customers', '2026-03-10')).toBe('Customers 2026-03-10.csv');
    expect(csvFileName('a/b\\c', '2026-03-10', null, null)).toBe('a b c 2026-03-10.csv');
  });
});
