import { expect, it } from 'vitest';
import { cycleProblems } from './import-cycles.ts';

const files = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([path, text]) => ({ path, text }));

it('accepts imports in one direction', () => {
  const texts = { 'a/one.ts': "import { b } from './two.ts';", 'a/two.ts': "import { c } from '../b/three.ts';" };
  expect(cycleProblems(files({ ...texts, 'b/three.ts': "import fs from 'node:fs';" }))).toEqual([]);
});

it('refuses two files that import each other, even for a type only, and reports the path of the cycle', () => {
  const problems = cycleProblems(
    files({
      'a/one.ts': "\nimport type { B } from './two.ts';\nexport interface A { b: B }",
      'a/two.ts': "import { one } from './one.ts';\nexport interface B {}",
    }),
  );
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ path: 'a/one.ts', line: 2 });
  expect(problems[0]?.message).toContain('a/one.ts → a/two.ts → a/one.ts. Move the type or function that both need');
});

it('finds a cycle over three files, also by imports from @atoll/domain', () => {
  const problems = cycleProblems(
    files({
      'packages/domain/src/a/one.ts': "import type { X } from '@atoll/domain/b/two';",
      'packages/domain/src/b/two.ts': "import type { X } from '../c/three.ts';",
      'packages/domain/src/c/three.ts': "import type { X } from '../a/one.ts';",
    }),
  );
  expect(problems).toHaveLength(1);
  expect(problems[0]?.message).toContain('b/two.ts → packages/domain/src/c/three.ts');
});
