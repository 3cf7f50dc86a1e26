/** Tests to whom the server connects: the files that can open a connection are few, and each takes its address from a setting. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Packages and globals that open connections. Imports of types open none. */
const opens =
  /^import (?!type )[^;]*? from '(?:node:(?:http|https|http2|net|tls|dgram|dns)(?:\/promises)?|pg|ioredis|nodemailer|multicast-dns|ws|undici|axios|ssh2|@opentelemetry\/exporter[^']*)'|getBuiltinModule\('node:(?:http|https|http2|net|tls|dgram|dns)|import\('(?:pg|ioredis|nodemailer|undici|ssh2|node:[a-z]+)'\)|(?<![.\w])(?:fetch|WebSocket|EventSource)\(/gm;

function opening(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : opening(path);
    const isSource = path.endsWith('.ts') && !path.endsWith('.test.ts');
    return isSource && readFileSync(path, 'utf8').search(opens) >= 0
      ? [path.slice(import.meta.dirname.length + 1).replaceAll('\\', '/')]
      : [];
  });
}

it('[R36.32] opens connections to the database, the bus, the mail server, what Care tells, the collector of traces, targets of copies, an authority for certificates and who asks for its name only', () => {
  expect(opening(import.meta.dirname).toSorted()).toEqual(
    [
      'hub/bus/postgres.ts',
      'hub/bus/redis.ts',
      // Accepts connections, and opens none.
      'hub/connections.ts',
      // Builds frames for accepted connections.
      'hub/protocol/frame.ts',
      // Takes the names of statuses from it.
      'hub/upgrade.ts',
      // Asks this server, in the browser of a device, whether the device trusts the shop.
      'modules/trust/hello/page.ts',
      // Accepts connections without https, and opens none.
      'modules/trust/hello/server.ts',
      // Tells IPv6 from IPv4, and opens none.
      'platform/http/limit/network.ts',
      // Compares the address in a Host header, and opens none.
      'platform/http/host-guard.ts',
      // Asks the resolver of this machine for names of its own network, and opens none itself.
      'platform/http/own-names.ts',
      // Tells addresses from names, and opens none.
      'platform/tls/certificate.ts',
      'listen.ts',
      // Tells the programs of CARE_WEBHOOKS, and calls HEARTBEAT_URL.
      'modules/care/alerts.ts',
      'platform/mail/mailer.ts',
      // Refuses addresses of this machine, and opens none itself.
      'platform/offsite/remote/elsewhere.ts',
      // Sends copies to the target that the owner chose: WebDAV and S3, and SFTP.
      'platform/offsite/remote/http-call.ts',
      'platform/offsite/remote/sftp.ts',
      // Tells devices of the shop’s network its addresses when they ask for its name, and asks whether another one has it.
      'platform/mdns/publish.ts',
      // Orders a certificate at ACME_DIRECTORY.
      'platform/tls/acme/client.ts',
      'platform/store/postgres/client.ts',
      'platform/trace/otel.ts',
      // Asks itself, on this machine, whether it is ready, before an update is taken.
      'trial.ts',
    ].toSorted(),
  );
});

it('takes cryptography from Node, the browser and the packages that docs/security.md names', () => {
  const root = join(import.meta.dirname, '../../..');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const used = ['apps/server', 'apps/print-server', 'apps/web', 'packages/domain'].flatMap((folder) =>
    Object.keys((JSON.parse(read(`${folder}/package.json`)) as { dependencies?: object }).dependencies ?? {}),
  );
  const named = /^All come from .*$/m.exec(read('docs/security.md'))?.[0] ?? '';
  const cryptographic = used.filter((name) => /crypt|jose|otp|argon|x509|ssh|aws|noble|hash|cipher|jwt/.test(name));
  expect(cryptographic.length).toBeGreaterThan(5);
  expect(cryptographic.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
});
