import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './folder.mjs';
import { longest, longestFirst } from './longest-first.ts';

const file = (path: string) => ({ moduleId: `/anywhere/${path}` });
const names = (files: readonly { readonly moduleId: string }[]) => files.map(({ moduleId }) => moduleId);

it('puts the longest test files at the front and leaves the others as they were', () => {
  const [first, second] = longest;
  const files = ['z/one.test.ts', second, 'a/two.test.ts', first].map((path) => file(String(path)));
  expect(names(longestFirst(files))).toEqual(
    [first, second, 'z/one.test.ts', 'a/two.test.ts'].map((path) => `/anywhere/${path}`),
  );
});

it('names files that exist', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
