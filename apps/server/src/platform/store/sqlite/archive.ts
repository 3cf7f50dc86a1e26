/** Archives an embedded store by moving its files. The new store is complete before it takes their place. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archiveName, type FirstSecret } from '../archive-name.ts';
import { openDataFolder, ownDataFolder } from './data-folder.ts';
import { SqliteDatabase } from './database.ts';
import { migrateSqlite } from './migrate.ts';
import { setPragmas } from './pragma.ts';

const files = ['atoll.db', 'atoll.db-wal', 'atoll.db-shm', 'token.key'];

function lastOutlet(path: string): number {
  const database = new SqliteDatabase(path);
  const [row] = database.run('select max(id) as last from outlet').rows;
  database.close();
  return Number(row?.['last'] ?? 0);
}

function makeEmpty(folder: string, first: FirstSecret, lastId: number, now: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const database = new SqliteDatabase(join(folder, 'atoll.db'));
  setPragmas(database);
  migrateSqlite(database, folder, now);
  database.run('insert into secret (name, value, created_at) values (?, ?, ?)', [first.name, first.value, now]);
  database.run("insert into sqlite_sequence (name, seq) values ('outlet', ?)", [lastId]);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

/** Moves the store's files into their own folder and an empty store into their place. */
export async function archiveSqlite(dataDir: string, first: FirstSecret, now: number): Promise<string> {
  const folder = openDataFolder(dataDir);
  const release = ownDataFolder(folder);
  try {
    const fresh = join(folder, 'new-store');
    makeEmpty(fresh, first, lastOutlet(join(folder, 'atoll.db')), now);
    const archive = join(folder, archiveName(now));
    mkdirSync(archive, { mode: 0o700 });
    for (const file of files) if (existsSync(join(folder, file))) renameSync(join(folder, file), join(archive, file));
    renameSync(join(fresh, 'atoll.db'), join(folder, 'atoll.db'));
    rmSync(fresh, { recursive: true, force: true });
    return archive;
  } finally {
    release();
  }
}
