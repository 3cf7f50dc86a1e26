import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { SqliteDatabase } from './platform/store/sqlite/database.ts';
import { eachEngine } from './platform/store/testing/engine.ts';
import { hubClient } from './testing/hub-client.ts';
import { emailOf, type TestApp, testApp } from './testing/test-app.ts';

/** Every series, and whether it is there before anything happened: on both engines, on one, or only with its cause. */
const series = {
  both: [
    'atoll_pool_in_use{pool="main"}',
    'atoll_pool_waiting{pool="main"}',
    'atoll_queue_depth{outlet_group="0"}',
    'atoll_queue_depth{outlet_group="15"}',
    'atoll_queue_depth{outlet_group="none"}',
    'atoll_queue_age_seconds{outlet_group="15"}',
    'atoll_commit_group_size_count',
    'atoll_store_retries_total',
    'atoll_hub_connections',
    'atoll_bus_lag_seconds',
    'atoll_bus_waiting',
    'atoll_head_told',
    'atoll_head_sent',
    'atoll_heads_sent_total',
    'atoll_heads_missed_total',
    'atoll_tills_heard',
    'atoll_disk_free_bytes',
    'atoll_disk_total_bytes',
    'atoll_disk_is_low',
    'atoll_clock_offset_seconds',
    'atoll_mails_waiting',
    'atoll_mails_failed_total',
    'atoll_sign_ins_refused_total{reason="credentialsWrong"}',
    'atoll_event_loop_delay_seconds_bucket{le="0.1"}',
    'atoll_event_loop_delay_seconds_count',
    'nodejs_eventloop_lag_p99_seconds',
  ],
  sqlite: ['atoll_wal_bytes', 'atoll_backup_age_seconds'],
  postgres: [
    'atoll_pool_in_use{pool="reports"}',
    'atoll_pool_waiting{pool="reports"}',
    'atoll_pool_in_use{pool="lists"}',
    'atoll_database_sync_standby',
  ],
} as const;

