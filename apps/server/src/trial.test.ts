import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addShop } from './modules/bill/testing/shop.ts';
import { openStore } from './platform/store/open-store.ts';
import { SqliteDatabase } from './platform/store/sqlite/database.ts';
import { placeIn } from './platform/store/testing/engine.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';
import { seedUser } from './seed/seed-user.ts';
import { tryRelease } from './trial.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atoll-trial-'));
  placeIn(dataDir);
  const store = await openStore({ dataDir }, { log: silentLog });
  const { outletId } = await addShop(store);
  const person = { name: 'Hawwa', jobTitle: '', department: '', password: 'correct horse', passcode: '' };
  await seedUser(store, { ...person, email: 'a@reef.example', role: 'Admin', outletIds: [outletId] }, 1);
  await store.close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function run(sql: string): Record<string, unknown>[] {
  const database = new SqliteDatabase(join(dataDir, 'atoll.db'));
  try {
    return database.run(sql).rows as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

const rows = (): unknown =>
  run('select (select count(*) from bill) as bills, (select count(*) from history) as entries');

it('writes a bill, which it takes back, and says what it did', async () => {
  const before = rows();
  const said: string[] = [];
  await tryRelease(dataDir, (text) => void said.push(text));
  expect(rows()).toEqual(before);
  expect(said).toEqual([
    'The tables are brought up to date',
    'The server is ready',
    expect.stringMatching(/^Checked: .*, with a bill that was taken back$/),
  ]);
});

it('fails where no bill can be written, and where the end of a history does not agree', async () => {
  run("create trigger no_bill before insert on bill begin select raise(abort, 'no bill can be written'); end");
  await expect(tryRelease(dataDir, () => {})).rejects.toThrow('no bill can be written');
  run('drop trigger no_bill');
  run('drop trigger history_refuses_update');
  run("update history set hash = 'changed' where seq = (select max(seq) from history)");
  await expect(tryRelease(dataDir, () => {})).rejects.toThrow(/^The history of .* does not agree at entry \d+$/);
});
