/** Plays somebody who writes to the store, against a running server and a till that kept the end of the history. */
import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptHead } from '@atoll/domain/contract/outlet/audit';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeEach, expect, it } from 'vitest';
import { headText, keptHeads, readHead, signHead } from '../../platform/store/history-key.ts';
import type { StoreLocation } from '../../platform/store/open-store.ts';
import { rowHash } from '../../platform/store/outlet/history.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const attacked = 'The history in the store was changed';

eachEngine('ends of the history that tills kept', (on) => {
  let t: TestApp;
  let at: StoreLocation;
  let admin: SignedIn;
  let user: SignedIn;
  /** What the till keeps. */
  let kept: KeptHead[] = [];

  const compare = async (heads: readonly KeptHead[] = kept, app = t) => {
    const { status, body } = await app.call('history.compare', { as: user, body: { heads } });
    expect(status).toBe(200);
    return body as { head: string; store: string; wrong: string[]; restored: string[] };
  };
  const notices = async () =>
    ((await t.call('notification.list', { as: admin })).body as Notice[]).map(({ title, body }) => `${title}: ${body}`);
  const entries = (action: 'HistoryDiffers' | 'Restored') =>
    t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['user_id', 'data']).where('action', '=', action).execute(),
    );
  const work = async (count: number) => {
    for (let i = 0; i < count; i++)
      await t.call('app.saveSettings', { as: admin, body: [{ key: 'BotPrinter', value: `Bar ${t.now()} ${i}` }] });
  };
  const rowsOf = () =>
    t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').selectAll().where('outlet_id', '=', t.cafe).orderBy('seq').execute(),
    );
  const open =
    on.engine === 'postgres'
      ? 'alter table history disable trigger all;'
      : 'drop trigger if exists history_refuses_update; drop trigger if exists history_refuses_delete;';

  beforeEach(async () => {
    const database = on.engine === 'postgres' ? await on.placeWithTables() : undefined;
    t = await testApp(on, {}, {}, database);
    at = database ?? { dataDir: t.config.dataDir };
    admin = await t.signIn('Admin');
    user = await t.signIn('User');
    await work(4);
    const { head, store } = await compare([]);
    kept = [{ head, store }];
  });

  /** Cuts the end as somebody with the files or the database would: all checks of the store itself agree afterwards. */
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

  it('[R36.23] a till that kept the end agrees while the outlet works, and gets the newer end to keep', async () => {
    await work(3);
    const { head, wrong, restored } = await compare();
    expect([wrong, restored]).toEqual([[], []]);
    const [before, after] = [readHead(kept[0]?.head ?? ''), readHead(head)];
    expect(after?.seq).toBe((before?.seq ?? 0) + 3);
    expect(await compare([...kept, { head, store: kept[0]?.store ?? '' }])).toMatchObject({ head, wrong: [] });
    expect(await notices()).toEqual([]);
  });

  it('[R36.23] a till names an end that was cut off, after a restart and new sales too, in the history and to the Admins once', async () => {
    await cut(2);
    const restarted = await t.restart();
    expect((await compare(kept, restarted)).wrong).toEqual([kept[0]?.head]);
    // New entries take the numbers of those that were cut off.
    await work(6);
    expect((await compare()).wrong).toEqual([kept[0]?.head]);
    const entry = readHead(kept[0]?.head ?? '')?.seq;
    expect(await notices()).toEqual([
      `${attacked}: A till kept entry ${entry} of the history, and the store has another one or none. Stop the server, keep a copy of its data, and run npm run verify`,
    ]);
    const found = await entries('HistoryDiffers');
    expect(found.map(({ user_id }) => user_id)).toEqual([user.user.id]);
    expect(String(found[0]?.data)).toContain(`"entry":${entry}`);
    // The file beside the key has it now, so that `npm run verify` names it.
    expect(keptHeads(t.config.dataDir).map((head) => headText(head))).toContain(kept[0]?.head);
  });

  it('[R36.23] a till names a history of which every hash was computed again', async () => {
    const rows = await rowsOf();
    let before = '';
    const forged = rows.map(({ hash: _hash, ...row }) => {
      const changed = { ...row, user_id: row.seq === 1 ? user.user.id : row.user_id };
      before = rowHash(before, changed);
      return `update history set user_id = ${changed.user_id}, hash = '${before}' where outlet_id = ${t.cafe} and seq = ${row.seq}`;
    });
    const end = `update outlet_cursor set history_hash = '${before}' where outlet_id = ${t.cafe}`;
    await on.tamper(at, `${open} ${forged.join(';')}; ${end}`);
    expect((await compare()).wrong).toEqual([kept[0]?.head]);
    expect((await notices())[0]).toContain(attacked);
  });

  it('[R36.23] a till names a store that was exchanged for another with the same outlet, also when its key is gone', async () => {
    await cut(1);
    await on.tamper(at, `update secret set value = 'another-store' where name = 'store-name'`);
    rmSync(join(t.config.dataDir, 'history.key'));
    const other = await t.restart();
    const { store, wrong } = await compare(kept, other);
    expect(store).toBe('another-store.0');
    expect(wrong).toEqual([kept[0]?.head]);
    expect((await notices())[0]).toContain('Its signature cannot be checked');
  });

  it('[R36.23] a restore from a backup is no alarm: it is said once, and its tills go on', async () => {
    await cut(2);
    await on.tamper(at, `insert into secret (name, value, created_at) values ('store-restored', '1795000000000', 0)`);
    const restored = await t.restart();
    for (let i = 0; i < 2; i++)
      expect(await compare(kept, restored)).toMatchObject({ wrong: [], restored: [kept[0]?.head] });
    expect(await notices()).toEqual([
      expect.stringMatching(/^A till has more history than the restored backup: The till kept entry \d+, from before/),
    ]);
    expect(await entries('HistoryDiffers')).toEqual([]);
    expect(await entries('Restored')).toHaveLength(1);
    // What is kept after the restore counts again.
    const { head, store } = await compare([], restored);
    await cut(1);
    expect((await compare([{ head, store }], restored)).wrong).toEqual([head]);
  });

  it('[R36.23] a person who makes ends up fills neither the history nor the notifications, and other outlets do not count', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const made = Array.from({ length: 60 }, (_, i) => {
      const head = { outletId: i % 2 === 0 ? t.cafe : t.shop, seq: 1 + i, hash: String(i).padStart(64, 'a') };
      return { head: headText({ ...head, signature: signHead(privateKey, head) }), store: kept[0]?.store ?? '' };
    });
    for (let i = 0; i < 60; i += 3) await compare(made.slice(i, i + 3));
    expect((await entries('HistoryDiffers')).length).toBeLessThanOrEqual(10);
    expect(await notices()).toHaveLength(1);
    expect((await compare([made[1] as KeptHead])).wrong).toEqual([]);
    const many = await t.call('history.compare', { as: user, body: { heads: made.slice(0, 21) } });
    expect(many.status).toBe(422);
  });
});
