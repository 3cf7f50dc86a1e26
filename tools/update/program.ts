/** Programs of a release that an update runs, as the user of the data, with what counts as life. Source: R31.33. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodes, type PackPlatform, thisPlatform } from '../pack/platforms.ts';

const lookMs = 500;

/** Returns the Node of a release. */
export const nodeIn = (release: string): string =>
  join(release, 'node_modules', nodes[thisPlatform as PackPlatform] ?? '');

/** Returns who owns a folder, for a program that root starts; nothing otherwise. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

/** Returns a text that changes while something is written into a folder. */
function stateOf(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .map((stats) => `${stats?.size} ${stats?.mtimeMs}`)
    .join();
}

/** Returns why a program ended, from what it wrote last: of an error that nothing caught its words, without where it happened. */
function reasonIn(lines: readonly string[]): string {
  const error = lines.findLast((line) => /^\w*Error(?: \[\w+\])?: /.test(line));
  return error?.replace(/^.*?: /, '') ?? lines.slice(-3).join(' ');
}

export interface Run {
  readonly node: string;
  readonly args: readonly string[];
  /** The folder whose owner runs it. */
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** Ended after so long without a line and without a write into the folder. */
  readonly life?: { readonly folder: string; readonly waitMs: number };
}

/** Runs a program to its end. Throws with what it said last when it fails, or when it shows no life. */
export function runToEnd({ node, args, dataDir, say, life }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: dataDir, ...ownerOf(dataDir) });
    const [said, wrong]: [string[], string[]] = [[], []];
    let [aliveAt, state, isSilent] = [performance.now(), '', false];
    createInterface({ input: child.stdout }).on('line', (line) => {
      aliveAt = performance.now();
      said.push(line);
      say(line);
    });
    createInterface({ input: child.stderr }).on('line', (line) => wrong.push(line));
    const timer = setInterval(
      () => {
        if (!life) return;
        const now = stateOf(life.folder);
        if (now !== state) aliveAt = performance.now();
        state = now;
        if (performance.now() - aliveAt < life.waitMs) return;
        isSilent = true;
        child.kill('SIGKILL');
      },
      Math.min(lookMs, life?.waitMs ?? lookMs),
    );
    const end = (error: Error | null): void => {
      clearInterval(timer);
      if (error) reject(error);
      else resolve();
    };
    child.once('error', end);
    child.once('close', (code, signal) => {
      if (isSilent)
        end(new Error(`it showed no progress for ${(life?.waitMs ?? 0) / 1000} s, after '${said.at(-1) ?? ''}'`));
      else if (code === 0) end(null);
      else end(new Error(reasonIn(wrong) || `it ended with ${signal ?? code}`));
    });
  });
}
