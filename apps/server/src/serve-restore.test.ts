import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { openStore } from './platform/store/open-store.ts';
import { silentLog } from './platform/store/testing/silent-log.ts';

const main = programFile('apps/server/src/main.ts');
const dataDir = mkdtempSync(join(tmpdir(), 'atoll-serve-restore-'));
const running: ChildProcess[] = [];
afterAll(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const password = 'correct horse';
const passphrase = 'coconut palm under stars';
const owner = {
  OWNER_EMAIL: 'owner@reef.example',
  OWNER_PASSWORD: password,
  OWNER_NAME: 'Hawwa',
  OWNER_OUTLET: 'Reef House',
};

async function startServer(): Promise<{ url: string; child: ChildProcess }> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', DEMO: '0', ...owner };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let out = '';
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  const find = () => /listens on (http:\S+)/.exec(out)?.[1]?.replace('0.0.0.0', '127.0.0.1');
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return { url: `${find()}/api`, child };
}

interface Caller {
  readonly url: string;
  readonly token: string;
  readonly outlet: string;
}

async function signIn(url: string): Promise<Caller> {
  const body = JSON.stringify({ email: owner.OWNER_EMAIL, password });
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { token, outlets } = (await response.json()) as { token: string; outlets: { outletId: number }[] };
  return { url, token, outlet: String(outlets[0]?.outletId) };
}

const call = ({ url, token, outlet }: Caller, method: string, path: string, body?: object) =>
  fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-outlet-id': outlet,
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
const vendors = async (as: Caller) =>
  ((await (await call(as, 'GET', '/ims/vendors/list')).json()) as { name: string }[]).map(({ name }) => name);
const addVendor = (as: Caller, name: string) =>
  call(as, 'POST', '/ims/vendor/create', {
    key: crypto.randomUUID(),
    name,
    phone: `77${Math.floor(10_000 + Math.random() * 80_000)}`,
  });

it('[R35.64] restores a downloaded backup from the screen: the old data, other sessions, and a note of who did it', async () => {
  const { url, child } = await startServer();
  const before = await signIn(url);
  await addVendor(before, 'Reef Fish');
  const file = await call(before, 'POST', '/app/backups/download', { password, passphrase });
  expect(file.status).toBe(200);
  await addVendor(before, 'Later Fruit');
  const later = await signIn(url);
  const store = file.headers.get('x-store');

  const key = crypto.randomUUID();
  const form = new FormData();
  form.set('key', key);
  form.set('offset', '0');
  form.set('file', await file.blob(), 'part');
  expect((await call(before, 'POST', '/app/backups/upload', form)).status).toBe(200);
  const wanted = { key, passphrase, password, confirm: 'RESTORE' };
  expect((await call(before, 'POST', '/app/backups/restore', wanted)).status).toBe(204);

  const storeNow = () =>
    fetch(`${url}/app/info`).then(
      ({ headers }) => headers.get('x-store'),
      () => store,
    );
  await expect.poll(storeNow, { timeout: 30_000 }).not.toBe(store);
  // A session that began after the backup is unknown to the restored store.
  expect((await call(later, 'GET', '/ims/vendors/list')).status).toBe(401);
  expect(await vendors(await signIn(url))).toEqual(['Reef Fish']);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before_restore_'))).toHaveLength(1);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const restored = await openStore({ dataDir }, { log: silentLog });
  const notes = await restored.readOutlet(Number(before.outlet), (db) =>
    db
      .selectFrom('history')
      .select(['action', 'user_id', 'data'])
      .where('subject', '=', 'Backup')
      .orderBy('seq')
      .execute(),
  );
  await restored.close();
  expect(notes.map(({ action }) => action)).toEqual(['Restored']);
  expect(String(notes[0]?.data)).toContain('Hawwa');
});
