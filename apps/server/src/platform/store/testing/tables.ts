/** The tables of a new embedded store, made once and copied: making them takes longer than most tests. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteDatabase } from '../sqlite/database.ts';
import { migrateSqlite } from '../sqlite/migrate.ts';
import { setPragmas } from '../sqlite/pragma.ts';

const file = 'atoll.db';

/** Makes the tables in a folder of their own first, because several processes may begin at once. */
function makeTables(folder: string): void {
  const draft = mkdtempSync(join(folder, 'draft-'));
  const database = new SqliteDatabase(join(draft, file));
  setPragmas(database);
  migrateSqlite(database, draft, Date.now());
  database.close();
  renameSync(join(draft, file), join(folder, file));
  rmSync(draft, { recursive: true });
}

/**
 * Copies a store that `fill` makes from one with all tables and no rows into a data folder that has none. It is made in
 * `folder` the first time, under the given name.
 */
export async function copyFilled(
  folder: string,
  name: string,
  dataDir: string,
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const made = join(folder, `${name}.db`);
  if (!existsSync(made)) {
    const draft = mkdtempSync(join(folder, 'draft-'));
    copyTables(folder, draft);
    await fill(draft);
    renameSync(join(draft, file), made);
    rmSync(draft, { recursive: true });
  }
  copyFileSync(made, join(dataDir, file));
}

/** Copies a store with all tables and no rows into a data folder that has none; makes it in `folder` the first time. */
export function copyTables(folder: string, dataDir: string): void {
  if (!existsSync(join(folder, file))) makeTables(folder);
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(join(folder, file), join(dataDir, file));
}
