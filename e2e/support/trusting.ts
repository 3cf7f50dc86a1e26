/** A server that serves https with the shop's own authority, and browsers whose profile trusts that authority or not. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { type Browser, chromium } from '@playwright/test';
import { issueLeaf, type KeptAuthority } from '../../apps/server/src/platform/tls/issue.ts';
import { freePort } from '../../tools/scripts/free-port.ts';
import { browserOptions, findPart } from '../../tools/scripts/programs.mjs';
import { answers, kill, mainOf, node, root } from './process.ts';

const address = '127.0.0.1';
/** A name that the shop's authority may not vouch for. */
export const foreignName = 'bank.example';

export interface SecureServer {
  readonly byAddress: string;
  readonly byName: string;
  /** The address without https that somebody types. */
  readonly plain: string;
  readonly dataDir: string;
  /** A site of another name, with a certificate that the shop's authority signed all the same. */
  readonly foreign: string;
  /** Returns the serial number of the certificate that a new connection gets. */
  serial(): Promise<string>;
  /** Starts a browser; its profile has the authority when it `trusts`. */
  browse(trusts: boolean): Promise<Browser>;
  stop(): Promise<void>;
  /** Starts it again, with the address that people type from now on. */
  start(publicUrl: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server with demo data that makes its authority and certificate. */
export async function startSecureServer(): Promise<SecureServer> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-trust-'));
  const dataDir = join(folder, 'data');
  const seeded = process.env['ATOLL_SEEDED'];
  if (seeded) cpSync(seeded, dataDir, { recursive: true });
  const [port, httpPort] = [await freePort(), await freePort()];
  const own = { DATA_DIR: dataDir, TLS: 'own', HTTPS_PORT: String(port), HTTP_PORT: String(httpPort), HOST: address };
  const plain = `http://${address}:${httpPort}`;
  let server: ChildProcess;
  const start = async (more: Readonly<Record<string, string>> = {}): Promise<void> => {
    server = spawn(node, [mainOf('server')], {
      cwd: root,
      env: { ...process.env, ...own, ...more, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await answers(`${plain}/health`, server);
  };
  await start();
  const ca = await (await fetch(`${plain}/hello/ca.pem`)).text();
  const caPath = join(folder, 'ca.pem');
  writeFileSync(caPath, ca);

  const kept = JSON.parse(readFileSync(join(dataDir, 'tls/authority.json'), 'utf8')) as KeptAuthority;
  const foreignPair = await issueLeaf({ ...kept, names: [foreignName] }, [foreignName], Date.now());
  const foreign = createServer(foreignPair, (_request, response) => response.end('foreign')).listen(0, address);
  await once(foreign, 'listening');
  const browsers: Browser[] = [];
  const name = `${hostname().toLowerCase().split('.', 1)[0]}.local`;

  return {
    byAddress: `https://${address}:${port}`,
    byName: `https://${name}:${port}`,
    plain,
    dataDir,
    foreign: `https://${foreignName}:${(foreign.address() as AddressInfo).port}`,
    serial: () =>
      new Promise((done, fail) => {
        const socket = connect({ port, host: address, ca }, () => {
          done(socket.getPeerCertificate().serialNumber);
          socket.destroy();
        });
        socket.once('error', fail);
      }),
    async browse(trusts) {
      const home = mkdtempSync(join(folder, 'home-'));
      if (trusts) trust(home, caPath);
      const { args, ...options } = browserOptions();
      const rules = `--host-resolver-rules=MAP ${name} ${address}, MAP ${foreignName} ${address}`;
      const env = { ...(process.env as Record<string, string>), HOME: home };
      const browser = await chromium.launch({ ...options, args: [...args, rules], env });
      browsers.push(browser);
      return browser;
    },
    stop: () => kill(server, 'SIGTERM'),
    start: (publicUrl) => start({ PUBLIC_URL: publicUrl }),
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()));
      foreign.close();
      await kill(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts an authority into the store from which Chromium on Linux takes those of the person. */
function trust(home: string, caPath: string): void {
  const folder = join(home, '.pki/nssdb');
  mkdirSync(folder, { recursive: true });
  const certutil = findPart('NSS tools');
  execFileSync(certutil, ['-N', '--empty-password', '-d', `sql:${folder}`]);
  execFileSync(certutil, ['-A', '-d', `sql:${folder}`, '-t', 'C,,', '-n', 'shop', '-i', caPath]);
}
