import { type ChildProcess, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import type { StartBody } from '@atoll/domain/contract/outlet/start';
import { defaultSlotTypes } from '@atoll/domain/outlet/defaults';
import { shownFingerprint } from '@atoll/domain/trust/fingerprint';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkCertificate, readCertificate } from '../../../tools/doctor/certificate.ts';
import { programFile } from '../../../tools/scripts/program-file.ts';
import { firstVisitLines, readFirstVisit } from '../../../tools/setup/first-visit.ts';
import { fetchAuthority } from '../../../tools/setup/till/authority.ts';
import { followTls } from './https.ts';
import { helloWords } from './modules/trust/hello/words.ts';
import { hostForDevices } from './modules/trust/service.ts';
import { type System, systemNames, systems } from './modules/trust/systems.ts';
import { readConfig } from './platform/config/config.ts';
import { openOwn } from './platform/tls/own.ts';
import { secureOptions } from './platform/tls/tls.ts';
import { readUrl } from './testing/read-url.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'atoll-https-'));
/** What a server with https of its own makes at its first start. */
const made = { hasAuthority: true, hasStore: true };
const firstVisit: StartBody = {
  owner: { name: 'Hawwa Manik', email: 'hawwa@reef.example', password: 'correct horse', passcode: '4826' },
  outlet: {
    name: 'Reef House',
    businessType: 'Restaurant',
    address: 'Malé',
    tin: '',
    taxSector: 'General',
    slotTypes: defaultSlotTypes('Restaurant').map((one) => ({ ...one, rates: [...one.rates] })),
    gstMode: 'Exclusive',
    gstOnServiceCharge: true,
  },
  menu: { from: 'none' },
};
let child: ChildProcess;
let secure = '';
let plain = '';
let ca = '';
let out = '';

