/** What a drill starts: its folder and its programs. Everything ends with it, also when somebody stops the drill. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Program {
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** Sends a signal and waits until it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Returns what it printed. */
  output(): string;
}

export interface Environment {
  /** A new folder in which programs of other users may have folders of their own. */
  readonly folder: string;
  /** Starts a program; what it prints goes to a file. */
  run(program: string, args: readonly string[], options?: SpawnOptions): Program;
  /** Has something undone at the end, the last thing first. */
  atEnd(undo: () => unknown): void;
  end(): Promise<void>;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

/** Waits for a condition; throws what it waited for when the time is over. */
export async function until(
  what: string | (() => string),
  isSo: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > withinMs)
      throw new Error(`not within ${withinMs / 1000} s: ${typeof what === 'string' ? what : what()}`);
    await pause(50);
  }
}

/** Returns whether a program listens on a port of this machine. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });

function programOf(child: ChildProcess, logFile: string): Program {
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const over = (): void => {
      isOver = true;
      resolve();
    };
    child.once('exit', over);
    child.once('error', over);
  });
  return {
    pid: child.pid ?? 0,
    ended,
    hasEnded: () => isOver,
    async end(signal = 'SIGTERM') {
      if (!isOver) child.kill(signal);
      await ended;
    },
    output: () => readFileSync(logFile, 'utf8'),
  };
}

export function openEnvironment(): Environment {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-drill-'));
  // Programs of other users reach their own folders in it, and no other.
  chmodSync(folder, 0o711);
  const undos: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const programs = new Set<Program>();
  let count = 0;
  let ending: Promise<void> | undefined;
  const undoAll = async (): Promise<void> => {
    await Promise.all([...programs].map((program) => program.end('SIGKILL')));
    for (const undo of undos.splice(0).toReversed()) {
      try {
        await undo();
      } catch (error) {
        process.stderr.write(`After a drill: ${String(error)}\n`);
      }
    }
  };
  return {
    folder,
    run(path, args, options = {}) {
      if (ending) throw new Error('The drill was stopped');
      count += 1;
      const logFile = join(folder, `program-${count}.log`);
      const log = openSync(logFile, 'a');
      const program = programOf(spawn(path, args, { ...options, stdio: ['ignore', log, log] }), logFile);
      programs.add(program);
      void program.ended.then(() => programs.delete(program));
      return program;
    },
    atEnd: (undo) => void undos.push(undo),
    end: () => (ending ??= undoAll()),
  };
}

/** Waits until a program is ready; throws with the end of its output when it ended instead. */
export async function ready(name: string, program: Program, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const words = (): string => `${name}: ${program.output().trim().split('\n').slice(-8).join('\n')}`;
  await until(words, async () => {
    if (program.hasEnded()) throw new Error(`${name} ended: ${words()}`);
    return isSo();
  });
}
