/** Makes compressed copies of a SQLite file: a whole one, or the difference to one. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { CopyWriter, type Foot, readFoot } from './container.ts';
import { pageNumberBytes } from './content.ts';

/** Pages that are compressed together. */
const chunkPages = 256;
/** Bytes of the SHA-256 of a page that are kept. */
const hashBytes = 16;
/** Where the first page says how large pages are; 1 stands for 65,536. */
const pageSizeOffset = 16;

interface Plain {
  readonly file: number;
  readonly pageSize: number;
  readonly pages: number;
}

function withPlain<T>(path: string, use: (plain: Plain) => T): T {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(2);
    readSync(file, head, 0, 2, pageSizeOffset);
    const given = head.readUInt16BE(0);
    const pageSize = given === 1 ? 65_536 : given;
    return use({ file, pageSize, pages: fstatSync(file).size / pageSize });
  } finally {
    closeSync(file);
  }
}

/** Calls `take` with the pages of a file, some at a time, and the number of the first. Returns the SHA-256 of the file. */
function eachPart({ file, pageSize, pages }: Plain, take: (part: Buffer, first: number) => void): string {
  const all = createHash('sha256');
  for (let first = 0; first < pages; first += chunkPages) {
    const part = Buffer.alloc(Math.min(chunkPages, pages - first) * pageSize);
    const read = readSync(file, part, 0, part.length, first * pageSize);
    if (read !== part.length) throw new Error('The copy could not be read');
    all.update(part);
    take(part, first);
  }
  return all.digest('hex');
}

const hashOf = (page: Buffer): Buffer => createHash('sha256').update(page).digest().subarray(0, hashBytes);

/** Writes a whole copy of the SQLite file `plain`. `isBase`: it is a copy page by page. */
export function compressWhole(plain: string, target: string, isBase: boolean): void {
  withPlain(plain, (source) => {
    const { pageSize, pages } = source;
    const writer = new CopyWriter(target);
    const hashes: Buffer[] = [];
    const sha256 = eachPart(source, (part) => {
      writer.add(part);
      if (isBase)
        for (let at = 0; at < part.length; at += pageSize) hashes.push(hashOf(part.subarray(at, at + pageSize)));
    });
    writer.finish({ type: 'whole', pageSize, pages, sha256, isBase }, Buffer.concat(hashes));
  });
}

/** Writes what a difference needs of a whole copy: its foot, without its pages. */
export function keepFoot(wholePath: string, target: string): void {
  const { foot, hashes } = readFoot(wholePath);
  new CopyWriter(target).finish(foot, hashes);
}

/** Writes the pages of the SQLite file `plain` that a whole copy does not have. Throws UnfitBackup when the whole copy cannot be read. */
export function compressDifference(plain: string, target: string, wholePath: string): void {
  const { foot, hashes } = readFoot(wholePath);
  withPlain(plain, (source) => {
    const { pageSize, pages } = source;
    if (pageSize !== foot.pageSize) throw new Error('The pages of the whole copy have another size');
    const writer = new CopyWriter(target);
    let waiting: Buffer[] = [];
    const flush = (): void => {
      if (waiting.length > 0) writer.add(Buffer.concat(waiting));
      waiting = [];
    };
    const sha256 = eachPart(source, (part, first) => {
      for (let at = 0; at < part.length; at += pageSize) {
        const number = first + at / pageSize;
        const page = part.subarray(at, at + pageSize);
        if (hashOf(page).equals(hashes.subarray(number * hashBytes, (number + 1) * hashBytes))) continue;
        const mark = Buffer.alloc(pageNumberBytes);
        mark.writeUInt32LE(number);
        waiting.push(mark, Buffer.from(page));
        if (waiting.length >= 2 * chunkPages) flush();
      }
    });
    flush();
    const whole = { file: basename(wholePath), sha256: foot.sha256 };
    writer.finish({ type: 'difference', pageSize, pages, sha256, whole } satisfies Foot);
  });
}
