/** Two servers on one database, behind HAProxy with `deploy/haproxy/haproxy.cfg`. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { findPart } from '../../scripts/programs.mjs';
import { writeDeployFile } from '../deploy-file.ts';
import { type Environment, isOpen, ready, until } from '../environment.ts';
import { type DrillServer, isReady, makeServer } from '../server.ts';

export interface Proxy {
  /** The address for tills. */
  readonly origin: string;
  /** The port that leads to the primary of Patroni. */
  readonly primaryPort: number;
}

export interface ProxyTargets {
  readonly servers: readonly [number, number];
  /** Ports of PostgreSQL and of Patroni's own calls, for both machines of the database. */
  readonly databases?: readonly [DatabasePorts, DatabasePorts];
}

export interface DatabasePorts {
  readonly postgres: number;
  readonly patroni: number;
}

/** Makes a certificate for this run, with its key, as HAProxy reads them. */
function makeCertificate(folder: string): string {
  const [key, certificate, both] = ['key', 'crt', 'pem'].map((end) => join(folder, `drill.${end}`)) as [
    string,
    string,
    string,
  ];
  const made = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=drill',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', made, { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return both;
}

/** Starts HAProxy. A database that the drill has not stays away, as one that is down does. */
export async function startProxy(environment: Environment, { servers, databases }: ProxyTargets): Promise<Proxy> {
  const folder = join(environment.folder, 'haproxy');
  mkdirSync(folder);
  const [secure, plain, primary, nothing] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [db1, db2] = databases ?? [
    { postgres: nothing, patroni: nothing },
    { postgres: nothing, patroni: nothing },
  ];
  const config = writeDeployFile(
    'haproxy/haproxy.cfg',
    {
      'bind :443': `bind 127.0.0.1:${secure}`,
      '127.0.0.1:8000': `127.0.0.1:${plain}`,
      '/etc/haproxy/atoll.pem': makeCertificate(folder),
      'atoll1:8080': `127.0.0.1:${servers[0]}`,
      'atoll2:8080': `127.0.0.1:${servers[1]}`,
      'bind :5000': `bind 127.0.0.1:${primary}`,
      'db1:5432 check port 8008': `127.0.0.1:${db1.postgres} check port ${db1.patroni}`,
      'db2:5432 check port 8008': `127.0.0.1:${db2.postgres} check port ${db2.patroni}`,
    },
    join(folder, 'haproxy.cfg'),
  );
  // In the foreground, with a worker that ends with it.
  const program = environment.run(findPart('HAProxy'), ['-db', '-f', config]);
  await ready('HAProxy', program, () => isOpen(plain));
  return { origin: `http://127.0.0.1:${plain}`, primaryPort: primary };
}

export interface ServerPair {
  readonly servers: readonly [DrillServer, DrillServer];
  readonly proxy: Proxy;
}

type Env = Readonly<Record<string, string>>;

/** Starts both servers and HAProxy before them. `envs`: the settings of each. */
export async function startPair(
  environment: Environment,
  envs: readonly [Env, Env],
  databases?: ProxyTargets['databases'],
): Promise<ServerPair> {
  const folders = [1, 2].map((number) => join(environment.folder, `data${number}`)) as [string, string];
  const [first, second] = [
    await makeServer(environment, { env: { ...envs[0], DATA_DIR: folders[0] } }),
    await makeServer(environment, { env: { ...envs[1], DATA_DIR: folders[1] } }),
  ];
  await first.start();
  // Several servers of one database sign with the same key.
  mkdirSync(folders[1], { mode: 0o700 });
  cpSync(join(folders[0], 'history.key'), join(folders[1], 'history.key'));
  await second.start();
  const proxy = await startProxy(environment, {
    servers: [first.port, second.port],
    ...(databases ? { databases } : {}),
  });
  await until('HAProxy finds a server that is ready', () => isReady(proxy.origin));
  return { servers: [first, second], proxy };
}
