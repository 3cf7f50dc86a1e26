/** Where encrypted copies of a server go, as an answer and as changes of the machine. Source: R31.19, R31.36, decision 082. */
import { posix, win32 } from 'node:path';
import { readTargetText } from '@atoll/domain/offsite/target';
import { byCommand, type Change, type Command, command } from './change.ts';
import type { Platform } from './machine.ts';
import { valueProblem } from './settings-file.ts';

/** Folders of people, and of files for a while, which a service cannot read. */
export const unreadable: Record<Platform, RegExp> = {
  linux: /^\/(home|root|run\/user|tmp|var\/tmp)(\/|$)/,
  darwin: /^\/(Users|private\/tmp|tmp)(\/|$)/,
  win32: /^[a-z]:\\users\\/i,
};

const pathOf = (platform: Platform) => (platform === 'win32' ? win32 : posix);

/** Returns the folder of the machine that an answer names; null for none and for another machine. */
export const copiesFolder = (answer: string | undefined, platform: Platform): string | null =>
  answer !== undefined && pathOf(platform).isAbsolute(answer) ? answer : null;

const hasPassword = (text: string): boolean => /^[^/]*\/\/[^/@]*:[^/]*@/.test(text);

/** Returns why no copies can go there; null when they can. */
export function copiesProblem(text: string, platform: Platform, isFolder: (path: string) => boolean): string | null {
  if (text === 'none') return null;
  const wrong = valueProblem(text);
  if (wrong !== null) return `An address with ${wrong}`;
  const folder = copiesFolder(text, platform);
  if (folder !== null) {
    if (unreadable[platform].test(folder))
      return `Services cannot write in ${folder}, a folder of a person or for a while`;
    const above = pathOf(platform).dirname(folder);
    return isFolder(above) ? null : `There is no folder ${above}. Connect the disk or the share first`;
  }
  if (hasPassword(text)) return 'Leave the password out: Settings, Off-site copies, asks for it';
  const address = readTargetText(text);
  if (address === null)
    return `'${text}' is not none, the whole path of a folder, or an address such as sftp://shop@files.lan/copies`;
  return address.kind === 'WebDav' && !address.url.startsWith('https:') ? 'Choose https, or a folder' : null;
}

const makes: Record<
  Platform,
  (path: string) => { readonly isDone: Command; readonly do: Command[]; readonly undo: Command }
> = {
  linux: (path) => ({
    isDone: command('test', '-d', path),
    do: [command('install', '-d', '-m', '700', '-o', 'atoll', '-g', 'atoll', path)],
    undo: command('rmdir', path),
  }),
  darwin: (path) => ({
    isDone: command('test', '-d', path),
    do: [command('install', '-d', '-m', '700', '-o', '_atoll', '-g', '_atoll', path)],
    undo: command('rmdir', path),
  }),
  win32: (path) => ({
    isDone: command('cmd', '/c', 'dir', path),
    do: [command('cmd', '/c', 'mkdir', path), command('icacls', path, '/grant', '*S-1-5-19:(OI)(CI)M')],
    undo: command('cmd', '/c', 'rmdir', path),
  }),
};

/** Returns the change that makes the folder of copies for the server alone. One that is there stays as it is: it may be a share, or somebody's disk. */
export function copiesChanges(folder: string | null, platform: Platform): Change[] {
  if (folder === null) return [];
  const { isDone, do: todo, undo } = makes[platform](folder);
  return [
    byCommand({
      id: 'copies',
      says: `Create ${folder} for encrypted copies`,
      undoes: `Remove ${folder} if nothing is in it`,
      isDone: { ...isDone, prints: '' },
      do: todo,
      undo: [{ ...undo, mayFail: true }],
    }),
  ];
}

/** Returns what the person should know about copies. */
export function copiesNotes(answer: string | undefined, platform: Platform): string[] {
  if (answer === undefined || answer === 'none')
    return [
      'No encrypted copies go to another place: a fire or a thief takes everything. Settings, Off-site copies, sets them.',
    ];
  const folder = copiesFolder(answer, platform);
  return [
    ...(folder === null
      ? []
      : [`The server has to be able to write in ${folder}: setup changes no rights of a folder that is there.`]),
    'Copies begin when an Admin has tested the target and set a passphrase in Settings, Off-site copies.',
  ];
}
