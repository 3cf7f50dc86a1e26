/** The processes of a run: each is started here, and none outlives it. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { requireNode, root } from '../tools/scripts/folder.mjs';
import { programFile } from '../tools/scripts/program-file.ts';

const running = new Set<ChildProcess>();

/** Has a process ended with the run. */
export function keep(child: ChildProcess): ChildProcess {
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
    spawn(requireNode(), [...flags, programFile(main)], {
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
    fork(programFile(`bench/${main}`), { execPath: requireNode(), execArgv: [...flags], serialization: 'advanced' }),
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

/**
 * Returns the memory of a process and of all that it started, in MB: what each keeps for itself, and what they share once. NaN where the
 * system does not report it.
 */
export function memoryOfTree(pid: number): number {
  let own = 0;
  const shared = new Map<string, number>();
  for (const each of treeOf(pid))
    for (const mapping of procText(each, 'smaps').split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/)) {
      const [, , , offset = '', device = '', inode = ''] =
        mapping.match(/^(\S+) (\S+) (\S+) (\S+) (\d+)/)?.map(String) ?? [];
      const kilobytes = (name: string): number => Number(mapping.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1] ?? 0);
      own += kilobytes('Private_Clean') + kilobytes('Private_Dirty');
      const key = `${offset} ${device} ${inode}`;
      shared.set(key, Math.max(shared.get(key) ?? 0, kilobytes('Shared_Clean') + kilobytes('Shared_Dirty')));
    }
  const sum = shared.values().reduce((all, each) => all + each, own) / 1024;
  return sum > 0 ? sum : Number.NaN;
}

/** Returns a process and its descendants. */
function treeOf(pid: number): number[] {
  const children = procText(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(treeOf)];
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
