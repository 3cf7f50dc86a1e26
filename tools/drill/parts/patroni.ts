/** Two machines of a database with Patroni, and three of etcd: the files of `deploy/etcd`, `deploy/patroni` and `deploy/pgbackrest`. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from '../../../apps/server/src/platform/store/testing/postgres.ts';
import { freePort } from '../../scripts/free-port.ts';
import { findPart } from '../../scripts/programs.mjs';
import { deployText, writeDeployFile } from '../deploy-file.ts';
import { type Environment, isOpen, type Program, ready, until } from '../environment.ts';
import type { DatabasePorts } from './servers.ts';

const password = 'drill';

/** The user who runs PostgreSQL: never root. */
export function databaseUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Makes a folder that belongs to that user. */
export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  const { uid, gid } = databaseUser();
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  chmodSync(path, 0o700);
  return path;
}

/** Starts three etcd; returns the ports for clients. */
async function startEtcd(environment: Environment): Promise<readonly number[]> {
  const names = ['etcd1', 'etcd2', 'etcd3'];
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), peer: await freePort() })));
  const programs = names.map((name, index) => {
    const { client = 0, peer = 0 } = ports[index] ?? {};
    const members = names.map((each, at) => `${each}=http://127.0.0.1:${ports[at]?.peer}`).join(',');
    const text = deployText('etcd/etcd.env', {
      'ETCD_NAME=etcd1': `ETCD_NAME=${name}`,
      '/var/lib/etcd/atoll': join(environment.folder, name),
      'http://0.0.0.0:2379': `http://127.0.0.1:${client}`,
      'ADVERTISE_CLIENT_URLS=http://etcd1:2379': `ADVERTISE_CLIENT_URLS=http://127.0.0.1:${client}`,
      'http://0.0.0.0:2380': `http://127.0.0.1:${peer}`,
      'ADVERTISE_PEER_URLS=http://etcd1:2380': `ADVERTISE_PEER_URLS=http://127.0.0.1:${peer}`,
      'etcd1=http://etcd1:2380,etcd2=http://etcd2:2380,etcd3=http://etcd3:2380': members,
    });
    const lines = text.split('\n').filter((line) => line.startsWith('ETCD_'));
    const env = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return environment.run(findPart('etcd'), [], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  });
  for (const [index, program] of programs.entries())
    await ready('etcd', program, () => isOpen(ports[index]?.client ?? 0));
  return ports.map(({ client }) => client);
}

/** Writes `deploy/pgbackrest/pgbackrest.conf` for a database in this folder; returns its path. */
export function writeBackupConfig(folder: string, data: string, port: number, socket: string): string {
  return writeDeployFile(
    'pgbackrest/pgbackrest.conf',
    {
      'repo1-path=/var/lib/pgbackrest': `repo1-path=${ownFolder(join(folder, 'repository'))}`,
      '/var/spool/pgbackrest': ownFolder(join(folder, 'spool')),
      '/tmp/pgbackrest': ownFolder(join(folder, 'lock')),
      '/var/log/pgbackrest': ownFolder(join(folder, 'log')),
      'pg1-path=/var/lib/postgresql/15/atoll': `pg1-path=${data}`,
      'pg1-port=5432': `pg1-port=${port}`,
      '/var/run/postgresql': socket,
    },
    join(folder, 'pgbackrest.conf'),
  );
}

export interface DatabaseMachine extends DatabasePorts {
  readonly name: string;
  /** Kills Patroni and PostgreSQL. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Returns whether it is the primary. */
  isPrimary(): Promise<boolean>;
}

export interface PatroniCluster {
  readonly machines: readonly [DatabaseMachine, DatabaseMachine];
  primary(): Promise<DatabaseMachine>;
  /** Runs `patronictl`. */
  control(...args: readonly string[]): Promise<void>;
}

const asks = async (port: number, path: string): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.ok ===
  true;

/** Ends a process and all that it started. */
function killTree(pid: number): void {
  const children = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' });
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
  for (const child of children.trim().split(/\s+/).filter(Boolean)) killTree(Number(child));
}

async function makeMachine(environment: Environment, name: string, etcd: readonly number[]): Promise<DatabaseMachine> {
  const folder = ownFolder(join(environment.folder, name));
  const [postgres, patroni] = [await freePort(), await freePort()];
  const backup = writeBackupConfig(folder, join(folder, 'data'), postgres, folder);
  const script = writeDeployFile('patroni/create-database.sh', {}, join(folder, 'create-database.sh'), 0o755);
  const config = writeDeployFile(
    'patroni/patroni.yml',
    {
      '0.0.0.0:8008': `127.0.0.1:${patroni}`,
      'etcd1:2379,etcd2:2379,etcd3:2379': etcd.map((port) => `127.0.0.1:${port}`).join(','),
      '/etc/pgbackrest/pgbackrest.conf': backup,
      '/etc/patroni/create-database.sh': script,
      '0.0.0.0:5432': `127.0.0.1:${postgres}`,
      'data_dir: /var/lib/postgresql/15/atoll': `data_dir: ${join(folder, 'data')}`,
      '/usr/lib/postgresql/15/bin': findPrograms() ?? '',
      '/var/run/postgresql': folder,
      'shared_buffers: 256MB': 'shared_buffers: 64MB',
    },
    join(folder, 'patroni.yml'),
  );
  let program: Program | undefined;
  const kill = async (): Promise<void> => {
    if (!program || program.hasEnded()) return;
    killTree(program.pid);
    await program.ended;
  };
  environment.atEnd(kill);
  return {
    name,
    postgres,
    patroni,
    kill,
    async start() {
      program = environment.run(findPart('Patroni'), [config], {
        ...databaseUser(),
        cwd: folder,
        env: {
          PATH: process.env['PATH'] ?? '',
          PATRONI_NAME: name,
          PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroni}`,
          PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgres}`,
          PATRONI_SUPERUSER_PASSWORD: password,
          PATRONI_REPLICATION_PASSWORD: password,
          PATRONI_REWIND_PASSWORD: password,
          ATOLL_PASSWORD: password,
        },
      });
      await ready(name, program, () => asks(patroni, '/health'));
    },
    isPrimary: () => asks(patroni, '/primary'),
  };
}

/** Starts etcd and both machines; resolves when the second one is the synchronous standby of the first. */
export async function startPatroni(environment: Environment): Promise<PatroniCluster> {
  const etcd = await startEtcd(environment);
  const machines = [await makeMachine(environment, 'db1', etcd), await makeMachine(environment, 'db2', etcd)] as const;
  await machines[0].start();
  await until('a primary', machines[0].isPrimary);
  await machines[1].start();
  await until('a synchronous standby', () => asks(machines[1].patroni, '/sync'));
  return {
    machines,
    async primary() {
      let found: DatabaseMachine | undefined;
      await until('a primary', async () => {
        for (const machine of machines) if (await machine.isPrimary()) found = machine;
        return found !== undefined;
      });
      return found ?? machines[0];
    },
    async control(...args) {
      const config = join(environment.folder, 'db1/patroni.yml');
      const program = environment.run('patronictl', ['-c', config, ...args]);
      await program.ended;
      if (!/Success/i.test(program.output())) throw new Error(`patronictl ${args.join(' ')}: ${program.output()}`);
    },
  };
}
