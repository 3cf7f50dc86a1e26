import { describe, expect, it } from 'vitest';
import { namedTestProblems } from './named-tests.ts';

const paths = [
  'apps/server/src/hub/hub.test.ts',
  'apps/server/src/modules/bill/crash.test.ts',
  'apps/print-server/src/crash.test.ts',
  'apps/web/src/till/till.browser.test.tsx',
];
const found = (text: string) => namedTestProblems({ path: 'docs/security.md', text }, paths);

describe('check of the tests that a document names', () => {
  it('[R36.32] accepts a test by any unique end of its path, with or without src', () => {
    expect(found('`hub/hub.test.ts`, `server/hub/hub.test.ts`, `bill/crash.test.ts`, `till.browser.test.tsx`')).toEqual(
      [],
    );
  });

  it('[R36.32] refuses a test that does not exist, with its line, and a name that several tests have', () => {
    expect(found('One.\nTwo `hub/hubs.test.ts`.')).toMatchObject([{ line: 2, path: 'docs/security.md' }]);
    expect(found('`ub/hub.test.ts`')).toHaveLength(1);
    expect(found('`crash.test.ts`')[0]?.message).toContain('2 tests');
  });

  it('[R36.32] refuses a statement without a test, unless the line says why', () => {
    const table = (test: string) => `| statement | test |\n| --- | --- |\n| The till locks | ${test} |\n`;
    expect(found(table('`hub.test.ts`'))).toEqual([]);
    expect(found(table('none: nothing to run'))).toEqual([]);
    expect(found(table(''))).toMatchObject([{ line: 3 }]);
    expect(found(table('somewhere'))).toHaveLength(1);
    expect(found('| statement | decision |\n| --- | --- |\n| The till locks | |\n')).toEqual([]);
  });
});
