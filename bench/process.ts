/** The processes of a run: each is started here, and none outlives it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireNode, root } from '../tools/scripts/folder.mjs';

const running = new Set<ChildProcess>();

function keep(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Starts a program of the project with additional environment variables. */
export function startProgram(
  main: string,
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): ChildProcess {
  return keep(
    spawn(requireNode(), [...flags, join(root, main)], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
}

/** Ends a process; resolves when it has ended. */
export function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** Ends all running processes. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map((child) => end(child, 'SIGKILL')));
}

/** A helper process that does one task at a time and returns its result. */
export interface Worker {
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a helper process of the benchmark. */
export function startWorker(main: string, flags: readonly string[] = []): Worker {
  const child = keep(
    fork(join(import.meta.dirname, main), { execPath: requireNode(), execArgv: [...flags], serialization: 'advanced' }),
  );
  return {
    ask: <T>(question: object) =>
      new Promise<T>((resolve, reject) => {
        const gone = (): void => reject(new Error(`${main} ended`));
        child.once('exit', gone);
        child.once('message', (answer: { value: T } | { error: string }) => {
          child.off('exit', gone);
          if ('error' in answer) reject(new Error(answer.error));
          else resolve(answer.value);
        });
        child.send(question);
      }),
    stop: () => end(child),
  };
}

/** Runs in a helper process: answers each question by the task that its `do` names. */
export function serveWorker(tasks: Readonly<Record<string, (question: never) => Promise<unknown>>>): void {
  process.on('message', (question: { do: string }) => {
    const task = tasks[question.do];
    const done = task ? task(question as never) : Promise.reject(new Error(`Nobody does ${question.do}`));
    done.then(
      (value) => process.send?.({ value }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

/** Returns the memory of a process in MB; NaN where the system does not report it. */
export function memoryOf(pid: number): number {
  return Number(procText(pid, 'status').match(/VmRSS:\s+(\d+) kB/)?.[1] ?? Number.NaN) / 1024;
}

/** Returns the processor time of a process in ms; NaN where the system does not report it. */
export function cpuOf(pid: number): number {
  const fields = procText(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function procText(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // Not Linux, or the process has just ended.
    return '';
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
