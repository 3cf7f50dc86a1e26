import { expect, it } from 'vitest';
import { migrationProblems } from './migration-marks.ts';

it('[R34.15] names a new migration without a mark, and one that removes something under the mark of an expand', () => {
  const file = (name: string, text: string) => ({ path: `apps/server/src/migrations/${name}`, text });
  const found = migrationProblems([
    file('0001_first.sql', '-- Tables.'),
    file('0090_a.sql', '-- expand: a column.\nalter table bill add column a text;'),
    file('0091_b.sql', '-- A column.'),
    file('0092_c.sql', '-- expand: less.\nalter table bill drop column a;'),
    file('0093_d.sql', '-- contract after 0090: a column.\nalter table bill drop column a;'),
  ]);
  expect(found.map(({ path }) => path.slice(-10))).toEqual(['0091_b.sql', '0092_c.sql']);
});
