/**
 * A PostgreSQL cluster for tests, run with the machine's own programs: temporary, on a free port, with fsync on, never
 * as root.
 */

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../../../../tools/scripts/free-port.ts';

/** The database that test databases are copied from: all tables, no rows. */
export const templateDatabase = 'atoll_made';

export interface TestCluster {
  /** URL of the maintenance database; others differ in the last part. */
  readonly url: string;
  /** The same through the cluster's socket, which is faster on one machine. */
  readonly socketUrl: string;
  /** Its folder, with the socket. */
  readonly folder: string;
  readonly dataFolder: string;
  /** Resolves when it accepts connections. */
  readonly ready: Promise<void>;
  /** Ends the server as a power cut does; its data stays. */
  halt(): Promise<void>;
  /** Kills the server and all of its processes. */
  kill(): Promise<void>;
  /** Starts the server on its data again; resolves when it accepts connections. */
  resume(): Promise<void>;
  /** Makes a standby the primary; resolves when it accepts writes. */
  promote(): Promise<void>;
  /** Makes a halted primary a standby that nobody feeds, for its next start. */
  demote(): void;
  /** Stops answering without ending a connection; false: answers again. */
  freeze(isFrozen: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts a cluster; `settings` are passed on ('fsync=off' for the test that refuses it). With `primary` it is a standby
 * that streams from that cluster, which must be ready; `samePort` is that of a cluster that it replaces,
 * `parent` the folder for its data. Returns before it is ready.
 */
export async function startPostgres(
  settings: readonly string[] = [],
  primary?: TestCluster,
  samePort?: string,
  parent = tmpdir(),
): Promise<TestCluster> {
  const bin = programs();
  const owner: { uid?: number; gid?: number } = process.getuid?.() === 0 ? postgresUser() : {};
  const folder = mkdtempSync(join(parent, 'atoll-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const port = samePort ?? (await freePort());
  let server: ChildProcess | null = null;
  const data = join(folder, 'data');
  const runProgram = (name: string, args: readonly string[]) =>
    promisify(execFile)(join(bin, name), args, { ...owner, cwd: folder });
  const initialise = () =>
    runProgram('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  /** Makes the files of an empty cluster; where all tests run, they are copies of those that the first test made. */
  const makeFiles = async (): Promise<unknown> => {
    const kept = process.env['ATOLL_CLUSTER'];
    if (!kept) return initialise();
    const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
    if (existsSync(kept)) return copy(kept, data);
    await initialise();
    const draft = mkdtempSync(`${kept}-`);
    await copy(data, join(draft, 'data'));
    // Another test may have been faster.
    return rename(join(draft, 'data'), kept).catch(() => undefined);
  };
  const start = async (): Promise<void> => {
    await (primary
      ? runProgram('pg_basebackup', ['-d', primary.url, '-D', data, '-R', '-c', 'fast', '-X', 'stream', '--no-sync'])
      : makeFiles());
    await resume();
  };
  const resume = async (): Promise<void> => {
    const options = ['max_connections=200', 'shared_buffers=64MB', ...settings].flatMap((setting) => ['-c', setting]);
    const place = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
    const child = spawn(join(bin, 'postgres'), [...place, ...options], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server = child;
    await acceptsConnections(child);
  };
  const halt = async (): Promise<void> => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGQUIT');
    await ended;
  };
  const kill = async (): Promise<void> => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    signalAll(server.pid, 'SIGKILL');
    await ended;
  };
  const ready = start();
  // Its failure reaches everybody who waits for `ready`; nobody has to.
  ready.catch(() => undefined);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres://postgres@127.0.0.1:${port}/postgres?host=${encodeURIComponent(folder)}`,
    folder,
    dataFolder: data,
    ready,
    halt,
    kill,
    resume,
    promote: async () => void (await runProgram('pg_ctl', ['promote', '-w', '-D', data])),
    demote: () => writeFileSync(join(data, 'standby.signal'), ''),
    freeze: (isFrozen) => signalAll(server?.pid, isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    async stop() {
      await ready.catch(() => undefined);
      signalAll(server?.pid, 'SIGCONT');
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the folder of PostgreSQL's programs, the newest of Debian's or the first on the PATH; undefined when there is none. */
export function findPrograms(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(home, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((bin) => existsSync(join(bin, 'initdb')));
}

function programs(): string {
  const found = findPrograms();
  if (found === undefined) throw new Error('The tests need PostgreSQL 15 or newer: install the package postgresql');
  return found;
}

function postgresUser(): { uid: number; gid: number } {
  const ask = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** Sends a signal to a server and all of its processes. */
function signalAll(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout.trim();
  for (const id of [String(pid), ...children.split(/\s+/)].filter(Boolean)) {
    try {
      process.kill(Number(id), signal);
    } catch {
      // It has ended already.
    }
  }
}

function acceptsConnections(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/ready to accept (read-only )?connections/.test(output)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
