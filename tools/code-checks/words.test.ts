import { expect, it } from 'vitest';
import { wordProblems } from './words.ts';

const messages = (text: string, path = 'apps/server/src/a.ts') =>
  wordProblems([{ path, text }]).map(({ line, message }) => `${line} ${message}`);

it('refuses a docstring that begins with the old verb, and names the verb to use', () => {
  const verb = ['Ans', 'wers'].join('');
  expect(messages(`/** ${verb} the total of a bill. */`)).toEqual([`1 '${verb}': write 'Returns' instead.`]);
  expect(messages(`/**\n * ${verb} the total.\n */`)).toEqual([`2 '${verb}': write 'Returns' instead.`]);
  expect(messages('/** Returns what the server answers. */')).toEqual([]);
});

it('refuses archaic words in comments and test titles, and leaves texts of the code alone', () => {
  const again = ['an', 'ew'].join('');
  expect(messages(`// It is made ${again}.`)).toEqual([`1 '${again}': write 'again' instead.`]);
  expect(messages("\nit('mends the table', () => {});")).toEqual(["2 'mends': write 'fix' instead."]);
  expect(messages(`const text = 'made ${again}';`)).toEqual([]);
});

it('refuses old names of things and of limits in code', () => {
  const limit = ['mo', 'stItems'].join('');
  const name = ['who', 'Did'].join('');
  expect(messages(`const ${limit} = 20;`)).toEqual([`1 'const ${limit}': write 'min…, max… or default…' instead.`]);
  expect(messages(`call(${name});`)).toEqual([`1 '${name}': write 'onBehalfOf' instead.`]);
  expect(messages('const maxItems = 20;\nconst almost = 1;')).toEqual([]);
});

it('counts a word in a comment once, as a word', () => {
  expect(messages(`// The ${['wit', 'ness'].join('')}.`)).toHaveLength(1);
});

it('checks new migrations, and leaves applied ones, whose text cannot change', () => {
  const sql = `-- summed ${['an', 'ew'].join('')} by day\nselect 1;`;
  expect(messages(sql, 'apps/server/src/migrations/0020_a.sql')).toHaveLength(1);
  expect(messages(sql, 'apps/server/src/migrations/0019_a.sql')).toEqual([]);
});
