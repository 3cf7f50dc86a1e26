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

  it('refuses a folder that another process uses, and opens it when that process ends', async () => {
    const store = await openStore({ dataDir }, { log: silentLog });
    await expect(openStore({ dataDir }, { log: silentLog })).rejects.toThrow(/in use by another Atoll server/);
    await store.close();
    await (await openStore({ dataDir }, { log: silentLog })).close();
  });

  it('commits with the settings that keep acknowledged writes', async () => {
    const store = await openStore({ dataDir }, { log: silentLog });
    await store.check();
    await store.close();
  });

  it.each(['Dropbox', 'OneDrive - Atoll', 'Google Drive'])('refuses the synced folder %s', (name) => {
    expect(() => openDataFolder(join(dataDir, name, 'data'))).toThrow(/synced folder/);
  });

  it('binds whole numbers exactly and refuses values that SQLite would store as null', () => {
    const database = new SqliteDatabase(':memory:');
    expect(database.run('select ? / 2 as half', [5]).rows).toEqual([{ half: 2 }]);
    for (const value of [undefined, Number.NaN, 1.5, new Date(), [1]])
      expect(() => database.run('select ?', [value])).toThrow(TypeError);
    database.close();
  });
});
