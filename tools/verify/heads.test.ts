import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { keptHeads, readHistoryKey } from '../../apps/server/src/platform/store/history-key.ts';
import { rowHash } from '../../apps/server/src/platform/store/outlet/history.ts';
import { headSigner } from '../../apps/server/src/platform/store/outlet/signed-head.ts';
import { readStoreName } from '../../apps/server/src/platform/store/store-name.ts';
import { eachEngine } from '../../apps/server/src/platform/store/testing/engine.ts';
import { addOutlet } from '../../apps/server/src/platform/store/testing/outlet.ts';
import { type TestApp, testApp } from '../../apps/server/src/testing/test-app.ts';
import { requireNode } from '../scripts/folder.mjs';
import { programFile } from '../scripts/program-file.ts';
import { type Chain, verifyChains } from './chains.ts';
import { verifyHeads } from './heads.ts';

eachEngine('the signed end of the history', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  const closeOne = async () => {
    const key = randomUUID();
    await t.call('shift.create', { as: admin, body: { key, openingBalance: 0 } });
    const { body } = await t.call('shift.close', {
      as: admin,
      body: { id: key, counted: [{ method: 'Cash', amount: 0 }] },
    });
    return { id: body.id as number, z: body.z as { signedHead: string } };
  };
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    await closeOne();
    await closeOne();
  });
  const found = async (outside = keptHeads(t.config.dataDir)) => {
    const lines: Chain[] = [];
    const key = readHistoryKey(t.config.dataDir);
    const storeNow = await t.store.readOrg(readStoreName);
    await verifyHeads(t.store, { key, outside, storeNow }, (line) => lines.push(line));
    return lines;
  };

  it('[R36.23] signs the end of the history at each Z, which the shift shows again, with a key that its owner alone reads', async () => {
    const { id, z } = await closeOne();
    expect(z.signedHead).toMatch(/^\d+:\d+:[0-9a-f]{64}:[\w-]{86}$/);
    expect((await t.call('shift.find', { as: admin, params: { id } })).body.signedHead).toBe(z.signedHead);
    expect(statSync(join(t.config.dataDir, 'history.key')).mode & 0o777).toBe(0o600);
    expect(statSync(join(t.config.dataDir, 'history.heads')).mode & 0o777).toBe(0o600);
    expect(await found()).toEqual([{ ok: true, words: expect.stringMatching(/3 signed heads, all agree$/) }]);
  });

  it('[R36.23] refuses to change or remove a signed head in the store', async () => {
    const change = t.store.writeOutlet(t.cafe, async (tx) =>
      tx.write(tx.db.updateTable('history_head').set({ hash: 'x' }).where('outlet_id', '=', t.cafe)),
    );
    await expect(change).rejects.toThrow();
  });

  it('[R36.23] says which heads are of before a restore, and names one of after it', async () => {
    const [head] = keptHeads(t.config.dataDir).slice(-1);
    if (head === undefined) throw new Error('no head was kept');
    const storeNow = await t.store.readOrg(readStoreName);
    const lost = { ...head, seq: head.seq + 100 };
    const key = readHistoryKey(t.config.dataDir);
    const say = async (store: string, now: string) => {
      const lines: Chain[] = [];
      await verifyHeads(t.store, { key, outside: [{ ...lost, store }], storeNow: now }, (line) => lines.push(line));
      return lines.map(({ ok, words }) => [ok, words.replace(/^.*: /, '')]);
    };
    expect(head.store).toBe(storeNow);
    expect(await say(storeNow, storeNow.replace(/0$/, '1795000000000'))).toEqual([
      [true, '1 signed head of before the restore of 2026-11-18T11:06:40.000Z, which the backup does not have'],
      [true, expect.stringContaining('all agree')],
    ]);
    expect((await say(storeNow, storeNow)).map(([ok]) => ok)).toContain(false);
  });

  it('[R36.23] names a head that was not signed by the key, though the entry has its hash', async () => {
    const heads = keptHeads(t.config.dataDir);
    const [first, last] = [heads[0], heads.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no head was kept');
    const words = expect.stringContaining(`the signature of entry ${last.seq} is not of this key`);
    expect(await found([{ ...last, signature: first.signature }])).toContainEqual({ ok: false, words });
  });

  it('[R36.23] names a history whose hashes were all computed again, and one whose end was cut off', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    const dataDir = 'dataDir' in at ? at.dataDir : mkdtempSync(join(tmpdir(), 'atoll-heads-'));
    const signer = headSigner(dataDir);
    const outletId = await addOutlet(store, { name: 'Reef' });
    for (const action of ['Created', 'Updated', 'Closed', 'Opened'] as const)
      await store.writeOutlet(outletId, async (tx) =>
        tx.history({ subject: 'Setting', subjectKey: 'Name', action, userId: 7, deviceId: null, after: { action } }),
      );
    const head = await signer.now(store, outletId);
    expect(head).toMatch(/^\d+:4:/);
    const rows = await store.readOutlet(outletId, (db) =>
      db.selectFrom('history').selectAll().where('outlet_id', '=', outletId).orderBy('seq').execute(),
    );
    const say = async () => {
      const lines: Chain[] = [];
      const known = { key: readHistoryKey(dataDir), outside: keptHeads(dataDir), storeNow: 'reef.0' };
      await verifyHeads(store, known, (line) => lines.push(line));
      return { chain: (await verifyChains(store)).map(({ ok }) => ok), words: lines.map(({ words }) => words) };
    };
    expect(await say()).toEqual({ chain: [true], words: [expect.stringMatching(/1 signed head, all agree$/)] });

    const where = `outlet_id = ${outletId}`;
    const open =
      on.engine === 'postgres'
        ? 'alter table history disable trigger all; alter table history_head disable trigger all'
        : 'drop trigger history_refuses_update; drop trigger history_refuses_delete; drop trigger history_head_refuses_delete';
    await on.tamper(at, open);
    // Another person's name in the second entry, and all hashes after it computed again.
    let before = '';
    const forged = rows.map(({ hash: _hash, ...row }) => {
      const changed = { ...row, user_id: row.seq === 2 ? 8 : row.user_id };
      before = rowHash(before, changed);
      return `update history set user_id = ${changed.user_id}, hash = '${before}' where ${where} and seq = ${row.seq}`;
    });
    await on.tamper(at, `${forged.join(';')}; update outlet_cursor set history_hash = '${before}' where ${where}`);
    expect(await say()).toEqual({
      chain: [true],
      words: ['Reef (outlet 1): entry 4 is not the one that was signed: the history was written again'],
    });
    // The end is cut, and the signed heads of the store with it.
    const [, , third] = forged;
    const hash = /hash = '(\w+)'/.exec(third ?? '')?.[1];
    await on.tamper(
      at,
      `delete from history where ${where} and seq > 3; delete from history_head where ${where};
       update outlet_cursor set history_seq = 3, history_hash = '${hash}' where ${where}`,
    );
    expect(await say()).toEqual({
      chain: [true],
      words: [
        'Reef (outlet 1): entry 4 was signed and is missing: the end was cut off',
        'Reef (outlet 1): the signature of entry 4 is missing',
      ],
    });
    // Without the file beside the key, a head copied from a Z report or a mail names it too.
    rmSync(join(dataDir, 'history.heads'));
    const { status, stdout } = spawnSync(requireNode(), [programFile('tools/verify.ts'), head], {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: '',
        ...('dataDir' in at ? {} : { DATABASE_URL: at.databaseUrl }),
        DATA_DIR: dataDir,
      },
    });
    expect(status).toBe(1);
    expect(stdout).toContain('CHANGED  Reef (outlet 1): entry 4 was signed and is missing: the end was cut off');
    rmSync(dataDir, { recursive: true, force: true });
  });
});
