/** The file of a service's variables, which systemd, Node's `--env-file` and shells read alike. */
import { parseEnv } from 'node:util';
import type { Platform } from './machine.ts';

const assignment = /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=/;

/** Returns why a text cannot be a value; null when it can. */
export function valueProblem(text: string): string | null {
  if (/[\\\p{Cc}]/u.test(text)) return 'no backslash and no line break';
  return text.includes("'") && /["$`]/.test(text) ? 'no apostrophe together with " $ or `' : null;
}

/** Returns a value with quotes in which no reader replaces anything. */
const quoted = (value: string): string => (value.includes("'") ? `"${value}"` : `'${value}'`);

/** Returns the values of a file. */
export const readValues = (content: string | null): Record<string, string | undefined> => parseEnv(content ?? '');

/** Returns the content with some values set or removed; everything else stays as it is. */
export function withValues(content: string, values: Readonly<Record<string, string | null>>): string {
  const current = readValues(content);
  const changed = Object.entries(values).filter(([key, value]) => (current[key] ?? null) !== value);
  const names = new Set(changed.map(([key]) => key));
  const lines = content.split('\n').filter((line) => !names.has(assignment.exec(line)?.[1] ?? ''));
  while (lines.at(-1)?.trim() === '') lines.pop();
  const added = changed.flatMap(([key, value]) => (value === null ? [] : [`${key}=${quoted(value)}`]));
  const all = [...lines, ...added];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** The folder of each system for the data of the server. */
export const dataFolder: Record<Platform, string> = {
  linux: '/var/lib/atoll',
  darwin: '/Library/Application Support/Atoll/data',
  win32: String.raw`C:\ProgramData\Atoll\data`,
};

/** The settings of a former server in the data folder, which a restore from off-site copies brought. Those of this machine come first. */
export const restoredSettings = 'restored.env';

/** The folder of each system for the record and the settings of the services. */
export const settingsFolder: Record<Platform, string> = {
  linux: '/etc/atoll',
  darwin: '/Library/Application Support/Atoll',
  win32: String.raw`C:\ProgramData\Atoll`,
};
