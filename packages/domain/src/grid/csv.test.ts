import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvCell, csvRow, defuse, undefuse } from './csv.ts';
import { createCsvReader } from './csv-reader.ts';

const signs = '=+-@\uff1d\uff0b\uff0d\uff20';
const hostile = fc.string({ unit: fc.constantFrom(...`${signs}',;\t\r\n" ab\u3000\u00a01.`) });

/** Returns the cells that a simple reader of a separator sees, with and without regard to quotes. */
const seenCells = (text: string): string[] =>
  [',', ';', '\t'].flatMap((separator) => text.split(/[\r\n]/).flatMap((line) => line.split(separator)));

it('[R36.29] lets no reader of commas, semicolons or tabs see a formula, also with signs of full width', () => {
  const isFormula = (cell: string): boolean => /^["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell);
  fc.assert(
    fc.property(hostile, (text) => {
      fc.pre(!/^-?\d+(\.\d+)?$/.test(text));
      for (const cell of seenCells(csvCell(text))) expect(isFormula(cell), JSON.stringify([text, cell])).toBe(false);
    }),
  );
  expect(csvCell('Tea;=HYPERLINK("x")')).toBe(`"Tea;'=HYPERLINK(""x"")"`);
  expect(csvCell('＝1+1')).toBe(`'＝1+1`);
  expect(['a-b', '1 + 1', '-12.50', 'a@b.example'].map(csvCell)).toEqual(['a-b', '1 + 1', '-12.50', 'a@b.example']);
});

it('[R36.29] gets every text back from its harmless form, also one that begins with an apostrophe', () => {
  fc.assert(fc.property(hostile, (text) => undefuse(defuse(text)) === text));
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => undefuse(defuse(text)) === text));
});

it('[R35.52] reads back every row that it writes', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 2, maxLength: 4 }), (cells) => {
      const reader = createCsvReader();
      const heading = cells.map((_, index) => `h${index}`);
      const text = csvRow(heading) + csvRow(cells);
      const rows = [...reader.push(text.slice(0, 9)), ...reader.push(text.slice(9)), ...reader.end()];
      expect(rows.map((row) => row.map(undefuse))).toEqual([heading, cells]);
    }),
  );
});

const read = (text: string): string[][] => {
  const reader = createCsvReader();
  // One character at a time: the pieces of a file end anywhere.
  return [...[...text].flatMap((char) => reader.push(char)), ...reader.end()];
};

it('[R35.54] finds the separator: by the line that Excel writes, else by the first line with text', () => {
  expect(read('sep=;\r\nItem;Price, MVR\r\nTea;1')).toEqual([
    ['Item', 'Price, MVR'],
    ['Tea', '1'],
  ]);
  expect(read('\uFEFF"sep=\t"\nItem\tPrice\nTea\t1,5')).toEqual([
    ['Item', 'Price'],
    ['Tea', '1,5'],
  ]);
  expect(read('\n \n"Item, or name";Price;Size\nTea;1;S').slice(2)).toEqual([
    ['Item, or name', 'Price', 'Size'],
    ['Tea', '1', 'S'],
  ]);
  expect(read('sep=;')).toEqual([]);
  expect(read('separate,b\n1,2')[0]).toEqual(['separate', 'b']);
});

it('[R35.54] tells that a file ends inside a quoted cell', () => {
  const reader = createCsvReader();
  expect([...reader.push('a,b\n1,"two\n3,4\n'), ...reader.end()].at(-1)).toEqual(['1', 'two\n3,4\n']);
  expect(reader.isUnclosed()).toBe(true);
});
