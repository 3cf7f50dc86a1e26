import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../../../tools/scripts/free-port.ts';
import { programFile } from '../../../../../tools/scripts/program-file.ts';
import { startAuthority, type TestAuthority } from '../../platform/tls/acme/testing/authority.ts';
import { issueLeaf, makeAuthority } from '../../platform/tls/issue.ts';
import { readUrl } from '../../testing/read-url.ts';

const name = 'pos.reef.example';
const folder = mkdtempSync(join(tmpdir(), 'atoll-modes-'));
let authority: TestAuthority;
let plain = '';
let asked = '';
let shopAuthority = '';

beforeAll(async () => {
  authority = await startAuthority({
    http: async (_name, token) => {
      asked = `/.well-known/acme-challenge/${token}`;
      return (await readUrl(plain + asked)).body;
    },
  });
  const shop = await makeAuthority('Reef', [name], Date.now());
  shopAuthority = shop.cert;
  const { cert, key } = await issueLeaf(shop, [name], Date.now());
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
});
const running: ChildProcess[] = [];
afterAll(() => {
  // What a test that failed left running.
  for (const child of running) child.kill('SIGKILL');
  authority.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(mode: string, env: Record<string, string>) {
  const settings = { DATA_DIR: join(folder, mode), DEMO: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', MDNS: '0' };
  const child: ChildProcess = spawn(process.execPath, [programFile('apps/server/src/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      TLS: mode,
      HTTPS_PORT: '0',
      HTTP_PORT: '0',
      PORT: '0',
      ...settings,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  let out = '';
  child.stdout?.on('data', (part: Buffer) => (out += part.toString()));
  await vi.waitUntil(() => (mode === 'off' ? /listens on \S+/ : /\/hello is on \S+\n/).test(out), { timeout: 60_000 });
  return {
    app: /listens on (https?:\S+)/.exec(out)?.[1] ?? '',
    hello: /\/hello is on (\S+)/.exec(out)?.[1] ?? '',
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const publicUrl = { PUBLIC_URL: `https://${name}` };
const byName = (ca: string): RequestOptions => ({ ca, servername: name, headers: { host: name } });

/** Expects that the port without https serves its few addresses and nothing of the app. */
async function expectOnlyHello(hello: string): Promise<void> {
  for (const path of ['/health', '/hello', '/hello/hello.js'])
    expect((await readUrl(hello + path)).status, path).toBe(200);
  for (const path of ['/api/app/info', '/ready', '/bills', '/.well-known/acme-challenge/other', asked].filter(Boolean))
    expect((await readUrl(hello + path)).status, path).toBe(404);
}

it('[R31.1] [R31.11] with TLS=off, own, files and acme serves the app on its port, beside it nothing but /hello, /health and the proof for an authority, and promises https with acme only', async () => {
  const off = await start('off', {});
  const info = await readUrl(`${off.app}/api/app/info`);
  expect([off.app.slice(0, 5), info.status, info.headers['strict-transport-security']]).toEqual([
    'http:',
    200,
    undefined,
  ]);
  await off.stop();

  const own = await start('own', publicUrl);
  const ca = (await readUrl(`${own.hello}/hello/ca.pem`)).body;
  const ownInfo = await readUrl(`${own.app}/api/app/info`, byName(ca));
  expect([ownInfo.status, ownInfo.headers['strict-transport-security']]).toEqual([200, 'max-age=0']);
  await expectOnlyHello(own.hello);
  await own.stop();

  const files = await start('files', {
    ...publicUrl,
    TLS_CERT: join(folder, 'cert.pem'),
    TLS_KEY: join(folder, 'key.pem'),
  });
  const filesInfo = await readUrl(`${files.app}/api/app/info`, byName(shopAuthority));
  expect([filesInfo.status, filesInfo.headers['strict-transport-security']]).toEqual([200, 'max-age=0']);
  await expectOnlyHello(files.hello);
  await files.stop();

  // The authority asks the port without https while the server starts, so the port is chosen here.
  const port = await freePort();
  plain = `http://127.0.0.1:${port}`;
  const acme = await start('acme', { ...publicUrl, ACME_DIRECTORY: authority.url, HTTP_PORT: String(port) });
  // Until it has a certificate no device trusts it.
  const acmeInfo = await vi.waitFor(() => readUrl(`${acme.app}/api/app/info`, byName(authority.ca)), {
    timeout: 30_000,
  });
  expect([acmeInfo.status, acmeInfo.headers['strict-transport-security']]).toEqual([
    200,
    'max-age=31536000; includeSubDomains',
  ]);
  expect([asked.length > 40, authority.seen.given]).toEqual([true, 1]);
  await expectOnlyHello(plain);
  await acme.stop();
});
