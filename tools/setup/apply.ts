/** Does changes and takes them back. Each step is recorded before it begins, so that an interrupted setup goes on or is taken back. Source: R31.20. */
import { dirname } from 'node:path';
import type { Answers, Role } from './answers.ts';
import type { Change, Command, SettingsChange } from './change.ts';
import type { Machine } from './machine.ts';
import { type Entry, removeRecord, type SetupRecord, writeRecord } from './record.ts';
import { readValues, withValues } from './settings-file.ts';

async function runAll(machine: Machine, commands: readonly Command[]): Promise<void> {
  for (const { program, args, mayFail } of commands) {
    const { code, out } = await machine.run(program, args);
    if (code === 0 || mayFail) continue;
    const what = [program, ...args].join(' ');
    throw new Error(code === null ? `There is no program ${program}` : `${what} ended with ${code}: ${out.trim()}`);
  }
}

/** Returns whether a change is there. */
export async function isDone(machine: Machine, change: Change): Promise<boolean> {
  switch (change.kind) {
    case 'folder': {
      const found = machine.stat(change.path);
      if (!found?.isDirectory()) return false;
      return machine.platform !== 'linux' || change.owner === null || found.uid === machine.userId(change.owner);
    }
    case 'file':
      return machine.read(change.path, change.encoding) === change.content;
    case 'settings': {
      const values = readValues(machine.read(change.path));
      return Object.entries(change.values).every(([key, value]) => (values[key] ?? null) === value);
    }
    case 'command': {
      const { code, out } = await machine.run(change.isDone.program, change.isDone.args);
      return code === 0 && new RegExp(change.isDone.prints, 'm').test(out);
    }
  }
}

function beforeOf(machine: Machine, change: Change): Entry['before'] {
  switch (change.kind) {
    case 'folder':
      return machine.stat(change.path) !== null;
    case 'file':
      return machine.read(change.path, change.encoding);
    case 'settings': {
      const values = readValues(machine.read(change.path));
      return Object.fromEntries(Object.keys(change.values).map((key) => [key, values[key] ?? null]));
    }
    case 'command':
      return null;
  }
}

async function make(machine: Machine, change: Change): Promise<void> {
  switch (change.kind) {
    case 'folder':
      return machine.makeFolder(change.path, change);
    case 'file':
      machine.write(change.path, change.content, change);
      return runAll(machine, change.afterwards);
    case 'settings':
      return machine.write(change.path, withValues(machine.read(change.path) ?? '', change.values), change);
    case 'command':
      return runAll(machine, change.do);
  }
}

const stays = (what: string, why: string): string => `${what} stays: ${why}.`;

async function undoFile(machine: Machine, { change, before }: Entry, isUnsure: boolean): Promise<string | null> {
  if (change.kind !== 'file') return null;
  const { path, content, mode, encoding, afterwards } = change;
  const current = machine.read(path, encoding);
  if (current !== null && current !== content && current !== before && !isUnsure)
    return stays(path, 'it was changed after setup wrote it');
  if (typeof before === 'string') machine.write(path, before, { mode, encoding });
  else machine.remove(path);
  await runAll(machine, afterwards);
  return null;
}

/** Returns the values of before of those that are still as setup set them. */
function undoSettings(machine: Machine, change: SettingsChange, before: Entry['before']): void {
  const content = machine.read(change.path);
  if (content === null) return machine.remove(change.path);
  const values = readValues(content);
  const own = Object.entries((before ?? {}) as Record<string, string | null>).filter(
    ([key]) => (values[key] ?? null) === change.values[key],
  );
  const left = withValues(content, Object.fromEntries(own));
  if (left === '') machine.remove(change.path);
  else machine.write(change.path, left, change);
}

/** Takes a change back. Returns what stays, and why; null when nothing does. */
async function undoOne(machine: Machine, entry: Entry, isUnsure: boolean): Promise<string | null> {
  const { change, before } = entry;
  switch (change.kind) {
    case 'folder':
      if (before === true || machine.stat(change.path) === null || machine.removeFolder(change.path)) return null;
      return stays(change.path, 'setup removes no data');
    case 'file':
      return undoFile(machine, entry, isUnsure);
    case 'settings':
      undoSettings(machine, change, before);
      return null;
    case 'command': {
      if (change.keepWhile && machine.stat(change.keepWhile.path)) return change.keepWhile.why;
      // What is not as setup left it was changed since, and stays; only after an interruption it may be half done.
      if (isUnsure)
        await runAll(
          machine,
          change.undo.map((one) => ({ ...one, mayFail: true })),
        );
      else if (await isDone(machine, change)) await runAll(machine, change.undo);
      return null;
    }
  }
}

