import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { eachEngine } from './platform/store/testing/engine.ts';

const main = programFile('apps/server/src/main.ts');

let dataDir: string;
let server: ChildProcess | undefined;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'atoll-private-')), 'data');
});
afterEach(() => {
  if (server?.exitCode === null) server.kill('SIGKILL');
  rmSync(resolve(dataDir, '..'), { recursive: true, force: true });
});

async function startServer(more: Record<string, string> = {}): Promise<string> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '0',
    METRICS_TOKEN: 'a-monitor-of-this-shop',
    ...more,
  };
  server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  server.stdout?.on('data', (text: Buffer) => (out += text.toString()));
  const find = () => /listens on (http:\S+)/.exec(out)?.[1];
  await expect.poll(find, { timeout: 40_000 }).toBeDefined();
  return find() ?? '';
}

async function stopServer(): Promise<void> {
  server?.kill('SIGTERM');
  if (server) await once(server, 'exit');
}

/** Returns the files and folders that others than the owner may use, with their modes. */
function openToOthers(path = dataDir): string[] {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return [];
  const own =
    (found.mode & 0o077) === 0 ? [] : [`${relative(dataDir, path) || '.'} ${(found.mode & 0o777).toString(8)}`];
  return found.isDirectory() ? [...own, ...readdirSync(path).flatMap((name) => openToOthers(join(path, name)))] : own;
}

const runTool = (name: string, ...args: string[]) => {
  const run = spawnSync(process.execPath, [programFile(`tools/${name}`), ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  expect(run.status, run.stderr).toBe(0);
  return run.stdout;
};

it('[R36.24] makes the data folder, the database and its copies readable by their owner alone, in an existing folder too', async () => {
  // A folder that an earlier release or a copy left readable for everybody.
  await startServer();
  await stopServer();
  mkdirSync(join(dataDir, 'backups'), { recursive: true });
  writeFileSync(join(dataDir, 'backups', 'atoll-20260101T000000000Z-daily.db'), 'a copy');
  const outside = join(dataDir, '..', 'notes.txt');
  writeFileSync(outside, 'somebody else’s');
  symlinkSync(outside, join(dataDir, 'backups', 'link'));
  for (const [path, mode] of [
    ['', 0o755],
    ['backups', 0o755],
    ['atoll.db', 0o644],
  ] as const)
    chmodSync(join(dataDir, path), mode);
  chmodSync(outside, 0o644);
  expect(openToOthers().length).toBeGreaterThanOrEqual(3);

  await startServer();
  expect(openToOthers()).toEqual([]);
  // A file that a link leads to is not Atoll's.
  expect(lstatSync(outside).mode & 0o777).toBe(0o644);
  await stopServer();
  const [copy = ''] = runTool('backup.ts').split(' (');
  expect(openToOthers()).toEqual([]);
  runTool('restore.ts', copy);
  await startServer();
  expect(openToOthers()).toEqual([]);
});

eachEngine('keys that a copy left readable', (on) => {
  it('[R36.24] are readable by their owner alone once the server starts, and so is the folder', async () => {
    const at = await on.placeWithTables();
    const env = 'databaseUrl' in at ? { DATABASE_URL: at.databaseUrl } : {};
    await startServer(env);
    await stopServer();
    // Those of `TLS=own`, and a file that is not Atoll's.
    mkdirSync(join(dataDir, 'tls'));
    for (const file of [join('tls', 'authority.json'), 'notes.txt']) writeFileSync(join(dataDir, file), '{}');
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
    expect(names).toContain('history.key');
    for (const name of names.map((one) => join(dataDir, one)))
      chmodSync(name, lstatSync(name).isDirectory() ? 0o755 : 0o644);
    chmodSync(dataDir, 0o755);
    await startServer(env);
    expect(openToOthers()).toEqual(['notes.txt 644']);
  });
});

it('[R36.24] answers /metrics to this machine or with the token, and to nobody else or through a proxy', async () => {
  const address = await startServer();
  const ask = async (headers: Record<string, string> = {}) => (await fetch(`${address}/metrics`, { headers })).status;
  expect(await ask()).toBe(200);
  expect(await ask({ 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  expect(await ask({ via: '1.1 proxy' })).toBe(403);
  expect(await ask({ 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer wrong' })).toBe(403);
  expect(await ask({ 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer a-monitor-of-this-shop' })).toBe(200);
});
