/** Plays somebody who writes to the store again what came after the last Z, against the ends that the server signs while it runs. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeEach, expect, it, vi } from 'vitest';
import { signEnds } from '../../apps/server/src/modules/audit/sign-ends.ts';
import { signedEnds } from '../../apps/server/src/platform/store/history-key.ts';
import type { StoreLocation } from '../../apps/server/src/platform/store/open-store.ts';
import { rowHash } from '../../apps/server/src/platform/store/outlet/history.ts';
import { headSigner } from '../../apps/server/src/platform/store/outlet/signed-head.ts';
import { readStoreName } from '../../apps/server/src/platform/store/store-name.ts';
import { eachEngine } from '../../apps/server/src/platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../apps/server/src/testing/test-app.ts';
import { requireNode } from '../scripts/folder.mjs';
import { programFile } from '../scripts/program-file.ts';

/** Each test runs the command several times, ms. */
vi.setConfig({ testTimeout: 90_000 });

eachEngine('ends of the history that the running server signs', (on) => {
  let t: TestApp;
  let at: StoreLocation;
  let admin: SignedIn;

  const path = () => join(t.config.dataDir, 'history.ends');
  const sign = async () => {
    const { dataDir } = t.config;
    const storeNow = await t.store.readOrg(readStoreName);
    await signEnds({ store: t.store, signer: headSigner(dataDir), dataDir, storeNow });
  };
  const work = (value: string) =>
    t.call('app.saveSettings', { as: admin, body: [{ key: 'BotPrinter', value: `Bar ${value}` }] });
  const verify = () => {
    const url = 'dataDir' in at ? '' : at.databaseUrl;
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: t.config.dataDir };
    const { status, stdout } = spawnSync(requireNode(), [programFile('tools/verify.ts')], { encoding: 'utf8', env });
    return { status, lines: stdout.split('\n').filter((line) => /CHANGED|signed/.test(line)) };
  };
  const rowsOf = () =>
    t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').selectAll().where('outlet_id', '=', t.cafe).orderBy('seq').execute(),
    );
  const endOf = () => signedEnds(t.config.dataDir).find(({ outletId }) => outletId === t.cafe)?.seq;
  const open =
    on.engine === 'postgres'
      ? 'alter table history disable trigger all;'
      : 'drop trigger if exists history_refuses_update; drop trigger if exists history_refuses_delete;';

  beforeEach(async () => {
    const database = on.engine === 'postgres' ? await on.placeWithTables() : undefined;
    t = await testApp(on, {}, {}, database);
    at = database ?? { dataDir: t.config.dataDir };
    admin = await t.signIn('Admin');
    for (const value of ['1', '2', '3']) await work(value);
    await sign();
  });

  /** Gives the newest entries another author and computes all hashes after them again, as somebody with SQL would. */
  const rewriteNewest = async (count: number) => {
    const rows = await rowsOf();
    const from = rows.length - count;
    let before = rows[from - 1]?.hash ?? '';
    const forged = rows.slice(from).map(({ hash: _hash, ...row }) => {
      before = rowHash(before, { ...row, user_id: 2 });
      return `update history set user_id = 2, hash = '${before}' where outlet_id = ${t.cafe} and seq = ${row.seq}`;
    });
    const end = `update outlet_cursor set history_hash = '${before}' where outlet_id = ${t.cafe}`;
    await on.tamper(at, `${open} ${forged.join(';')}; ${end}`);
  };
  const cut = async (count: number) => {
    const rows = await rowsOf();
    const last = rows[rows.length - 1 - count];
    const where = `outlet_id = ${t.cafe}`;
    await on.tamper(
      at,
      `${open} delete from history where ${where} and seq > ${last?.seq};
       update outlet_cursor set history_seq = ${last?.seq}, history_hash = '${last?.hash}' where ${where}`,
    );
  };

  it('[R36.23] verify names the newest entries when they were written again before the first Z, and when they were cut off', async () => {
    expect(verify()).toEqual({
      status: 0,
      lines: expect.arrayContaining([expect.stringMatching(/signed head.*agree$/)]),
    });
    const seq = (await rowsOf()).length;
    await rewriteNewest(1);
    const { status, lines } = verify();
    expect(status).toBe(1);
    expect(lines).toContainEqual(
      expect.stringMatching(`^CHANGED .*: entry ${seq} is not the one that was signed: the history was written again$`),
    );
    await cut(2);
    expect(verify().lines).toContainEqual(
      expect.stringMatching(`^CHANGED .*: entry ${seq} was signed and is missing: the end was cut off$`),
    );
  });

  it('[R36.23] the running server tells the history and the Admins once, and verify names it after newer ends were signed', async () => {
    const seq = (await rowsOf()).length;
    await rewriteNewest(2);
    for (const value of ['4', '5', '6']) {
      await sign();
      await work(value);
    }
    await sign();
    const told = ((await t.call('notification.list', { as: admin })).body as Notice[]).map(
      ({ title, body }) => `${title}: ${body}`,
    );
    expect(told).toEqual([
      `The history in the store was changed: The server signed entry ${seq} of the history, and the store has another one or none. Stop the server, keep a copy of its data, and run npm run verify`,
    ]);
    const entries = (await rowsOf()).filter(({ action }) => action === 'HistoryDiffers');
    expect(entries.map(({ data }) => String(data))).toEqual([expect.stringContaining(`"entry":${seq}`)]);
    expect(endOf()).toBe((await rowsOf()).length);
    expect(verify().lines).toContainEqual(
      expect.stringMatching(`^CHANGED .*: entry ${seq} is not the one that was signed: the history was written again$`),
    );
  });

  it('[R36.23] writes nothing while no end moved, and replaces an end as the outlet works', async () => {
    const written = statSync(path());
    await sign();
    expect(statSync(path()).ino).toBe(written.ino);
    const before = endOf() ?? 0;
    await work('4');
    await sign();
    expect(endOf()).toBe(before + 1);
    expect(signedEnds(t.config.dataDir).filter(({ outletId }) => outletId === t.cafe)).toHaveLength(1);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect((await rowsOf()).some(({ action }) => action === 'HistoryDiffers')).toBe(false);
  });

  it('[R36.23] a restore to an older state is no alarm: verify says that an end was signed before it', async () => {
    await cut(2);
    await on.tamper(at, `insert into secret (name, value, created_at) values ('store-restored', '1795000000000', 0)`);
    await sign();
    await work('4');
    await sign();
    const { status, lines } = verify();
    expect([status, lines]).toEqual([
      0,
      expect.arrayContaining([expect.stringMatching(/^ok .*: 1 signed head of before the restore of 2026/)]),
    ]);
    expect((await t.call('notification.list', { as: admin })).body).toEqual([]);
  });

  it('[R36.23] a server that listens signs at its start, each minute, and when it stops', async () => {
    const file = join(t.config.dataDir, 'history.ends');
    rmSync(file);
    vi.useFakeTimers({ toFake: ['setInterval'] });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    await vi.waitFor(() => expect(existsSync(file)).toBe(true));
    const before = endOf() ?? 0;
    expect(before).toBe((await rowsOf()).length);
    await work('4');
    vi.advanceTimersByTime(59_000);
    expect(endOf()).toBe(before);
    vi.advanceTimersByTime(1000);
    vi.useRealTimers();
    await expect.poll(endOf).toBe(before + 1);
    await work('5');
    await t.app.close();
    expect(endOf()).toBe(before + 2);
  });
});
