import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import { afterAll, expect, it } from 'vitest';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { openStore } from './platform/store/open-store.ts';
import { backUpSqlite } from './platform/store/sqlite/backup.ts';
import { backupFolder } from './platform/store/sqlite/backup-list.ts';
import { placeIn } from './platform/store/testing/engine.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';
import { filledMark } from './seed/first-start.ts';
import { demoOutlets, seedOutlet } from './seed/seed-outlet.ts';
import { seedUser } from './seed/seed-user.ts';

const main = programFile('apps/server/src/main.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'atoll-serve-'));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const surroundings = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...env };
  const child = spawn(process.execPath, [main], { env: surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const output = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (output.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (output.err += text.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const address = async (timeout = 15_000) => {
    const find = () => /listens on (http:\S+)/.exec(output.out)?.[1]?.replace('0.0.0.0', '127.0.0.1');
    await expect.poll(find, { timeout }).toBeDefined();
    return find() ?? '';
  };
  return { child, output, ended, address };
}

const owner = {
  OWNER_EMAIL: 'owner@reef.example',
  OWNER_PASSWORD: 'correct horse',
  OWNER_NAME: 'Hawwa',
  OWNER_OUTLET: 'Reef House',
};

const firstVisit = {
  owner: { name: 'Hawwa Manik', email: 'hawwa@reef.example', password: 'correct horse', passcode: '4826' },
  outlet: {
    name: 'Reef House',
    businessType: 'Restaurant',
    address: 'Malé',
    tin: '',
    taxSector: 'General',
    slotTypes: defaultSlotTypes('Restaurant'),
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
  },
  menu: { from: 'none' },
};

it('[R1.1] starts, prints its settings without secrets, creates the owner once, serves, and stops on a signal', async () => {
  const first = start(owner);
  const address = await first.address();
  expect(first.output.out).toContain(`data folder   ${dataDir}`);
  expect(first.output.out).toContain('the owner of OWNER_EMAIL may sign in now');
  expect(first.output.out + first.output.err).not.toContain('correct horse');
  expect((await fetch(`${address}/ready`)).status).toBe(200);
  const body = JSON.stringify({ email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${address}/api/auth/login`, { method: 'POST', body, headers });
  const { token } = (await signedIn.json()) as { token: string };
  expect(statSync(join(dataDir, 'token.key')).mode & 0o777).toBe(0o600);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.output.err).toBe('');

  const second = start({});
  const again = await second.address();
  expect(second.output.out).not.toContain('empty');
  const user = await fetch(`${again}/api/app/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(user.status).toBe(200);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

it('[R35.9] creates the rest of the demo data at the next start after a kill, and serves it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-killed-'));
  const written = (): number => statSync(join(folder, 'atoll.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  for (const bytes of [200_000, 2_500_000]) {
    const cut = start({ DATA_DIR: folder, DEMO: '1' });
    const before = written();
    await expect.poll(written, { timeout: 30_000, interval: 5 }).toBeGreaterThan(before + bytes);
    cut.child.kill('SIGKILL');
    expect(await cut.ended).toBeNull();
    expect(cut.output.out).not.toContain('listens');
  }
  const last = start({ DATA_DIR: folder, DEMO: '1' });
  const info = await fetch(`${await last.address(60_000)}/api/app/info`);
  expect(await info.json()).toMatchObject({
    demo: { users: [{ role: 'Admin' }, { role: 'Manager' }, { role: 'User' }] },
  });
  expect(last.output).toMatchObject({ out: expect.stringContaining('it has demo data now'), err: '' });
  last.child.kill('SIGTERM');
  expect(await last.ended).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});

it('[R18.1] ends with a message and without a stack when the configuration is wrong', async () => {
  const { output, ended } = start({ PORT: 'eighty', LOG_LEVEL: 'loud' });
  expect(await ended).toBe(1);
  expect(output.err).toMatch(/^The configuration is wrong:\n {2}PORT: .*\n {2}LOG_LEVEL: .*\n$/);
});

it('[R35.14] ends the start of a damaged store with the newest good backup and the command to restore it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-damaged-'));
  placeIn(folder);
  const { file } = backUpSqlite(folder, 'daily', Date.now());
  truncateSync(join(folder, 'atoll.db'), 20_480);
  const { output, ended } = start({ DATA_DIR: folder });
  expect(await ended).toBe(1);
  expect(output.err).toMatch(/^The store \S+ is damaged: /);
  expect(output.err).toContain(`The newest good backup is ${file}, `);
  expect(output.err).toContain(`\n  npm run restore -- ${join(backupFolder(folder), file)}\n`);
  expect(output.err).not.toContain('    at ');
  expect(output.out).not.toContain('listens');
  rmSync(folder, { recursive: true, force: true });
});

it('[R35.15] names a variable that resembles a setting, and the setting that was probably meant', async () => {
  const { output, address, child, ended } = start({ DATABSE_URL: 'postgres://atoll@db/atoll', ...owner });
  await address();
  expect(output.err).toBe('DATABSE_URL is not a setting of Atoll and is ignored. Did you mean DATABASE_URL?\n');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** Another address of this machine: only a server that listens on all addresses answers there. */
const elsewhere = (url: string): Promise<number> =>
  fetch(`${url.replace('127.0.0.1', '127.0.0.2')}/ready`).then(
    ({ status }) => status,
    () => 0,
  );

it('[R35.16] serves an unclaimed store to this machine only, and to all once it has an owner, without a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-unclaimed-'));
  placeIn(folder);
  const { output, address, child, ended } = start({ DATA_DIR: folder });
  const url = await address();
  expect(output.out).toContain('listens on http://127.0.0.1:');
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect(await elsewhere(url)).toBe(0);

  const answer = await fetch(`${url}/api/auth/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(firstVisit),
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => elsewhere(url), { timeout: 15_000 }).toBe(200);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect(output.out).toContain('The store has an owner');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output.err).toBe('');
  rmSync(folder, { recursive: true, force: true });
});

it('[R35.16] [R36.27] serves an unclaimed store on the address of HOST, to who knows the code that it prints, also after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-unclaimed-'));
  placeIn(folder);
  const claim = async (url: string, ownerCode?: string) => {
    // As through a proxy on this machine.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' };
    const body = JSON.stringify({ ...firstVisit, ...(ownerCode && { ownerCode }) });
    return (await fetch(`${url}/api/auth/start`, { method: 'POST', headers, body })).status;
  };
  const codes: (string | undefined)[] = [];
  const run = async () => {
    const { output, address, child, ended } = start({ DATA_DIR: folder, HOST: '0.0.0.0' });
    const url = await address();
    expect(await elsewhere(url)).toBe(200);
    const code = /Owner code: (\S+)/.exec(output.out)?.[1];
    codes.push(code);
    const answers = [await claim(url), await claim(url, 'AAAA-AAAA')];
    return { url, code, answers, stop: async () => [child.kill('SIGTERM'), await ended] };
  };
  const first = await run();
  expect(first.answers).toEqual([403, 403]);
  expect(await first.stop()).toEqual([true, 0]);
  const second = await run();
  expect(codes[0]).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  expect(codes[1]).toBe(codes[0]);
  expect(await claim(second.url, second.code)).toBe(200);
  expect(await second.stop()).toEqual([true, 0]);
  rmSync(folder, { recursive: true, force: true });
});

it('[R1.1] [R35.16] serves the demo to this machine only, and replaces it by an unclaimed store, with everybody signed out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-leave-'));
  const store = await openStore(placeIn(folder), { log: silentLog });
  const outletIds = [await seedOutlet(store, demoOutlets.cafe, 1)];
  const person = { name: 'Demo', role: 'Admin', jobTitle: '', department: '', passcode: '' } as const;
  await seedUser(store, { ...person, email: 'admin@atoll.test', password: 'atoll-demo', outletIds }, 1);
  await store.writeOrg((db) =>
    db
      .insertInto('secret')
      .values({ ...filledMark, created_at: 1 })
      .execute(),
  );
  await store.close();

  const { child, output, address, ended } = start({ DATA_DIR: folder, DEMO: '1' });
  const url = await address();
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    });
  const login = await post('/auth/login', { email: 'admin@atoll.test', password: 'atoll-demo' });
  const { token, refreshToken } = (await login.json()) as { token: string; refreshToken: string };
  expect(await elsewhere(url)).toBe(0);
  expect((await post('/app/demo/leave', { password: 'atoll-demo' }, token)).status).toBe(204);

  const info = () =>
    fetch(`${url}/api/app/info`).then(
      (answer) => answer.json(),
      () => null,
    );
  await expect.poll(info, { timeout: 15_000 }).toMatchObject({ isNew: true, demo: null });
  expect(output.out).toContain('The demo data was left; it is kept in');
  expect(output.out).toContain('The store has no owner yet: the server answers only this machine');
  expect(await elsewhere(url)).toBe(0);
  expect((await fetch(`${url}/api/app/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
  expect((await post('/auth/refresh', { refreshToken })).status).toBe(401);
  const archive = readdirSync(folder).find((name) => name.startsWith('demo_left_'));
  expect(statSync(join(folder, archive ?? '', 'atoll.db')).size).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output.err).toBe('');
  rmSync(folder, { recursive: true, force: true });
});
