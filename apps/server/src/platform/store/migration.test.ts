import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Engine } from './engine.ts';
import { migrationSql, pendingMigrations, readMigrations } from './migration.ts';
import { eachEngine } from './testing/engine.ts';
import { addOutlet } from './testing/outlet.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes of the SQL of the first 19 migrations without lines of comments, and of `{{record}}`. A change here means that new stores would differ from old ones. */
const applied: Record<Engine, { readonly migrations: string; readonly record: string }> = {
  sqlite: {
    migrations: '1f2d73a92d91afa7de9b66741acb54f9acf88369da43dc5ed929d0bd7e7e4f7f',
    record: 'b75aada29471f9383acaaa8f9ef1ec11312f614e87b13b8618a096be580cf953',
  },
  postgres: {
    migrations: 'b8381eef124c948bc439e5e54bea9af330e0ddd1a2a7cb64fbda0f4b646caba2',
    record: '9188cb1cfd5e11896e0dac28ca7e46efe6a3028c792d8f64d5b6fa632ed9d023',
  },
};

const tableOfRecords = `create table asset (
  name text not null,
  {{record}},
  check (name <> '')
){{strict}};
@outlet asset
@sequence asset`;

describe('migrations', () => {
  it.each(['sqlite', 'postgres'] as const)('translates applied migrations to the same SQL as before (%s)', (engine) => {
    const first = readMigrations().slice(0, 19);
    const sql = first.map(({ text }) => migrationSql(text, engine).replaceAll(/^--.*\n/gm, ''));
    expect(sha256(sql.join('\n'))).toBe(applied[engine].migrations);
    expect(sha256(migrationSql('{{record}}', engine))).toBe(applied[engine].record);
  });

  it('accepts a store that ran a migration before its comment was reworded, and no other text', () => {
    const all = readMigrations();
    const [first] = all;
    const before = first?.text.replace('away. They are never deleted.', ['away, for', 'ever.'].join(' ')) ?? '';
    const ran = (text: string) => pendingMigrations(all, [{ number: 1, sha256: sha256(text) }]);
    expect(ran(before)).toHaveLength(all.length - 1);
    expect(ran(first?.text ?? '')).toHaveLength(all.length - 1);
    expect(() => ran(`${before} `)).toThrow('Migration 1 was changed after it ran');
  });

  it('keeps the lines between @only and @end for the engine that they name', () => {
    const text = 'a\n@only sqlite\nb\n@end\n@only postgres\nc\n@end\nd';
    expect([migrationSql(text, 'sqlite'), migrationSql(text, 'postgres')].map((sql) => sql.split(/\n+/))).toEqual([
      ['a', 'b', 'd'],
      ['a', 'c', 'd'],
    ]);
  });

  it('refuses a word and a directive that it does not know', () => {
    expect(() => migrationSql('id {{integer}}', 'sqlite')).toThrow('unknown word {{integer}}');
    expect(() => migrationSql('@everyone asset', 'sqlite')).toThrow('unknown directive @everyone');
  });
});

eachEngine('a new migration', (on) => {
  it('creates a table with the columns of a record by {{record}}', async () => {
    const place = await on.place();
    await (await on.open({ at: place })).close();
    await on.tamper(place, migrationSql(tableOfRecords, on.engine));
    const outletId = await addOutlet(await on.open({ at: place }));
    const insert = (id: number) =>
      on.tamper(
        place,
        `insert into asset (outlet_id, id, key, name, created_at, modified_at) values (${outletId}, ${id}, 'k', 'Oven', 0, 0)`,
      );
    await insert(1);
    await expect(insert(2)).rejects.toThrow(/unique/i);
  });
});
