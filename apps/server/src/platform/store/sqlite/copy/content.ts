/** The SQLite file that is in a copy: in a whole one, or in a difference together with the whole copy that it belongs to. */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UnfitBackup } from '../backup-file.ts';
import { chunksOf, type Foot, readFoot } from './container.ts';

/** Before each page of a difference: its number, from 0. */
export const pageNumberBytes = 4;

/** Returns the parts of the SQLite file in order. Throws UnfitBackup, at the latest after the last one, with the file that is damaged or missing. */
export function* contentOf(path: string): Generator<Buffer> {
  const { foot } = readFoot(path);
  const whole = foot.whole && { ...foot.whole, path: wholePath(path, foot.whole.file) };
  const hash = createHash('sha256');
  const parts = whole ? merged(foot, pagesOfWhole(path, whole), changedPages(path, foot)) : chunksOf(path);
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
  if (hash.digest('hex') !== foot.sha256) throw new UnfitBackup('backupDamaged', `The backup ${path} is damaged`);
}

/** Writes the SQLite file of a copy to `target`, which counts only when this returns. Throws UnfitBackup. */
export function unpackCopy(path: string, target: string): void {
  const file = openSync(target, 'w', 0o600);
  try {
    for (const part of contentOf(path)) for (let done = 0; done < part.length; ) done += writeSync(file, part, done);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Throws UnfitBackup when the content of a copy is not complete. */
export function checkCopy(path: string): void {
  for (const _ of contentOf(path));
}

function wholePath(path: string, file: string): string {
  const found = join(dirname(path), basename(file));
  if (!existsSync(found))
    throw new UnfitBackup(
      'backupDamaged',
      `The backup ${path} needs the whole copy ${file}, which is missing`,
      undefined,
      {
        details: `This backup needs ${file}, which is missing`,
      },
    );
  return found;
}

interface Whole {
  readonly path: string;
  readonly file: string;
  readonly sha256: string;
}

/** Returns the chunks of the whole copy of a difference. A whole copy that is damaged, or is another one, is named. */
function* pagesOfWhole(path: string, whole: Whole): Generator<Buffer> {
  const hash = createHash('sha256');
  try {
    for (const chunk of chunksOf(whole.path)) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    throw wholeDamaged(path, whole, error);
  }
  if (hash.digest('hex') !== whole.sha256) throw wholeDamaged(path, whole);
}

const wholeDamaged = (path: string, { file }: Whole, cause?: unknown): UnfitBackup =>
  new UnfitBackup('backupDamaged', `The backup ${path} needs the whole copy ${file}, which is damaged`, cause, {
    details: `This backup needs ${file}, which is damaged`,
  });

interface ChangedPage {
  readonly number: number;
  readonly page: Buffer;
}

function* changedPages(path: string, { pageSize }: Foot): Generator<ChangedPage> {
  const step = pageNumberBytes + pageSize;
  for (const chunk of chunksOf(path))
    for (let at = 0; at + step <= chunk.length; at += step)
      yield { number: chunk.readUInt32LE(at), page: chunk.subarray(at + pageNumberBytes, at + step) };
}

/** Puts the changed pages into the whole copy. The whole copy is read to its end, so that it is checked. */
function* merged(
  { pageSize, pages }: Foot,
  whole: Generator<Buffer>,
  changed: Generator<ChangedPage>,
): Generator<Buffer> {
  let number = 0;
  let next = changed.next();
  for (const chunk of whole) {
    const part = Buffer.from(chunk);
    const end = number + part.length / pageSize;
    while (!next.done && next.value.number < end) {
      next.value.page.copy(part, (next.value.number - number) * pageSize);
      next = changed.next();
    }
    const kept = Math.max(0, Math.min(end, pages) - number);
    number = end;
    if (kept > 0) yield part.subarray(0, kept * pageSize);
  }
  for (; !next.done; next = changed.next()) yield next.value.page;
}
