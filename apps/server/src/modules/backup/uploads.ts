/** Takes backups that are sent in parts, into files of the data folder. */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { maxUploadBytes } from '@atoll/domain/contract/platform/backup';
import { refused } from '../../platform/errors/refused.ts';

const keptMs = 24 * 3600 * 1000;

export interface Uploads {
  /** Writes a part and returns the size of the file. A repeated part changes nothing. Refused: 'invalid', 'backupTooLarge'. */
  take(part: { readonly key: string; readonly offset: number; readonly content: Uint8Array }): number;
  /** Returns the path of a file. Refused: 'notFound'. */
  pathOf(key: string): string;
  remove(key: string): void;
}

/** Creates the uploads of a data folder. Files that nobody restored are removed after a day. */
export function createUploads(dataDir: string, clock: () => number): Uploads {
  const folder = join(dataDir, 'uploads');
  const fileOf = (key: string): string => join(folder, `${key.toLowerCase()}.part`);

  const removeOld = (): void => {
    for (const name of readdirSync(folder))
      if (clock() - statSync(join(folder, name)).mtimeMs > keptMs) rmSync(join(folder, name), { force: true });
  };

  return {
    take({ key, offset, content }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (offset === 0) removeOld();
      const path = fileOf(key);
      const size = existsSync(path) ? statSync(path).size : 0;
      if (offset > size)
        throw refused('invalid', { errors: { offset: 'A part of the file is missing. Choose the file again' } });
      if (offset + content.length > maxUploadBytes) throw refused('backupTooLarge');
      const file = openSync(path, existsSync(path) ? 'r+' : 'w+', 0o600);
      try {
        writeSync(file, content, 0, content.length, offset);
      } finally {
        closeSync(file);
      }
      return Math.max(size, offset + content.length);
    },
    pathOf(key) {
      if (!existsSync(fileOf(key))) throw refused('notFound');
      return fileOf(key);
    },
    remove: (key) => rmSync(fileOf(key), { force: true }),
  };
}
