/** Starts and ends the product's processes. */
import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { programFile } from '../../tools/scripts/program-file.ts';

export const root = resolve(import.meta.dirname, '../..');
export const node = join(root, 'node_modules/.bin/node');

export const mainOf = (name: 'server' | 'print-server'): string => programFile(`apps/${name}/src/main.ts`);

/** Waits until the address answers with success. */
export async function answers(url: string, child: ChildProcess, limitMs = 100_000): Promise<void> {
  const until = Date.now() + limitMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before ${url} answered`);
    const good = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (good) return;
    if (Date.now() > until) throw new Error(`${url} did not answer`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

export function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill(signal);
  });
}
