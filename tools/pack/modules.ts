/** The packages of an archive: those that the lockfile names for a machine, without what is for development or for other machines. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../scripts/folder.mjs';
import type { Closure } from './closure.ts';
import { nodes, type PackPlatform, thisPlatform } from './platforms.ts';

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[] | string;
  readonly cpu?: readonly string[] | string;
  readonly libc?: readonly string[] | string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export type Lock = Readonly<Record<string, Locked>>;

export const readLock = (): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;

/** Whether a list of the lockfile, such as ['!win32'], names a value. A list of one may be a text. */
function allows(list: readonly string[] | string | undefined, value: string): boolean {
  const names = [list ?? []].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

function isFor({ os, cpu, libc }: Locked, platform: PackPlatform): boolean {
  const [system = '', processor = ''] = platform.split('-');
  // Node itself, as the archive has it, needs glibc on Linux.
  return allows(os, system) && allows(cpu, processor) && (system !== 'linux' || allows(libc, 'glibc'));
}

/** Returns the path of a package in the lockfile, as Node would find it from a folder; undefined when it is not there. */
function find(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === '') return undefined;
  }
}

/** Returns the paths of the packages that these need, such as 'node_modules/fastify', for a machine. */
export function packagePaths(lock: Lock, wanted: Closure['packages'], platform: PackPlatform): string[] {
  const found = new Set<string>();
  const queue = [...wanted];
  for (const { from, name } of queue) {
    const path = find(lock, from, name);
    const entry = path === undefined ? undefined : lock[path];
    if (path === undefined || entry === undefined || found.has(path) || !isFor(entry, platform)) continue;
    const folder = entry.link ? (entry.resolved ?? '') : path;
    if (!entry.link) found.add(path);
    else if (found.has(folder)) continue;
    else found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = lock[folder] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      queue.push({ from: folder, name: needed });
  }
  return [...found].filter((path) => path.includes('node_modules/')).toSorted();
}

/** Returns a folder with the packages of the lockfile for a machine: the project's own, or one that npm fills. */
export function installedFor(lock: Lock, platform: PackPlatform): { folder: string; isTemporary: boolean } {
  if (platform === thisPlatform) return { folder: root, isTemporary: false };
  const folder = mkdtempSync(join(tmpdir(), 'atoll-pack-'));
  const [os, cpu] = platform.split('-');
  const manifests = Object.keys(lock)
    .filter((path) => !path.includes('node_modules'))
    .map((path) => join(path, 'package.json'));
  for (const file of [...manifests, 'package-lock.json']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  const args = ['ci', '--ignore-scripts', '--omit=dev', `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm could not fetch the packages for ${platform}: see above`);
  return { folder, isTemporary: true };
}

/** Parts of packages that no program reads. */
const leftFolders = new Set([
  'test',
  'tests',
  '__tests__',
  'docs',
  'doc',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  '.github',
]);
const leftFiles =
  /\.(?:map|markdown|ts|mts|cts|tsx|flow|tsbuildinfo|scss)$|^(?:readme|changelog|history)[^/]*$|\.md$|\.(?:test|spec)\.[cm]?js$/i;
const leftParts = [
  /^node_modules\/echarts\/(?:dist|build|types|i18n|theme|ssr)\//,
  /^node_modules\/swagger-ui-dist\/swagger-ui-es-bundle/,
  /^node_modules\/@opentelemetry\/[^/]+\/build\/esnext\//,
  /^node_modules\/node-(?:bin-)?[a-z]+-[a-z0-9]+\/(?!bin\/|LICENSE|package\.json)/,
];
const kept = /^licen[cs]e|^notice/i;

const isLeft = (path: string, name: string): boolean =>
  !kept.test(name) && (leftFiles.test(name) || leftParts.some((part) => part.test(path)));

/** Returns the files of a package, below the folder that has it. Throws for one that is not as the lockfile says. */
export function filesOf(folder: string, path: string, { version }: Locked = {}): string[] {
  const manifest = join(folder, path, 'package.json');
  const has = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
    : 'none';
  if (has !== version) throw new Error(`${path} is ${has}, and the lockfile says ${version}: run npm ci first`);
  const within = (below: string, isTop: boolean): string[] =>
    readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const file = `${below}/${entry.name}`;
      if (entry.isDirectory())
        return entry.name === 'node_modules' || (isTop && leftFolders.has(entry.name)) ? [] : within(file, false);
      return entry.isFile() && !isLeft(file, entry.name) ? [file] : [];
    });
  return within(path, true);
}

/** Returns the program of Node in the packages for a machine. */
export const nodeOf = (platform: PackPlatform): string => `node_modules/${nodes[platform]}`;

/** Returns the name of the package that has Node for a machine. */
export const nodePackage = (platform: PackPlatform): string => nodes[platform].split('/')[0] ?? '';