/** Where the record is kept, and who is told what happens. */
export interface Keeping {
  readonly path: string;
  readonly say: (line: string) => void;
}

/** What a setup would do. */
export interface Work {
  readonly role: Role;
  readonly answers: Answers;
  /** Changes of an earlier setup of the same role that the answers ask no more for; the last one first. */
  readonly back: readonly Entry[];
  readonly todo: readonly Change[];
}

/** Adds the values of before for what the answers set no more. */
function withFormer(change: Change, entry: Entry | undefined): Change {
  if (change.kind !== 'settings' || entry?.change.kind !== 'settings') return change;
  const before = (entry.before ?? {}) as Record<string, string | null>;
  const former = Object.keys(entry.change.values).filter((key) => !(key in change.values));
  return {
    ...change,
    values: { ...change.values, ...Object.fromEntries(former.map((key) => [key, before[key] ?? null])) },
  };
}

/** Returns what is left to do of a plan. */
export async function workOf(
  machine: Machine,
  { entries, pending }: SetupRecord,
  plan: { readonly role: Role; readonly answers: Answers; readonly changes: readonly Change[] },
): Promise<Work> {
  const ids = new Set(plan.changes.map(({ id }) => id));
  const back = entries.filter(({ role, change }) => role === plan.role && !ids.has(change.id)).toReversed();
  const todo: Change[] = [];
  for (const one of plan.changes) {
    const change = withFormer(
      one,
      entries.find((entry) => entry.change.id === one.id),
    );
    const isRedone = change.kind === 'command' && change.redoWith.some((id) => todo.some((other) => other.id === id));
    if (isRedone || pending.includes(change.id) || !(await isDone(machine, change))) todo.push(change);
  }
  return { role: plan.role, answers: plan.answers, back, todo };
}

/** Takes entries back, in the order given; each leaves the record when it is taken back. */
async function takeBack(
  machine: Machine,
  record: SetupRecord,
  back: readonly Entry[],
  { path, say }: Keeping,
): Promise<SetupRecord> {
  let kept = record;
  for (const entry of back) {
    const left = await undoOne(machine, entry, kept.pending.includes(entry.change.id));
    say(left ?? `${entry.change.undoes}: done.`);
    kept = {
      ...kept,
      entries: kept.entries.filter(({ change }) => change.id !== entry.change.id),
      pending: kept.pending.filter((id) => id !== entry.change.id),
    };
    writeRecord(machine, path, kept);
  }
  return kept;
}

/** Does the work. Throws with the step that failed; what was done before stays, and is recorded. */
export async function apply(machine: Machine, record: SetupRecord, work: Work, keeping: Keeping): Promise<void> {
  const { path, say } = keeping;
  let kept: SetupRecord = {
    ...record,
    madeFolder: record.madeFolder || machine.stat(dirname(path)) === null,
    answers: { ...record.answers, [work.role]: work.answers },
    pending: [...new Set([...record.pending, ...work.todo.map(({ id }) => id)])],
  };
  writeRecord(machine, path, kept);
  kept = await takeBack(machine, kept, work.back, keeping);
  for (const change of work.todo) {
    const entry = kept.entries.find((one) => one.change.id === change.id);
    const before = entry
      ? { ...entry, change, before: mergedBefore(machine, change, entry.before) }
      : { role: work.role, change, before: beforeOf(machine, change) };
    kept = {
      ...kept,
      entries: entry ? kept.entries.map((one) => (one === entry ? before : one)) : [...kept.entries, before],
    };
    writeRecord(machine, path, kept);
    // A setup that was interrupted may have done it already; a user cannot be made twice.
    const isThere = change.kind === 'command' && change.redoWith.length === 0 && (await isDone(machine, change));
    if (!isThere) await make(machine, change);
    say(`${change.says}: done.`);
    kept = { ...kept, pending: kept.pending.filter((id) => id !== change.id) };
    writeRecord(machine, path, kept);
  }
}

/** Returns how it was before the first setup: of values, also of those that are new in this one. */
function mergedBefore(machine: Machine, change: Change, before: Entry['before']): Entry['before'] {
  const isValues = change.kind === 'settings' && typeof before === 'object';
  return isValues ? { ...(beforeOf(machine, change) as object), ...before } : before;
}

/** Takes everything back that setup did, the last change first. */
export async function undoAll(machine: Machine, record: SetupRecord, keeping: Keeping): Promise<void> {
  const left = await takeBack(machine, record, record.entries.toReversed(), keeping);
  removeRecord(machine, keeping.path, left);
}
