/** A WebDAV server, which is lighttpd with a certificate of an authority. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../../tools/scripts/free-port.ts';
import { silentLog } from '../../store/testing/silent-log.ts';
import { openOwn } from '../../tls/own.ts';
import { findProgram, startProgram } from './program.ts';

export const hasWebDav = findProgram('lighttpd') !== undefined;

export interface WebDavServer {
  readonly url: string;
  /** What is in the folder of the target. */
  readonly folder: string;
  /** The authority of its certificate, as PEM. */
  readonly authority: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const webDavLogin = { user: 'shop', secret: 'pass:word é' } as const;

/** Starts a server with the folder /copies. */
export async function startWebDav(): Promise<WebDavServer> {
  const root = mkdtempSync(join(tmpdir(), 'atoll-dav-'));
  const port = await freePort();
  const folder = join(root, 'www', 'copies');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(root, 'parts'));
  const own = { dataDir: join(root, 'ca'), shop: 'Store', chosen: undefined, log: silentLog };
  const tls = await openOwn({ ...own, addresses: () => ['127.0.0.1'], now: Date.now, notBefore: async () => 0 });
  const { cert, key } = tls.pair();
  writeFileSync(join(root, 'pair.pem'), `${key}\n${cert}`);
  writeFileSync(join(root, 'users'), `${webDavLogin.user}:${webDavLogin.secret}\n`);
  writeFileSync(
    join(root, 'lighttpd.conf'),
    `server.modules = ("mod_openssl", "mod_auth", "mod_authn_file", "mod_redirect", "mod_webdav")
server.document-root = "${root}/www"
server.upload-dirs = ("${root}/parts")
server.port = ${port}
server.bind = "127.0.0.1"
ssl.engine = "enable"
ssl.pemfile = "${root}/pair.pem"
auth.backend = "plain"
auth.backend.plain.userfile = "${root}/users"
auth.require = ("/copies" => ("method" => "basic", "realm" => "copies", "require" => "valid-user"))
url.redirect = ("^/old" => "/copies/")
$HTTP["url"] =~ "^/copies" { webdav.activate = "enable" }
`,
  );
  let program = await startProgram(findProgram('lighttpd') ?? '', ['-D', '-f', join(root, 'lighttpd.conf')], port);
  return {
    url: `https://127.0.0.1:${port}/copies`,
    folder,
    authority: tls.authority?.pem ?? '',
    async stop() {
      await program.stop();
      rmSync(root, { recursive: true, force: true });
    },
    async start() {
      program = await startProgram(findProgram('lighttpd') ?? '', ['-D', '-f', join(root, 'lighttpd.conf')], port);
    },
  };
}
