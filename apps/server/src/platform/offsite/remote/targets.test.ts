import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { RemoteAddress, S3Address, SftpAddress, WebDavAddress } from '@atoll/domain/offsite/target';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OffsiteError } from '../offsite-error.ts';
import { openTarget } from '../open-target.ts';
import type { Target } from '../target.ts';
import { type S3Service, s3Login, startS3 } from '../testing/s3-service.ts';
import { hasSsh, type SftpServer, startSftp } from '../testing/sftp-server.ts';
import { hasWebDav, startWebDav, type WebDavServer, webDavLogin } from '../testing/web-dav-server.ts';
import { requireElsewhere } from './elsewhere.ts';

const root = mkdtempSync(join(tmpdir(), 'atoll-targets-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof OffsiteError ? error.problem : error),
  );
const open = (address: RemoteAddress, secret: string): Promise<Target> => openTarget({ address, secret }, root);
async function withTarget(
  address: RemoteAddress,
  secret: string,
  use: (target: Target) => Promise<unknown>,
): Promise<void> {
  const target = await open(address, secret);
  try {
    await use(target);
  } finally {
    target.close();
  }
}
/** Returns how it goes to test a target. */
const tried = (address: RemoteAddress, secret: string) =>
  problemOf(withTarget(address, secret, (target) => target.prepare()));

/** Sends, lists, fetches and removes files of many sizes. */
async function useTarget(target: Target): Promise<void> {
  await target.check();
  const [sent, got] = [join(root, 'sent'), join(root, 'got')];
  for (const bytes of [0, 1, 700_000]) {
    const [name, content] = [`atoll-${bytes}.age`, randomBytes(bytes)];
    writeFileSync(sent, content);
    await target.put(name, sent);
    await target.get(name, got);
    expect(readFileSync(got).equals(content)).toBe(true);
  }
  const sizes = async () => Object.fromEntries((await target.list()).map(({ name, bytes }) => [name, bytes]));
  expect(await sizes()).toMatchObject({ 'atoll-0.age': 0, 'atoll-1.age': 1, 'atoll-700000.age': 700_000 });
  await target.remove('atoll-1.age');
  await target.remove('atoll-1.age');
  expect(Object.keys(await sizes()).toSorted()).toEqual(['ATOLL-COPIES.txt', 'atoll-0.age', 'atoll-700000.age']);
  expect(await problemOf(target.get('atoll-1.age', got))).toBe('absent');
}

describe.skipIf(!hasWebDav)('a WebDAV server as target of copies', () => {
  let server: WebDavServer;
  const trusted = getCACertificates('default');
  const at = (more: Partial<WebDavAddress> = {}): WebDavAddress => ({
    kind: 'WebDav',
    url: server.url,
    user: webDavLogin.user,
    ...more,
  });
  const { secret } = webDavLogin;
  beforeAll(async () => {
    server = await startWebDav();
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await server.stop();
  });

  it('is refused while its certificate is not trusted', async () => {
    expect(await tried(at(), secret)).toBe('certificate');
    setDefaultCACertificates([...trusted, server.authority]);
  });

  it('takes, lists, gives back and removes files', async () => {
    expect(await tried(at({ url: `${server.url}/` }), secret)).toBeNull();
    expect(readdirSync(server.folder)).toEqual(['ATOLL-COPIES.txt']);
    await withTarget(at(), secret, useTarget);
  });

  it('is named in words when something is wrong', async () => {
    expect(await tried(at(), 'another')).toBe('login');
    expect(await tried(at({ url: `${server.url}/none` }), secret)).toBe('absent');
    expect(await tried(at({ url: server.url.replace('/copies', '/old') }), secret)).toBe('elsewhere');
    expect(await tried(at({ url: server.url.replace('/copies', '/') }), secret)).not.toBeNull();
    expect(await tried(at({ url: server.url.replace('https', 'http') }), secret)).toBe('https');
    expect(await tried(at({ url: 'copies' }), secret)).toBe('address');
    expect(await tried(at({ url: 'https://127.0.0.1:1/copies' }), secret)).toBe('away');
  });
});

describe('an S3 bucket as target of copies', () => {
  let service: S3Service;
  const at = (more: Partial<S3Address> = {}): S3Address => ({
    kind: 'S3',
    url: `http://127.0.0.1:${service.port}`,
    region: s3Login.region,
    bucket: 'copies',
    folder: 'the shop/é',
    user: s3Login.user,
    ...more,
  });
  const { secret } = s3Login;
  beforeAll(async () => {
    service = await startS3();
  });
  afterAll(() => service.stop());

  it('takes, lists, gives back and removes files, page by page', async () => {
    expect(await tried(at(), secret)).toBeNull();
    expect([...service.files.keys()]).toEqual(['the shop/é/ATOLL-COPIES.txt']);
    await withTarget(at(), secret, useTarget);
    // A bucket without a folder.
    expect(await tried(at({ folder: '' }), secret)).toBeNull();
    expect(service.files.has('ATOLL-COPIES.txt')).toBe(true);
  });

  it('is named in words when something is wrong', async () => {
    expect(await tried(at(), 'another')).toBe('login');
    expect(await tried(at({ user: 'AKIAOTHER' }), secret)).toBe('login');
    expect(await tried(at({ bucket: 'none' }), secret)).toBe('absent');
    expect(await tried(at({ region: 'us-east-1' }), secret)).toBe('elsewhere');
    expect(await tried(at({ url: 'ftp://127.0.0.1' }), secret)).toBe('address');
    service.skewMs = 3_600_000;
    expect(await tried(at(), secret)).toBe('clock');
    service.skewMs = 0;
    service.quota = 0;
    expect(await tried(at(), secret)).toBe('full');
    service.quota = Number.POSITIVE_INFINITY;
    expect(await tried(at(), secret)).toBeNull();
  });
});

describe.skipIf(!hasSsh)('an ssh server as target of copies', () => {
  let server: SftpServer;
  const at = (more: Partial<SftpAddress> = {}): SftpAddress => ({
    kind: 'Sftp',
    host: '127.0.0.1',
    port: server.port,
    path: server.folder,
    user: server.user,
    hostKey: server.fingerprint(),
    ...more,
  });
  beforeAll(async () => {
    server = await startSftp();
  });
  afterAll(() => server.stop());

  it('shows its key before anything is sent', async () => {
    await expect((await open(at({ hostKey: '' }), server.key)).prepare()).rejects.toMatchObject({
      problem: 'hostKeyNew',
      shown: server.fingerprint(),
    });
    expect(readdirSync(server.folder)).toEqual([]);
  });

  it('takes, lists, gives back and removes files', async () => {
    // A key loses its lines in a field for passwords.
    expect(await tried(at(), server.key.replaceAll('\n', ' '))).toBeNull();
    await withTarget(at(), server.key, useTarget);
  });

  it('is named in words when something is wrong, and never takes another key for its own', async () => {
    expect(await tried(at(), 'a password')).toBe('login');
    expect(await tried(at(), '-----BEGIN OPENSSH PRIVATE KEY----- aaaa -----END OPENSSH PRIVATE KEY-----')).toBe(
      'login',
    );
    expect(await tried(at({ path: '/none' }), server.key)).toBe('absent');
    expect(await tried(at({ port: 1 }), server.key)).toBe('away');
    const former = at();
    await server.restart(true);
    const before = readdirSync(server.folder);
    await expect((await open(former, server.key)).prepare()).rejects.toMatchObject({
      problem: 'hostKey',
      shown: server.fingerprint(),
    });
    expect(readdirSync(server.folder)).toEqual(before);
    expect(await tried(at(), server.key)).toBeNull();
  });
});

it('no target leads back to this machine', async () => {
  const to = (url: string) => problemOf(requireElsewhere({ kind: 'WebDav', url, user: '' }));
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '0.0.0.0', '[::ffff:7f00:1]', '2130706433'])
    expect([host, await to(`https://${host}/copies`)]).toEqual([host, 'ownMachine']);
  expect(await to('https://192.0.2.9/copies')).toBeNull();
});

it('a target that sends no whole answer is no target', async () => {
  const server = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<html><p>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const s3 = { kind: 'S3', url: `http://127.0.0.1:${port}`, region: 'x', bucket: 'b', folder: '', user: 'u' } as const;
  expect(await tried(s3, 'secret')).toBe('other');
  server.close();
});
