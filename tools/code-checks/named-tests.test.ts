import { describe, expect, it } from 'vitest';
import { namedTestProblems } from './named-tests.ts';

const code = [
  {
    path: 'apps/server/src/hub/hub.test.ts',
    text: `
      it('[R18.21] connects with a ticket', async () => {});
      it.each(roles)("[R18.21] admits %s with a 'ticket'", () => {});
      it.each([
        ['print', call()],
      ])('keeps %s whole', () => {});
      it(\`takes \${count} calls\`, { timeout: 1 }, () => {});
      it(
        'says the person\\'s name',
        () => {});`,
  },
  { path: 'apps/server/src/modules/bill/crash.test.ts', text: '' },
  { path: 'apps/print-server/src/crash.test.ts', text: '' },
  { path: 'apps/web/src/till/till.browser.test.tsx', text: '' },
];
const found = (text: string) => namedTestProblems({ path: 'docs/security.md', text }, code);

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

  it('[R36.32] accepts parts of the titles of a file, however they are quoted', () => {
    expect(
      found("`hub.test.ts` *connects with a ticket*, *admits %s with a 'ticket'*, *takes ${count}*, *keeps %s*"),
    ).toEqual([]);
    expect(found("`hub.test.ts` *says the person's name*")).toEqual([]);
  });

  it('[R36.32] refuses a title that no test of the file has, with its line', () => {
    expect(found('One.\n`hub.test.ts` *connects with a ticket*, *connects without*')).toMatchObject([
      { line: 2, message: expect.stringContaining("'connects without'") as string },
    ]);
    expect(found('`bill/crash.test.ts` *connects with a ticket*')).toHaveLength(1);
  });

  it('[R36.32] refuses a statement without a test and a title, unless the line says why', () => {
    const table = (test: string) => `| statement | test |\n| --- | --- |\n| The till locks | ${test} |\n`;
    expect(found(table('`hub.test.ts` *connects*'))).toEqual([]);
    expect(found(table('none: nothing to run'))).toEqual([]);
    expect(found(table(''))).toMatchObject([{ line: 3 }]);
    expect(found(table('somewhere'))).toHaveLength(1);
    expect(found(table('`hub.test.ts`'))).toMatchObject([{ line: 3 }]);
    expect(found(table('`hub.test.ts` *connects*, `bill/crash.test.ts`'))).toHaveLength(1);
    expect(found('| statement | decision |\n| --- | --- |\n| The till locks | |\n')).toEqual([]);
  });
});
