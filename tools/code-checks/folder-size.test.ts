import { expect, it } from 'vitest';
import { folderProblems, maxFiles } from './folder-size.ts';

const files = (count: number, end = '.ts') =>
  Array.from({ length: count }, (_, index) => `apps/web/src/ui/f${index}${end}`);

it('accepts a folder with the maximum of source files, and does not count tests', () => {
  expect(folderProblems([...files(maxFiles), ...files(40, '.test.ts'), ...files(40, '.css')])).toEqual([]);
});

it('refuses a folder with one more source file, and reports the count and what to do', () => {
  const problems = folderProblems(files(maxFiles + 1));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ path: 'apps/web/src/ui' });
  expect(problems[0]?.message).toContain('26 source files, at most 25. Move those of one noun into a folder');
});

it('counts the files of a nested folder separately', () => {
  expect(folderProblems([...files(20), ...files(20).map((path) => path.replace('/ui/', '/ui/field/'))])).toEqual([]);
});
