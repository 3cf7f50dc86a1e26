/** The thin layer below setup: it runs programs, and reads and writes files below a root folder. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { mayIssue, permittedFor } from '@atoll/domain/trust/permitted';
import { type Address, rangeOf } from './address.ts';

export type Platform = 'linux' | 'win32' | 'darwin';

/** What a program did; the code is null when there is no such program. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
}

/** How a file is kept. Owner and group are names of the machine; null leaves them. */
interface Kept {
  readonly mode: number;
  readonly owner?: string | null;
  readonly group?: string | null;
  readonly encoding?: 'utf8' | 'utf16le';
}

export interface Machine {
  readonly platform: Platform;
  /** The folder that stands for the root of the disk; empty for this machine itself. */
  readonly root: string;
  run(program: string, args: readonly string[]): Promise<Ran>;
  /** Returns the text of a file; null without one, or when it may not be read. */
  read(path: string, encoding?: 'utf8' | 'utf16le'): string | null;
  stat(path: string): Stats | null;
  /** Writes a file: at any time the old or the new content is there. */
  write(path: string, content: string, kept: Kept): void;
  remove(path: string): void;
  makeFolder(path: string, kept: Kept): void;
  /** Removes an empty folder; returns false for one that has something. */
  removeFolder(path: string): boolean;
  /** Returns the number of a user; null when there is none. */
  userId(name: string): number | null;
  isAdministrator(): Promise<boolean>;
  addresses(): readonly Address[];
}

const programMs = 60_000;

export const runProgram: Machine['run'] = (program, args) =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C' };
    execFile(program, args, { timeout: programMs, env }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') resolve({ code: null, out: '' });
      else resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, out: `${stdout}${stderr}` });
    });
  });

/** Interfaces of containers and virtual machines, through which no till comes. */
const isVirtual = (name: string): boolean => /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|tun|tap)/.test(name);

function lanAddresses(): Address[] {
  const permitted = permittedFor([]);
  return Object.entries(networkInterfaces())
    .filter(([name]) => !isVirtual(name))
    .flatMap(([, list]) => list ?? [])
    .flatMap(({ address, family, internal, cidr }) =>
      internal || family !== 'IPv4' || !cidr || !mayIssue(address, permitted)
        ? []
        : [{ address, range: rangeOf(cidr) }],
    )
    .toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

/** Returns the number in the third column of a name in /etc/passwd or /etc/group. */
const idIn = (table: string | null, name: string): number | null => {
  const line = (table ?? '').split('\n').find((one) => one.startsWith(`${name}:`));
  return line === undefined ? null : Number(line.split(':')[2]);
};

export interface Place {
  readonly root: string;
  readonly platform?: Platform;
  readonly run?: Machine['run'];
}

/** Returns what a call returns; null when it fails. */
function orNull<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    // Missing, or not to be read by this user: both are unknown to the plan.
    return null;
  }
}

/** Opens a machine: this one, or the disk below a folder. */
export function openMachine({ root, platform = process.platform as Platform, run = runProgram }: Place): Machine {
  const at = (path: string): string =>
    root === '' ? path : join(root, path.replace(/^[A-Z]:/, '').replaceAll('\\', '/'));
  const read: Machine['read'] = (path, encoding = 'utf8') => orNull(() => readFileSync(at(path), encoding));
  /** Returns the numbers of who is to have a file; null where setup does not give it to anybody by itself. */
  const idsOf = ({ owner, group }: Kept): { uid: number; gid: number } | null => {
    if (platform !== 'linux' || !(owner || group)) return null;
    const uid = owner ? idIn(read('/etc/passwd'), owner) : 0;
    const gid = idIn(read('/etc/group'), group ?? owner ?? 'root');
    if (uid !== null && gid !== null) return { uid, gid };
    throw new Error(`There is no user or group ${owner ?? ''} ${group ?? ''}`.trim());
  };
  const keep = (path: string, kept: Kept): void => {
    chmodSync(path, kept.mode);
    const ids = idsOf(kept);
    if (ids) chownSync(path, ids.uid, ids.gid);
  };
  /** Gives a folder away with everything in it: systemd would do it only while the folder itself is of another user. */
  const keepWhole = (path: string, kept: Kept): void => {
    const ids = idsOf(kept);
    if (ids && statSync(path).uid !== ids.uid)
      for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
        lchownSync(join(path, name), ids.uid, ids.gid);
    keep(path, kept);
  };
  return {
    platform,
    root,
    run,
    read,
    stat: (path) => orNull(() => statSync(at(path))),
    write: (path, content, kept) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      const beside = `${at(path)}.new`;
      writeFileSync(beside, content, { encoding: kept.encoding ?? 'utf8', mode: 0o600 });
      keep(beside, kept);
      renameSync(beside, at(path));
    },
    remove: (path) => {
      for (const one of [at(path), `${at(path)}.new`]) rmSync(one, { force: true });
    },
    makeFolder: (path, kept) => {
      mkdirSync(at(path), { recursive: true });
      keepWhole(at(path), kept);
    },
    removeFolder: (path) => orNull(() => (rmdirSync(at(path)), true)) ?? false,
    userId: (name) => idIn(read('/etc/passwd'), name),
    isAdministrator: async () =>
      platform === 'win32' ? (await run('fltmc', [])).code === 0 : process.getuid?.() === 0,
    addresses: lanAddresses,
  };
}
