/** A PgBouncer before a cluster of tests, on a free port, never as root. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../../tools/scripts/free-port.ts';

/** Debian has it where only root's PATH leads. */
const program = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

/** Whether this machine has PgBouncer; without it the tests that need it are skipped, and counted. */
export const hasPgBouncer = program !== undefined;

/** Whether it keeps prepared statements in transaction mode, which it does from 1.21. */
export const keepsPrepared =
  program !== undefined &&
  Number(/PgBouncer 1\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]) >= 21;

export interface TestPooler {
  /** Returns the URL of a database through the pooler. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

export type PoolMode = 'session' | 'transaction' | 'statement';

/** Starts a pooler that lends at most `size` connections of a database. */
export async function startPgBouncer(databaseUrl: string, mode: PoolMode, size = 5): Promise<TestPooler> {
  const { hostname, port, username } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'atoll-pgbouncer-'));
  const own = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = ${size}
${keepsPrepared ? 'max_prepared_statements = 200' : ''}
`,
  );
  const user = process.getuid?.() === 0 ? nobody() : {};
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const child = spawn(program ?? 'pgbouncer', [config], { ...user, cwd: folder, stdio: 'ignore' });
  const ended = new Promise<string>((resolve) => child.once('exit', (code) => resolve(String(code))));
  await Promise.race([accepts(own), ended.then((code) => Promise.reject(new Error(`pgbouncer ended with ${code}`)))]);
  return {
    urlOf: (url) => {
      const through = new URL(url);
      through.host = `127.0.0.1:${own}`;
      return through.href;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const nobody = (): { uid?: number; gid?: number } => {
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
};

async function accepts(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(socket.end() !== undefined));
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
