/**
 * A folder as target. Its calls block the thread that makes them, which is never that of the server: a share that hangs must not take the threads that
 * Node keeps for all files. Source: R31.36.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { markName, markText } from './mark.ts';
import { OffsiteError, targetError } from './offsite-error.ts';
import type { Target, TargetFile } from './target.ts';

const partBytes = 1024 * 1024;

/** Calls `take` with the parts of a file. Returns its SHA-256. */
function eachPart(path: string, take: (part: Buffer) => void = () => undefined): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const part = Buffer.alloc(partBytes);
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) {
      const data = part.subarray(0, read);
      hash.update(data);
      take(data);
    }
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}

/** Copies a file and syncs it. Returns its SHA-256. */
function copy(from: string, to: string): string {
  const file = openSync(to, 'w', 0o600);
  try {
    const sha256 = eachPart(from, (data) => {
      for (let done = 0; done < data.length; ) done += writeSync(file, data, done);
    });
    fsyncSync(file);
    return sha256;
  } finally {
    closeSync(file);
  }
}

const isInside = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
};

/** Throws unless the folder exists, and not in the data folder. */
function checkPlace(folder: string, dataDir: string): void {
  if (!isAbsolute(folder)) throw new OffsiteError('path');
  if (!statSync(folder).isDirectory()) throw new OffsiteError('missing');
  if (isInside(realpathSync(folder), realpathSync(dataDir))) throw new OffsiteError('inside');
}

function tryFile(folder: string): void {
  const path = join(folder, `.atoll-test-${randomBytes(6).toString('hex')}`);
  const content = randomBytes(4096);
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
    if (!readFileSync(path).equals(content)) throw new OffsiteError('changed');
  } finally {
    rmSync(path, { force: true });
  }
}

/** Opens a folder as target. `dataDir`: the data folder of the server, in which no target may be. */
export function openFolder(folder: string, dataDir: string): Target {
  const within = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      throw targetError(error);
    }
  };
  return {
    prepare: () =>
      within(() => {
        checkPlace(folder, dataDir);
        tryFile(folder);
        if (!existsSync(join(folder, markName))) writeFileSync(join(folder, markName), markText);
        return statSync(folder).dev === statSync(dataDir).dev;
      }),
    check: () =>
      within(() => {
        checkPlace(folder, dataDir);
        if (!existsSync(join(folder, markName))) throw new OffsiteError('missing', `${folder} has no ${markName}`);
      }),
    list: () =>
      within(() =>
        readdirSync(folder, { withFileTypes: true }).flatMap((entry): TargetFile[] =>
          entry.isFile() ? [{ name: entry.name, bytes: statSync(join(folder, entry.name)).size }] : [],
        ),
      ),
    put: (name, path) =>
      within(() => {
        const [part, target] = [join(folder, `${name}.part`), join(folder, name)];
        try {
          const sha256 = copy(path, part);
          if (eachPart(part) !== sha256) throw new OffsiteError('changed', `${part} has another content`);
          renameSync(part, target);
        } finally {
          rmSync(part, { force: true });
        }
      }),
    get: (name, path) => within(() => void copy(join(folder, name), path)),
    remove: (name) => within(() => rmSync(join(folder, name), { force: true })),
    close: () => undefined,
  };
}
