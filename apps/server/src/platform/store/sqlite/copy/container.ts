/**
 * The file of a compressed copy: frames of Zstandard, each with its length before it, and a foot. Lengths and foot are frames that every
 * Zstandard program skips, so `zstd -d` of a whole copy returns the SQLite file. Source: R34.30, docs/rules.md#backups.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { UnfitBackup } from '../backup-file.ts';

const lengthMark = 0x184d2a50;
const footMark = 0x184d2a51;
const lengthBytes = 12;
/** After the foot: its length, and what says that it is one. */
const endMark = Buffer.from('ATOLLZC1');
const endBytes = 4 + endMark.length;
/** A damaged length must not ask for all memory. */
const maxChunkBytes = 64 * 1024 ** 2;
const maxFootBytes = 512 * 1024 ** 2;

/** What a copy holds. */
export interface Foot {
  readonly type: 'whole' | 'difference';
  readonly pageSize: number;
  /** Pages of the SQLite file. */
  readonly pages: number;
  /** SHA-256 of the SQLite file, in hex. */
  readonly sha256: string;
  /** True for a whole copy page by page: differences to it are small. */
  readonly isBase?: boolean;
  /** The whole copy that a difference belongs to. */
  readonly whole?: { readonly file: string; readonly sha256: string };
}

/** Writes a copy; it is on the disk when `finish` returns. */
export class CopyWriter {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600);
  }

  add(chunk: Uint8Array): void {
    const frame = zstdCompressSync(chunk);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(lengthMark, 0);
    length.writeUInt32LE(4, 4);
    length.writeUInt32LE(frame.length, 8);
    this.#write(length);
    this.#write(frame);
  }

  /** Writes the foot; `hashes`: one for each page. */
  finish(foot: Foot, hashes: Buffer = Buffer.alloc(0)): void {
    const text = Buffer.from(JSON.stringify(foot));
    const size = 4 + text.length + hashes.length + endBytes;
    const head = Buffer.alloc(12);
    head.writeUInt32LE(footMark, 0);
    head.writeUInt32LE(size, 4);
    head.writeUInt32LE(text.length, 8);
    const end = Buffer.alloc(4);
    end.writeUInt32LE(size, 0);
    for (const part of [head, text, hashes, end, endMark]) this.#write(part);
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  #write(data: Buffer): void {
    let done = 0;
    while (done < data.length) done += writeSync(this.#file, data, done);
  }
}

const damaged = (path: string, cause?: unknown): UnfitBackup =>
  new UnfitBackup('backupDamaged', `The backup ${path} is damaged`, cause);

function readAt(file: number, position: number, length: number): Buffer {
  const data = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const read = readSync(file, data, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return data.subarray(0, done);
}

function withFile<T>(path: string, use: (file: number, size: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return use(file, fstatSync(file).size);
  } finally {
    closeSync(file);
  }
}

/** Returns whether a file begins as a compressed copy does. */
export const isCompressedCopy = (path: string): boolean =>
  withFile(path, (file) => {
    const start = readAt(file, 0, 8);
    return start.length === 8 && [lengthMark, footMark].includes(start.readUInt32LE(0));
  });

/** Returns what a copy holds, with the hashes of its pages. Throws UnfitBackup. */
export function readFoot(path: string): { readonly foot: Foot; readonly hashes: Buffer } {
  return withFile(path, (file, size) => {
    const end = readAt(file, Math.max(0, size - endBytes), endBytes);
    const length = end.length === endBytes && end.subarray(4).equals(endMark) ? end.readUInt32LE(0) : 0;
    if (length < endBytes + 4 || length > Math.min(size, maxFootBytes)) throw damaged(path);
    const all = readAt(file, size - length, length - endBytes);
    const textEnd = 4 + all.readUInt32LE(0);
    try {
      return { foot: JSON.parse(all.subarray(4, textEnd).toString()) as Foot, hashes: all.subarray(textEnd) };
    } catch (error) {
      throw damaged(path, error);
    }
  });
}

/** Returns the chunks of a copy, one after another. Throws UnfitBackup at one that is damaged. */
export function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    for (let position = 0; ; ) {
      const mark = readAt(file, position, lengthBytes);
      if (mark.length === lengthBytes && mark.readUInt32LE(0) === footMark) return;
      const length = mark.length === lengthBytes && mark.readUInt32LE(0) === lengthMark ? mark.readUInt32LE(8) : 0;
      if (length === 0 || length > maxChunkBytes) throw damaged(path);
      yield unpacked(path, readAt(file, position + lengthBytes, length));
      position += lengthBytes + length;
    }
  } finally {
    closeSync(file);
  }
}

function unpacked(path: string, frame: Buffer): Buffer {
  try {
    return zstdDecompressSync(frame, { maxOutputLength: maxChunkBytes });
  } catch (error) {
    throw damaged(path, error);
  }
}
