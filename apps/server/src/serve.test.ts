import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const main = join(import.meta.dirname, 'main.ts');
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
  const said = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const address = async () => {
    const find = () => /listens on (http:\S+)/.exec(said.out)?.[1]?.replace('0.0.0.0', '127.0.0.1');
    await expect.poll(find, { timeout: 15_000 }).toBeDefined();
    return find() ?? '';
  };
  return { child, said, ended, address };
}

const owner = {
  OWNER_EMAIL: 'owner@reef.example',
  OWNER_PASSWORD: 'correct horse',
  OWNER_NAME: 'Hawwa',
  OWNER_OUTLET: 'Reef House',
};

it('[R1.1] starts, says what it uses without secrets, makes the owner once, serves, and goes down when told', async () => {
  const first = start(owner);
  const address = await first.address();
  expect(first.said.out).toContain(`data folder   ${dataDir}`);
  expect(first.said.out).toContain('the owner of OWNER_EMAIL may sign in now');
  expect(first.said.out + first.said.err).not.toContain('correct horse');
  expect((await fetch(`${address}/ready`)).status).toBe(200);
  const body = JSON.stringify({ email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const signedIn = await fetch(`${address}/api/auth/login`, { method: 'POST', body, headers });
  const { token } = (await signedIn.json()) as { token: string };
  expect(statSync(join(dataDir, 'token.key')).mode & 0o777).toBe(0o600);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(first.said.err).toBe('');

  const second = start({});
  const again = await second.address();
  expect(second.said.out).not.toContain('empty');
  const user = await fetch(`${again}/api/app/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(user.status).toBe(200);
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
});

it('[R18.1] ends with words and without a stack when the configuration is not right', async () => {
  const { said, ended } = start({ PORT: 'eighty', LOG_LEVEL: 'loud' });
  expect(await ended).toBe(1);
  expect(said.err).toMatch(/^The configuration is not right:\n {2}PORT: .*\n {2}LOG_LEVEL: .*\n$/);
});
