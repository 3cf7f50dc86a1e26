import { expect, it } from 'vitest';
import { wordProblems } from './words.ts';

const messages = (text: string, path = 'apps/server/src/a.ts') =>
  wordProblems([{ path, text }]).map(({ line, message }) => `${line} ${message}`);

it('refuses a docstring that begins with the old verb, and says which one to use', () => {
  expect(messages('/** Answers the total of a bill. */')).toEqual(["1 'Answers': write 'Returns' instead."]);
  expect(messages('/**\n * Answers the total.\n */')).toEqual(["2 'Answers': write 'Returns' instead."]);
  expect(messages('/** Returns what the server answers. */')).toEqual([]);
});

it('refuses archaic words in comments and test titles, and leaves texts of the code alone', () => {
  expect(messages('// It is made anew.')).toEqual(["1 'anew': write 'again' instead."]);
  expect(messages("\nit('mends the table', () => {});")).toEqual(["2 'mends': write 'fix' instead."]);
  expect(messages("const text = 'made anew';")).toEqual([]);
  expect(messages('-- reckoned by day\nselect 1;', 'apps/server/src/migrations/0001_a.sql')).toHaveLength(1);
});

it('refuses old names of things and of limits in code', () => {
  expect(messages('const mostItems = 20;')).toEqual(["1 'const mostItems': write 'min…, max… or default…' instead."]);
  expect(messages('call(whoDid);')).toEqual(["1 'whoDid': write 'onBehalfOf' instead."]);
  expect(messages('const maxItems = 20;\nconst almost = 1;')).toEqual([]);
});

it('counts a word in a comment once, as a word', () => {
  expect(messages('// The witness.')).toHaveLength(1);
});
