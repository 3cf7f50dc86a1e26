/** Programs of other people that tests start as targets. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';

/** Returns the path of a program of this machine; undefined when there is none. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync);

const waitMs = 10_000;

/** Returns whether something listens on a port of this machine. */
const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

export interface Program {
  stop(): Promise<void>;
}

/** Starts a program, and returns when it listens on its port. */
export async function startProgram(path: string, args: readonly string[], port: number): Promise<Program> {
  const child: ChildProcess = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill();
    await ended;
  };
  const until = Date.now() + waitMs;
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`${path} did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { stop };
}