beforeAll(async () => {
  // The app was at another name before.
  writeFileSync(join(dataDir, 'origins.json'), JSON.stringify({ current: 'https://old.lan', former: [] }));
  const env = { DATA_DIR: dataDir, DEMO: '0', TLS: 'own', HTTPS_PORT: '0', HTTP_PORT: '0', SHOP_NAME: 'Reef & Co' };
  child = spawn(process.execPath, [programFile('apps/server/src/main.ts')], {
    env: { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PUBLIC_URL: 'https://pos.lan', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout?.on('data', (part: Buffer) => (out += part.toString()));
  await vi.waitUntil(() => /\/hello is on \S+\n/.test(out), { timeout: 60_000 });
  secure = /listens on (https:\S+)/.exec(out)?.[1] ?? '';
  plain = /\/hello is on (\S+)/.exec(out)?.[1] ?? '';
  ca = (await readUrl(`${plain}/hello/ca.pem`)).body;
});
afterAll(async () => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
});

it('serves the app by https to a device with the authority, by address and by name, and to no other', async () => {
  expect((await readUrl(`${secure}/api/app/info`, { ca })).status).toBe(200);
  const byName = { ca, servername: 'pos.lan', headers: { host: 'pos.lan' } };
  expect((await readUrl(`${secure}/api/app/info`, byName)).status).toBe(200);
  await expect(readUrl(`${secure}/api/app/info`)).rejects.toThrow();
  await expect(readUrl(`${secure}/api/app/info`, { ca, servername: 'bank.example' })).rejects.toThrow('bank.example');
});

it('serves nothing but /hello and /health without https', async () => {
  for (const path of ['/health', '/hello', '/hello/hello.js', '/hello/hello.css', '/hello/ca.crt', '/hello/ca.pem'])
    expect((await readUrl(plain + path)).status, path).toBe(200);
  for (const path of ['/api/app/info', '/api/health', '/ready', '/metrics', '/bills', '/index.html', '/hello/../x'])
    expect((await readUrl(plain + path)).status, path).toBe(404);
});

it('[R31.10] answers a page request to another own name or address with 308 to PUBLIC_URL, and no call', async () => {
  const moved = await readUrl(`${secure}/bills?slot=4`, { ca });
  expect([moved.status, moved.headers.location]).toEqual([308, 'https://pos.lan/bills?slot=4']);
  const other = await readUrl(`${secure}/`, { ca, servername: 'localhost', headers: { host: 'localhost' } });
  expect([other.status, other.headers.location]).toEqual([308, 'https://pos.lan/']);
  const own = await readUrl(`${secure}/bills`, { ca, servername: 'pos.lan', headers: { host: 'pos.lan' } });
  expect(own.status).not.toBe(308);
  expect((await readUrl(`${secure}/api/app/trust`, { ca })).status).toBe(200);
});

it('serves the name that it had before too, with pages, calls and the hub, and names the new address there', async () => {
  const at = (host: string, more = {}): RequestOptions => ({ ca, servername: host, headers: { host, ...more } });
  expect((await readUrl(`${secure}/bills`, at('old.lan'))).status).not.toBe(308);
  const told = await readUrl(`${secure}/api/app/trust`, at('old.lan'));
  expect([told.status, told.headers['x-new-address']]).toEqual([200, 'https://pos.lan']);
  expect((await readUrl(`${secure}/api/app/trust`, at('pos.lan'))).headers['x-new-address']).toBeUndefined();
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'x',
  };
  const hub = async (origin: string) =>
    (await readUrl(`${secure}/api/hub`, at('old.lan', { ...upgrade, origin }))).status;
  // 401: the origin is allowed, a ticket is missing.
  expect([await hub('https://old.lan'), await hub('https://other.lan')]).toEqual([401, 403]);
});

it('sends Strict-Transport-Security with max-age=0, so that http://name/hello stays reachable', async () => {
  const { headers } = await readUrl(`${secure}/api/app/info`, { ca });
  expect(headers['strict-transport-security']).toBe('max-age=0');
});

/** What browsers say of themselves, by the system whose steps they need. */
const agents: Readonly<Record<System, string>> = {
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  macos: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
  linux: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  chromeos: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
};

it('[R31.14] shows on /hello the steps of the visitor’s system and a code for each other one, and sets no cookie, asks nothing and tells nothing of the business', async () => {
  for (const system of systems) {
    const { body, headers } = await readUrl(`${plain}/hello`, { headers: { 'user-agent': agents[system] } });
    const steps = helloWords.en.steps[system];
    expect(steps.length, system).toBeGreaterThan(1);
    expect([...body.matchAll(/<ol>(.*)<\/ol>/g)].map(([, list]) => list?.match(/<li>/g)?.length)).toEqual([
      steps.length,
    ]);
    expect(body).toContain(`<h2>${systemNames[system]}</h2>`);
    const codes = [...body.matchAll(/\/hello\/qr\/(\w+)\.svg/g)].map(([, one]) => one);
    expect(codes).toEqual(systems.filter((one) => one !== system));
    for (const one of codes) expect((await readUrl(`${plain}/hello/qr/${one}.svg`)).body).toContain('<svg');
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).not.toMatch(/<form|<input|<textarea|outlet|bill|menu/i);
  }
});

it('[R31.12] leads devices by its codes to the address, and to the name where one was chosen as origin', () => {
  const addresses = ['192.168.1.20', '10.0.0.7'];
  expect(hostForDevices({ publicUrl: undefined }, addresses)).toBe('192.168.1.20');
  expect(hostForDevices({ publicUrl: 'https://pos.home.arpa' }, addresses)).toBe('pos.home.arpa');
});

it('leads from / to /hello: small, in both languages, without inline script, cookie or data of the shop', async () => {
  expect((await readUrl(`${plain}/`)).headers.location).toBe('/hello');
  for (const system of systems) {
    for (const lang of ['en', 'dv']) {
      const { body, headers } = await readUrl(`${plain}/hello?for=${system}&lang=${lang}`);
      expect(Buffer.byteLength(body)).toBeLessThan(30_000);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(body).not.toMatch(/<script(?! src=)|<form|<input| on\w+=/);
      expect(body).toContain(`lang="${lang}"`);
      expect(body).toContain('Reef &amp; Co');
      const others = systems.filter((one) => one !== system);
      for (const one of others) expect(body).toContain(`/hello/qr/${one}.svg`);
      expect(body).not.toContain(`/hello/qr/${system}.svg`);
    }
  }
  const phone = { headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)' } };
  expect((await readUrl(`${plain}/hello`, phone)).body).toContain('Certificate Trust Settings');
  expect((await readUrl(`${plain}/hello/qr/android.svg`)).body).toContain('<svg');
});

it('lets only its own page without https read whether the device trusts the shop', async () => {
  const asked = (origin: string) => readUrl(`${secure}/api/app/trust`, { ca, headers: { origin } });
  expect((await asked(plain)).headers['access-control-allow-origin']).toBe(plain);
  expect((await asked('http://bank.example')).headers['access-control-allow-origin']).toBeUndefined();
});