eachEngine('the metrics', (on) => {
  let t: TestApp;
  let user: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    user = await t.signIn('User');
  });

  const page = async (): Promise<string> => {
    const { port } = t.app.server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  };
  /** Returns the value of a series on the running server; undefined without one. */
  const value = async (name: string): Promise<number | undefined> => {
    const line = (await page()).split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1).replace('Inf', 'Infinity'));
  };
  const groupOf = (outletId: number) => `{outlet_group="${outletId % 16}"}`;
  const idle = (outletId = t.cafe) => t.store.writeOutlet(outletId, async () => undefined);

  it('[R34.20] has every series on the running server', async () => {
    const lines = (await page()).split('\n');
    const names = [...series.both, ...series[on.engine]];
    expect(names.filter((name) => !lines.some((line) => line.startsWith(`${name} `)))).toEqual([]);
    const help = ['database_errors_total', 'replica_lag_seconds', 'entries_waiting', 'money_unsynced_laari'];
    expect(help.filter((name) => !lines.some((line) => line.startsWith(`# HELP atoll_${name} `)))).toEqual([]);
  });

  it('[R34.20] shows the connections in use, and those who wait for one', async () => {
    const done = Promise.withResolvers<void>();
    const size = on.engine === 'sqlite' ? 8 : 12;
    const held = Array.from({ length: size + 3 }, () => t.store.readOutlet(t.cafe, () => done.promise));
    const shown = await page();
    done.resolve();
    await Promise.all(held);
    expect(Number(/^atoll_pool_waiting\{pool="main"\} (\d+)$/m.exec(shown)?.[1])).toBeGreaterThanOrEqual(3);
    expect(shown).toContain(`atoll_pool_in_use{pool="main"} ${size}\n`);
    await expect.poll(() => value('atoll_pool_in_use{pool="main"}')).toBe(0);
    expect(await value('atoll_pool_waiting{pool="main"}')).toBe(0);
  });

  it('[R34.20] shows the commands that wait for an outlet, and how long the oldest has waited', async () => {
    const done = Promise.withResolvers<void>();
    const first = t.store.writeOutlet(t.cafe, () => done.promise);
    const second = idle();
    await expect.poll(() => value(`atoll_queue_age_seconds${groupOf(t.cafe)}`)).toBeGreaterThan(0.02);
    expect(await value(`atoll_queue_depth${groupOf(t.cafe)}`)).toBe(2);
    expect(await value(`atoll_queue_depth${groupOf(t.shop)}`)).toBe(0);
    done.resolve();
    await Promise.all([first, second]);
    expect(await value(`atoll_queue_depth${groupOf(t.cafe)}`)).toBe(0);
    expect(await value(`atoll_queue_age_seconds${groupOf(t.cafe)}`)).toBe(0);
  });

  it('[R34.20] shows how many commands were committed together', async () => {
    const [groups, commands] = ['atoll_commit_group_size_count', 'atoll_commit_group_size_sum'];
    const before = [await value(groups), await value(commands)] as [number, number];
    await Promise.all([idle(), idle(), idle(), idle(), idle()]);
    expect([await value(groups), await value(commands)]).toEqual([before[0] + 1, before[1] + 5]);
  });

  it('[R34.20] counts the errors of the database by their code, and the attempts after them', async () => {
    const kind = on.engine === 'sqlite' ? 'sqlite-5' : '40001';
    const error = `atoll_database_errors_total{sqlstate="${kind}"}`;
    expect(await value(error)).toBeUndefined();
    const retries = (await value('atoll_store_retries_total')) ?? 0;
    const trouble = on.engine === 'sqlite' ? lockFor(t) : collide;
    await trouble(t, async () => expect.poll(() => value(error)).toBeGreaterThan(0));
    expect(await value('atoll_store_retries_total')).toBeGreaterThan(retries);
  });

  it('[R34.11] says without a synchronous standby that there is none, and nothing of an embedded store', async () => {
    expect(await value('atoll_database_sync_standby')).toBe(on.engine === 'sqlite' ? undefined : 0);
  });

  it('[R34.20] shows how far the replica is behind when there is one', async () => {
    expect(await value('atoll_replica_lag_seconds')).toBeUndefined();
    t.store.meter.replicaLagMs = 1500;
    expect(await value('atoll_replica_lag_seconds')).toBe(1.5);
    t.store.meter.replicaLagMs = null;
    expect(await value('atoll_replica_lag_seconds')).toBeUndefined();
  });

  it('[R34.20] shows what tills report when they call: that they are there, and what waits on them', async () => {
    const entries = `atoll_entries_waiting{outlet="${t.cafe}"}`;
    const money = `atoll_money_unsynced_laari{outlet="${t.cafe}"}`;
    expect(await value('atoll_tills_heard')).toBe(0);
    const users = { one: await t.signIn('User', 'one'), two: await t.signIn('User', 'two') };
    const report = (device: keyof typeof users, till: string) =>
      t.call('shift.active', { as: users[device], headers: { 'X-Till': till } });
    await report('one', '1;2;4500');
    await report('two', '2;1;300');
    expect([await value('atoll_tills_heard'), await value(entries), await value(money)]).toEqual([2, 3, 4800]);
    // Nothing else is told of an outlet.
    const ofOutlets = [...(await page()).matchAll(/^(\w+)\{[^}]*outlet="/gm)].map(([, name]) => name);
    expect(new Set(ofOutlets)).toEqual(new Set(['atoll_entries_waiting', 'atoll_money_unsynced_laari']));
    await report('one', '1;0;0');
    expect([await value(entries), await value(money)]).toEqual([1, 300]);
    t.advance(130_000);
    expect([await value('atoll_tills_heard'), await value(entries)]).toEqual([0, 1]);
    t.advance(25 * 3_600_000);
    expect(await value(entries)).toBeUndefined();
    user = await t.signIn('User');
  });

  it('[R34.20] shows the connections of the hub, and the change numbers that were told and sent', async () => {
    const { ticket } = (await t.call('auth.hubTicket', { as: user })).body as { ticket: string };
    const connection = hubClient(t, ticket, t.cafe);
    await connection.start();
    const hello = () => connection.invoke('Hello', { outletId: t.cafe, since: null });
    await hello();
    expect(await value('atoll_hub_connections')).toBe(1);
    t.advance(16_000);
    await expect.poll(() => value('atoll_heads_sent_total')).toBe(1);
    // The hub hears the connection, which would be silent for too long otherwise.
    await hello();
    const sent = (await value('atoll_head_sent')) ?? 0;
    expect(await value('atoll_head_told')).toBe(sent);
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.change({ entity: 'Notice', id: 1, version: 1, action: 'Updated' });
    });
    expect([await value('atoll_head_told'), await value('atoll_head_sent')]).toEqual([sent + 1, sent]);
    t.advance(16_000);
    await expect.poll(() => value('atoll_head_sent')).toBe(sent + 1);
    expect(await value('atoll_heads_missed_total')).toBe(0);
    await connection.stop();
    await expect.poll(() => value('atoll_hub_connections')).toBe(0);
  });

  it('[R34.20] counts refused sign-ins by their reason', async () => {
    const counted = 'atoll_sign_ins_refused_total{reason="credentialsWrong"}';
    expect(await value(counted)).toBe(0);
    await t.call('auth.login', { body: { email: emailOf('Admin'), password: 'not the password' } });
    expect(await value(counted)).toBe(1);
  });

  it('[R34.20] counts the mails that wait in the outbox folder', async () => {
    expect(await value('atoll_mails_waiting')).toBe(0);
    const outbox = join(t.config.dataDir, 'outbox');
    await mkdir(outbox);
    for (const name of ['1.eml', '2.eml']) await writeFile(join(outbox, name), 'Subject: Atoll');
    expect(await value('atoll_mails_waiting')).toBe(2);
    utimesSync(outbox, new Date(), new Date(Date.now() + 5000));
    await writeFile(join(outbox, '3.eml'), 'Subject: Atoll');
    expect(await value('atoll_mails_waiting')).toBe(3);
  });

  it('[R34.20] shows how long the event loop was blocked', async () => {
    const delays = 'atoll_event_loop_delay_seconds_sum';
    const before = (await value(delays)) ?? 0;
    const until = performance.now() + 400;
    while (performance.now() < until);
    await expect.poll(() => value(delays)).toBeGreaterThan(before + 0.25);
  });

  it('[R34.20] shows the age of the newest backup and the size of the log of an embedded store', async () => {
    const age = 'atoll_backup_age_seconds';
    const admin = await t.signIn('Admin');
    const before = await value(age);
    await t.call('backup.create', { as: admin });
    const made = await value(age);
    t.advance(3_600_000);
    const later = await value(age);
    const wal = (await value('atoll_wal_bytes')) ?? 0;
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.history({ subject: 'Bill', subjectKey: randomUUID(), action: 'Created', userId: null, deviceId: null });
    });
    const grown = ((await value('atoll_wal_bytes')) ?? 0) > wal;
    expect([before, made, later, grown]).toEqual(
      on.engine === 'sqlite' ? [Number.POSITIVE_INFINITY, 0, 3600, true] : [undefined, undefined, undefined, false],
    );
  });
});

/** Returns what locks the file of the store while a command is tried. */
function lockFor({ config }: TestApp) {
  return async (t: TestApp, until: () => Promise<void>): Promise<void> => {
    const visitor = new SqliteDatabase(join(config.dataDir, 'atoll.db'));
    visitor.exec('begin immediate');
    const waits = t.store.writeOutlet(t.cafe, async () => undefined);
    await until();
    visitor.exec('rollback');
    visitor.close();
    await waits;
  };
}

/** Makes the database refuse a read once, as when two transactions collide; the store reads again. */
async function collide({ store }: TestApp, until: () => Promise<void>): Promise<void> {
  let isFirst = true;
  await store.readOrg(async (db) => {
    if (!isFirst) return;
    isFirst = false;
    await sql`do $$ begin raise exception 'collision' using errcode = '40001'; end $$`.execute(db);
  });
  await until();
}
