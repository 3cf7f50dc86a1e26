import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type RemoteAddress, targetText } from '@atoll/domain/offsite/target';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { programFile } from '../../../../../tools/scripts/program-file.ts';
import { openStore } from '../store/open-store.ts';
import { readStoreName, storeName } from '../store/store-name.ts';
import { silentLog } from '../store/testing/silent-log.ts';
import { makeRecovery } from './age.ts';
import { makeCopy } from './make-copy.ts';
import { openTarget } from './open-target.ts';
import { s3Login, startS3 } from './testing/s3-service.ts';
import { hasSsh, startSftp } from './testing/sftp-server.ts';
import { hasWebDav, startWebDav, webDavLogin } from './testing/web-dav-server.ts';

const passphrase = 'boneda ritofa kemija podage sunalo vitera';
const root = mkdtempSync(join(tmpdir(), 'atoll-command-'));
const dataDir = join(root, 'former');
const trusted = getCACertificates('default');
let name: string;

beforeAll(async () => {
  const store = await openStore({ dataDir }, { log: silentLog });
  name = await storeName(store, Date.now());
  await store.close();
  mkdirSync(join(dataDir, 'tls'));
  writeFileSync(join(dataDir, 'tls/authority.json'), '{"of":"the shop"}', { mode: 0o600 });
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  rmSync(root, { recursive: true, force: true });
});

/** Sends a copy to a target, and brings it back on another machine by the command as a person types it. */
async function bringBack(address: RemoteAddress, secret: string, env: Readonly<Record<string, string>> = {}) {
  const target = await openTarget({ address, secret }, dataDir);
  await target.prepare();
  target.close();
  const recovery = await makeRecovery(passphrase, 10);
  const shop = name.slice(0, 8);
  const about = { kind: 'Full', settings: "SHOP_NAME='Reef'\n", timezone: 'Indian/Maldives', mayRemove: true } as const;
  await makeCopy({ ...about, dataDir, login: { address, secret }, recovery, shop, now: Date.now() });
  const restored = join(root, `new-${address.kind}`);
  const args = [programFile('tools/restore.ts'), '--from', 'offsite', '--target', targetText(address)];
  const given = { RECOVERY_PASSPHRASE: passphrase, TARGET_SECRET: secret, DATA_DIR: restored, ...env };
  const { promise, resolve } = Promise.withResolvers<[number, string]>();
  execFile(process.execPath, args, { env: { PATH: process.env['PATH'], ...given } }, (error, out, err) =>
    resolve([error ? Number(error.code) : 0, out + err]),
  );
  expect(await promise).toEqual([0, expect.stringContaining('has the shop as it was at')]);
  expect(readFileSync(join(restored, 'tls/authority.json'), 'utf8')).toBe('{"of":"the shop"}');
  expect(readFileSync(join(restored, 'restored.env'), 'utf8')).toBe("SHOP_NAME='Reef'\n");
  const store = await openStore({ dataDir: restored }, { log: silentLog });
  const found = await store.readOrg(readStoreName);
  await store.close();
  // The same shop, after a restore.
  expect(found.slice(0, 8)).toBe(shop);
}

it('brings a shop back from an S3 bucket', async () => {
  const service = await startS3();
  const { user, secret, region } = s3Login;
  const url = `http://127.0.0.1:${service.port}`;
  await bringBack({ kind: 'S3', url, region, bucket: 'copies', folder: 'the shop', user }, secret);
  await service.stop();
});

it.skipIf(!hasWebDav)('brings a shop back from a WebDAV server', async () => {
  const server = await startWebDav();
  const authority = join(root, 'authority.pem');
  writeFileSync(authority, server.authority);
  setDefaultCACertificates([...trusted, server.authority]);
  const { user, secret } = webDavLogin;
  await bringBack({ kind: 'WebDav', url: server.url, user }, secret, { NODE_EXTRA_CA_CERTS: authority });
  await server.stop();
});

it.skipIf(!hasSsh)('brings a shop back from an ssh server', async () => {
  const server = await startSftp();
  const { port, folder, user, key } = server;
  const address = { kind: 'Sftp', host: '127.0.0.1', port, path: folder, user } as const;
  await bringBack({ ...address, hostKey: server.fingerprint() }, key);
  await server.stop();
});