it('[R31.15] gives the authority as DER and PEM, and its fingerprint to /hello, Settings, setup and doctor', async () => {
  const { headers } = await readUrl(`${plain}/hello/ca.crt`);
  expect(headers['content-type']).toBe('application/x-x509-ca-cert');
  const der = await (await fetch(`${plain}/hello/ca.crt`)).arrayBuffer();
  const root = new X509Certificate(ca);
  expect(await fetchAuthority(secure)).toBe(ca);
  expect(ca).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect(Buffer.from(der).equals(root.raw)).toBe(true);
  // Settings, Trust shows what this call gives (trust-section.browser.test.tsx).
  const trust = JSON.parse((await readUrl(`${secure}/api/app/trust`, { ca })).body);
  expect(trust).toMatchObject({ mode: 'own', origin: 'https://pos.lan', problem: null });
  expect(trust.fingerprint).toBe(root.fingerprint256.replaceAll(':', '').toLowerCase());
  const shown = shownFingerprint(trust.fingerprint);
  expect(shown.replaceAll(' ', '')).toMatch(/^[0-9A-F]{16}$/);
  expect((await readUrl(`${plain}/hello`)).body).toContain(shown);
  expect(out).toContain(`Fingerprint of the shop's authority: ${shown} `);
  expect(firstVisitLines(await readFirstVisit(dataDir, made)).join(' ')).toContain(shown);
  const config = readConfig({ DATA_DIR: dataDir, TLS: 'own', PUBLIC_URL: 'https://pos.lan' });
  const certificate = checkCertificate(readCertificate(config, { now: Date.now(), served: undefined }));
  expect(certificate.text).toContain(shown);
});

it('[R31.24] needs the owner code that setup and the log show, but not on this machine itself; five wrong ones lock it for 15 minutes', async () => {
  const { ownerCode } = await readFirstVisit(dataDir, made);
  expect(ownerCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  expect(out).toContain(`Owner code: ${ownerCode} `);
  const claim = async (from: Readonly<Record<string, string>>, code?: string) => {
    const body = JSON.stringify({ ...firstVisit, ...(code && { ownerCode: code }) });
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...from };
    const answer = await readUrl(`${secure}/api/auth/start`, { ca, method: 'POST', headers }, body);
    const { reason } = JSON.parse(answer.body) as { reason?: string };
    return { status: answer.status, reason, wait: Number(answer.headers['retry-after'] ?? 0) };
  };
  const others = [{ host: 'pos.lan' }, { 'x-forwarded-for': '127.0.0.1' }, { via: '1.1 proxy' }];
  const wrong = { status: 403, reason: 'ownerCodeWrong', wait: 0 };
  for (const from of others) expect(await claim(from)).toEqual(wrong);
  for (let i = 0; i < 5; i += 1) expect(await claim({ host: 'pos.lan' }, 'AAAA-AAAA')).toEqual(wrong);
  const locked = await claim({ host: 'pos.lan' }, ownerCode ?? '');
  expect(locked).toMatchObject({ status: 429, reason: 'tooMany' });
  expect(Math.ceil(locked.wait / 60)).toBe(15);
  expect(await claim({})).toMatchObject({ status: 200 });
  expect((await readFirstVisit(dataDir, made)).ownerCode).toBeNull();
});

it('ends no running request when the certificate is replaced, and new connections get the new one', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const parts = { shop: 'Reef', chosen: undefined, now: Date.now, notBefore: async () => 0, log };
  const tls = await openOwn({ dataDir: join(dataDir, 'swap'), ...parts });
  const waiting = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const server = createServer(secureOptions(tls.pair()), (_request, response) => {
    arrived.resolve();
    void waiting.promise.then(() => response.end('whole'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = followTls(tls, server);
  const { port } = server.address() as AddressInfo;
  const serial = async (): Promise<string> => {
    const socket: TLSSocket = connect({ port, host: '127.0.0.1', ca: tls.authority?.pem });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const before = await serial();
  const running = readUrl(`https://127.0.0.1:${port}/`, { ca: tls.authority?.pem });
  await arrived.promise;
  expect(await tls.renew()).toBe(true);
  expect(await serial()).not.toBe(before);
  waiting.resolve();
  expect((await running).body).toBe('whole');
  stop();
  server.close();
});
