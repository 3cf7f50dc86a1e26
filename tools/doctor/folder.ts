/** Whether the data folder is there, belongs to the server's user alone, and can hold a store. */
import { accessSync, constants, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unsafeFolder } from '../../apps/server/src/platform/store/sqlite/data-folder.ts';
import { bad, type Finding, good } from './finding.ts';

export interface FolderFacts {
  readonly path: string;
  readonly exists: boolean;
  /** Why no store is safe there, and what to do; undefined where there is nothing against it. */
  readonly unsafe: { readonly why: string; readonly advice: string } | undefined;
  /** Whether the user who runs doctor may write to it. */
  readonly isWritable: boolean;
  /** Whether other users of the machine may read it. */
  readonly isOpenToOthers: boolean;
  /** Files in it that belong to another user than the folder. */
  readonly foreign: readonly string[];
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Reads what the system says about a folder. */
export function readFolder(path: string): FolderFacts {
  const found = statSync(path, { throwIfNoEntry: false });
  const unsafe = unsafeFolder(path);
  if (!found?.isDirectory())
    return { path, exists: false, unsafe, isWritable: false, isOpenToOthers: false, foreign: [] };
  const hasModes = process.platform !== 'win32';
  const mayRead = isWritable(path);
  const names = mayRead ? readdirSync(path) : [];
  const ownerOf = (name: string): number | undefined => lstatSync(join(path, name), { throwIfNoEntry: false })?.uid;
  return {
    path,
    exists: true,
    unsafe,
    isWritable: mayRead,
    isOpenToOthers: hasModes && (found.mode & 0o077) !== 0,
    foreign: hasModes ? names.filter((name) => (ownerOf(name) ?? found.uid) !== found.uid) : [],
  };
}

/** Returns the finding about the data folder. */
export function checkFolder({ path, exists, unsafe, isWritable, isOpenToOthers, foreign }: FolderFacts): Finding {
  const name = 'Data folder';
  if (!exists)
    return bad(name, `${path} is no folder.`, "Set DATA_DIR to the server's folder, or start the server to create it.");
  if (unsafe) return bad(name, `${unsafe.why}.`, `${unsafe.advice}.`);
  if (!isWritable)
    return bad(
      name,
      `The user who runs doctor may not write to ${path}.`,
      'Run doctor as the user of the server, or give the folder to that user with chown.',
    );
  if (isOpenToOthers)
    return bad(
      name,
      `Other users of this machine may read ${path}, which has the keys of the server.`,
      `Run chmod -R go-rwx ${path}.`,
    );
  if (foreign.length > 0)
    return bad(
      name,
      `Some files in ${path} belong to another user than the folder: ${foreign.slice(0, 3).join(', ')}.`,
      `Run chown -R with the user of the server on ${path}.`,
    );
  return good(name, `${path} belongs to one user alone and can be written.`);
}
