/** An archive of this machine, made and unpacked once, and its programs in a surrounding without npm and network. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/folder.mjs';
import { nodeOf } from '../modules.ts';
import { type Packed, pack } from '../pack.ts';
import { type PackPlatform, thisPlatform } from '../platforms.ts';

export interface Unpacked {
  readonly archive: Packed;
  readonly key: KeyObject;
  /** The folder that the archive has, below an empty one. */
  readonly folder: string;
  readonly web: string;
  /** Returns what a program tried to reach outside this machine. */
  reached(): string;
  /** Runs a command of the archive's program, or with `node` its Node. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  remove(): Promise<void>;
}

/** What the program of an archive itself runs. */
const neededPrograms = ['sh', 'dirname', 'readlink'];

/** Returns a folder with the app: the built one where it is, otherwise a page. */
function webIn(folder: string): string {
  const built = join(root, 'apps/web/dist');
  if (existsSync(join(built, 'index.html'))) return built;
  const page = join(folder, 'web');
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>Atoll</title>');
  return page;
}

/** Makes an archive of the server, and unpacks it with the tar of the system. */
export async function unpackedArchive(): Promise<Unpacked> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-archive-'));
  const web = webIn(folder);
  const { privateKey: key } = generateKeyPairSync('ed25519');
  const out = join(folder, 'out');
  // The fastest compression: the test waits for it.
  const archive = await pack({ kind: 'server', platform: thisPlatform as PackPlatform, out, web, key, level: 1 });
  const place = join(folder, 'empty');
  const bin = join(folder, 'bin');
  for (const path of [place, bin]) mkdirSync(path);
  execFileSync('tar', ['-xzf', archive.path, '-C', place]);
  for (const name of neededPrograms)
    symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(bin, name));
  const reached = join(folder, 'reached');
  const running: ChildProcess[] = [];
  return {
    archive,
    key,
    folder: join(place, 'atoll'),
    web,
    reached: () => (existsSync(reached) ? readFileSync(reached, 'utf8') : ''),
    run: (args, env = {}) => {
      const guard = `--import=${join(import.meta.dirname, 'no-network.mjs')}`;
      // Its commands load the same modules, which are compiled once.
      const NODE_COMPILE_CACHE = join(folder, 'compiled');
      const surroundings = { PATH: bin, NODE_OPTIONS: guard, ATOLL_REACHED: reached, NODE_COMPILE_CACHE, ...env };
      const [release = ''] = readdirSync(join(place, 'atoll/releases'));
      const node = join(place, 'atoll/releases', release, nodeOf(thisPlatform as PackPlatform));
      const [program, ...rest] = args[0] === 'node' ? [node, ...args.slice(1)] : [join(place, 'atoll/atoll'), ...args];
      const child = spawn(program, rest, { cwd: place, env: surroundings });
      running.push(child);
      return child;
    },
    remove: async () => {
      for (const child of running)
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
