import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterAll, expect, it } from 'vitest';
import { readLeaf } from './certificate.ts';
import { issueLeaf, type KeptAuthority, makeAuthority } from './issue.ts';
import { openOwn } from './own.ts';
import { type Pair, secureOptions, type TlsLog } from './tls.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'atoll-tls-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const dayMs = 86_400_000;
const lines: string[] = [];
const note = (details: object, message: string): void => void lines.push(JSON.stringify(details) + message);
const log: TlsLog = { info: note, warn: note };
let now = Date.parse('2026-11-24T12:00:00Z');
let notBefore = Date.parse('2026-11-23T00:00:00Z');
let addresses = ['192.168.1.20', '8.8.8.8', 'fd00::5'];
const open = (folder = dataDir) =>
  openOwn({
    dataDir: folder,
    shop: 'Reef',
    chosen: 'pos.reef.example',
    now: () => now,
    notBefore: async () => notBefore,
    log,
    addresses: () => addresses,
  });

it('keeps its keys in DATA_DIR/tls with mode 0600, and in no log', async () => {
  const tls = await open();
  const folder = join(dataDir, 'tls');
  expect(readdirSync(folder).sort()).toEqual(['authority.json', 'leaf.json']);
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
  expect(tls.pair().key).toContain('PRIVATE KEY');
  expect(lines.join('\n')).toContain('new certificate');
  expect(lines.join('\n')).not.toContain('PRIVATE KEY');
});

it('[R31.2] makes an authority of ten years and a certificate of 397 days for the chosen name and the LAN addresses', async () => {
  const tls = await open();
  const root = new X509Certificate(tls.authority?.pem ?? '');
  expect([root.ca, root.publicKey.asymmetricKeyDetails?.namedCurve]).toEqual([true, 'prime256v1']);
  expect(root.validFromDate.getTime()).toBe(now - 2 * dayMs);
  expect(root.validToDate.getUTCFullYear() - root.validFromDate.getUTCFullYear()).toBe(10);
  const text = root.raw.toString('hex');
  // Basic constraints, critical: CA, path length 1. Name constraints, critical.
  expect(text).toContain('0603551d130101ff040830060101ff020101');
  expect(text).toContain('0603551d1e0101ff');
  const leaf = readLeaf(tls.pair().cert);
  expect([leaf.from, (leaf.to - leaf.from) / dayMs]).toEqual([now - 2 * dayMs, 397]);
  expect(leaf.names).toEqual(expect.arrayContaining(['pos.reef.example', '192.168.1.20', 'fd00::5', 'localhost']));
  expect(leaf.names.some((name) => name.endsWith('.local'))).toBe(true);
  expect(leaf.names).not.toContain('8.8.8.8');
  expect(new X509Certificate(tls.pair().cert).checkIssued(root)).toBe(true);
  expect(new X509Certificate(tls.pair().cert).verify(root.publicKey)).toBe(true);
});

it('keeps authority and certificate at the next start, and makes only a new certificate when an address is missing', async () => {
  const before = await open();
  const again = await open();
  expect(again.pair()).toEqual(before.pair());
  addresses = [...addresses, '192.168.1.44'];
  const moved = await open();
  expect(moved.authority?.sha256).toBe(before.authority?.sha256);
  expect(moved.pair().cert).not.toBe(before.pair().cert);
  expect(readLeaf(moved.pair().cert).names).toContain('192.168.1.44');
});

it('issues nothing while the clock is before the newest record, keeps the old certificate, and says so', async () => {
  const tls = await open();
  const before = tls.pair();
  const right = notBefore;
  notBefore = now + 1;
  expect(await tls.renew()).toBe(false);
  expect(tls.problem()).toBe('clock');
  expect(tls.pair()).toEqual(before);
  const empty = mkdtempSync(join(tmpdir(), 'atoll-tls-'));
  await expect(open(empty)).rejects.toThrow('The clock of the server is wrong');
  expect(readdirSync(join(empty, 'tls'))).toEqual([]);
  rmSync(empty, { recursive: true });
  notBefore = right;
  expect(await tls.renew()).toBe(true);
  expect([tls.problem(), tls.pair().cert === before.cert]).toEqual([null, false]);
});

it('renews when a third of the life of its certificate is left, in a check', async () => {
  const tls = await open();
  const { cert } = tls.pair();
  now += 264 * dayMs;
  await tls.check();
  expect(tls.pair().cert === cert).toBe(false);
  expect(tls.problem()).toBeNull();
});

it('[R31.3] permits names and addresses of its network and those given at setup; another name is refused', async () => {
  const authority: KeptAuthority = await makeAuthority('Reef', ['pos.reef.example'], now);
  const own = ['till.local', 'till.home.arpa', 'till.internal', 'till.lan', 'localhost', 'a.pos.reef.example'];
  const all = [
    ...own,
    '10.0.0.9',
    '172.16.0.9',
    '192.168.0.9',
    '169.254.0.9',
    'fe80::9',
    'fd00::9',
    '127.0.0.1',
    '::1',
  ];
  expect(readLeaf((await issueLeaf(authority, all, now)).cert).names).toEqual(all);
  const asked = (name: string) => issueLeaf(authority, ['till.local', name], now);
  for (const name of ['bank.example', '8.8.8.8', 'reef.example'])
    await expect(asked(name)).rejects.toThrow(`The shop's authority may not vouch for ${name}`);
});

const yearMs = 365.25 * dayMs;

/** Returns whether a device that trusts only this authority connects to a server with the pair; the certificates are valid at the real time. */
async function connects(pair: Pair, ca: string): Promise<boolean> {
  const server = createServer(secureOptions(pair)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', ca });
  const isTrusted = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  server.close();
  return isTrusted;
}

it('[R31.7] signs with a second authority from 24 months before the end; devices that trust either connect', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-tls-'));
  const [real, was] = [Date.now(), { now, notBefore }];
  notBefore = 0;
  // So that all certificates are valid at the real time, by which TLS judges.
  now = real - 8 * yearMs + 3 * dayMs;
  const first = (await open(folder)).authority?.pem ?? '';
  now = Date.parse(new X509Certificate(first).validTo);
  const due = new Date(now);
  due.setUTCFullYear(due.getUTCFullYear() - 2);
  now = due.getTime() - 1000;
  const tls = await open(folder);
  expect(tls.authority?.pem).toBe(first);
  expect(tls.pair().cert.match(/BEGIN CERTIFICATE/g)).toHaveLength(1);

  now = due.getTime();
  await tls.check();
  const second = tls.authority?.pem ?? '';
  expect(second === first).toBe(false);
  expect(tls.pair().cert.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect((await open(folder)).pair()).toEqual(tls.pair());
  expect([await connects(tls.pair(), first), await connects(tls.pair(), second)]).toEqual([true, true]);
  const stranger = (await makeAuthority('Reef', [], now)).cert;
  expect(await connects(tls.pair(), stranger)).toBe(false);

  // After the first has ended the second is alone.
  now = Date.parse(new X509Certificate(first).validTo) + dayMs;
  await tls.check();
  expect([tls.authority?.pem, tls.pair().cert.match(/BEGIN CERTIFICATE/g)?.length]).toEqual([second, 1]);
  expect(readdirSync(join(folder, 'tls')).sort()).toEqual(['authority.json', 'leaf.json']);
  ({ now, notBefore } = was);
  rmSync(folder, { recursive: true });
});
