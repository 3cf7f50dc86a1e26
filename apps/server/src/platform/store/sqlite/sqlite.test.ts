import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { silentLog } from '../testing/silent-log.ts';
import { openDataFolder } from './data-folder.ts';
import { SqliteDatabase } from './database.ts';

describe('the embedded store', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'atoll-folder-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('belongs to one process: a second one says so, and the folder is free again when the first ends', async () => {
    const store = await openStore({ dataDir }, { log: silentLog });
    await expect(openStore({ dataDir }, { log: silentLog })).rejects.toThrow(/in use by another Atoll server/);
    await store.close();
    await (await openStore({ dataDir }, { log: silentLog })).close();
  });

  it('commits with the settings that keep what was acknowledged', async () => {
    const store = await openStore({ dataDir }, { log: silentLog });
    await store.check();
    await store.close();
  });

  it.each(['Dropbox', 'OneDrive - Atoll', 'Google Drive'])('refuses the synced folder %s', (name) => {
    expect(() => openDataFolder(join(dataDir, name, 'data'))).toThrow(/synced folder/);
  });

  it('binds whole numbers as such and refuses what SQLite would turn into nothing', () => {
    const database = new SqliteDatabase(':memory:');
    expect(database.run('select ? / 2 as half', [5]).rows).toEqual([{ half: 2 }]);
    for (const value of [undefined, Number.NaN, 1.5, new Date(), [1]])
      expect(() => database.run('select ?', [value])).toThrow(TypeError);
    database.close();
  });
});
