/** What setup did on a machine, and how it was before: `setup.json` beside the settings of the services. Source: R31.20. */
import { dirname } from 'node:path';
import { version } from '../../apps/server/src/platform/config/version.ts';
import type { Answers, Role } from './answers.ts';
import type { Change } from './change.ts';
import type { Machine } from './machine.ts';

/** How it was before a change: whether there was a folder, the content of a file, or values; null for a program. */
type Before = boolean | string | null | Readonly<Record<string, string | null>>;

export interface Entry {
  readonly role: Role;
  readonly change: Change;
  readonly before: Before;
}

export interface SetupRecord {
  /** Whether setup made the folder of the record. */
  readonly madeFolder: boolean;
  readonly answers: Partial<Record<Role, Answers>>;
  /** In the order in which they were done. */
  readonly entries: readonly Entry[];
  /** Changes of a setup that has not ended: each may be done, half done or not done. */
  readonly pending: readonly string[];
}

/** Its own writing is trusted: only the outline is looked at, against a file that is cut or of something else. */
const isRecord = (value: unknown): value is SetupRecord =>
  typeof value === 'object' &&
  value !== null &&
  'answers' in value &&
  'entries' in value &&
  'pending' in value &&
  Array.isArray(value.entries) &&
  Array.isArray(value.pending);

const emptyRecord: SetupRecord = { madeFolder: false, answers: {}, entries: [], pending: [] };

/** Reads the record; an empty one without the file. Throws for one that is damaged. */
export function readRecord(machine: Machine, path: string): SetupRecord {
  const text = machine.read(path);
  if (text === null) return emptyRecord;
  const parsed = parse(text);
  if (isRecord(parsed)) return parsed;
  throw new Error(
    `${path} is damaged: setup does not know any more what it changed. Restore the file, or remove it and take the changes back by hand`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A damaged file is no record.
    return null;
  }
}

/** Writes the record. */
export function writeRecord(machine: Machine, path: string, record: SetupRecord): void {
  machine.write(path, `${JSON.stringify({ release: version, ...record }, null, 2)}\n`, { mode: 0o600 });
}

/** Removes the record, and its folder when setup made it and nothing else is in it. */
export function removeRecord(machine: Machine, path: string, { madeFolder }: SetupRecord): void {
  machine.remove(path);
  if (madeFolder) machine.removeFolder(dirname(path));
}
