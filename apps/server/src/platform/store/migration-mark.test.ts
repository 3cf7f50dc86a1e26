import { expect, it } from 'vitest';
import { pendingMigrations, readMigrations } from './migration.ts';
import { markProblem, neededBy } from './migration-mark.ts';

const of = (number: number, text: string) => ({ number, name: 'x', sha256: `${number}`, text });

it('[R34.15] marks each migration as expand or contract, and an expand removes and requires nothing', () => {
  for (const migration of readMigrations()) expect(markProblem(migration), migration.name).toBeNull();
  expect(neededBy(of(90, '-- expand: a column.'))).toBe(0);
  expect(neededBy(of(90, '-- contract after 0036: a column that nobody reads.'))).toBe(36);
  expect([neededBy(of(90, '-- A column.')), markProblem(of(90, '-- A column.'))]).toEqual([
    90,
    expect.stringContaining('Begin with'),
  ]);
  const added = (sql: string) => markProblem(of(90, `-- expand: x.\n${sql}`));
  expect(added('alter table bill add column a text;\ncreate table b (c text not null);')).toBeNull();
  expect(added("alter table bill add column a text not null default '';")).toBeNull();
  expect(added('alter table bill add column a text not null;')).toContain('no default');
  expect(added('alter table bill drop column a;')).toContain('drops something');
  expect(added('alter table bill rename to b;')).toContain('renames something');
  expect(added('drop table bill;\nalter table bill_anew rename to bill;')).toBeNull();
  expect(added('drop table bill;\nalter table shift_anew rename to bill;')).toContain('drops something');
});

it('[R34.15] refuses a store only when a migration that it does not know removed what it uses', () => {
  const known = [of(1, ''), of(2, '')];
  const applied = known.map(({ number, sha256 }) => ({ number, sha256 }));
  const after = (needs: number | null) => pendingMigrations(known, [...applied, { number: 3, sha256: '3', needs }]);
  expect([after(0), after(2)]).toEqual([[], []]);
  for (const needs of [3, null]) expect(() => after(needs)).toThrow('written by a newer version (migration 3)');
});
