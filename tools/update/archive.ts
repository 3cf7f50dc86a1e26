/** Reads an archive without unpacking it: whether its files stay in their folder, and what its release says of itself. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type ReleaseNote, releaseName } from '../scripts/release.ts';

export interface Content {
  readonly note: ReleaseNote;
  /** Of the files, when they are unpacked. */
  readonly bytes: number;
}

const block = 512;
const largestNote = 64 * 1024;

/** Gives the bytes of a stream in pieces of the length that is asked for. */
class Pieces {
  readonly #stream: AsyncIterator<Buffer>;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** Returns so many bytes; fewer at the end of the stream. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    await this.#walk(length, (part) => parts.push(part));
    return Buffer.concat(parts);
  }

  skip(length: number): Promise<void> {
    return this.#walk(length, () => {});
  }

  async #walk(length: number, use: (part: Buffer) => unknown): Promise<void> {
    for (let left = length; left > 0; ) {
      if (this.#waiting.length === 0) {
        const next = await this.#stream.next();
        if (next.done) return;
        this.#waiting = next.value;
      }
      const part = this.#waiting.subarray(0, left);
      use(part);
      this.#waiting = this.#waiting.subarray(part.length);
      left -= part.length;
    }
  }
}

const textOf = (header: Buffer, from: number, to: number): string => {
  const text = header.toString('utf8', from, to);
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
};

/** Throws when a file must not be unpacked. */
function check(path: string, kind: string): void {
  if (kind !== '0' && kind !== '') throw new Error(`it has a link or a folder by itself: ${path}`);
  const parts = path.split(/[\\/]/);
  if (parts[0] !== 'atoll' || parts.includes('..') || path.includes(':'))
    throw new Error(`it has a path outside its folder: ${path}`);
}

/** Reads the files of an archive. Throws, in words, when one is to be unpacked elsewhere, or it is no archive of Atoll. */
export async function readArchive(path: string): Promise<Content> {
  const pieces = new Pieces(createReadStream(path).pipe(createGunzip()));
  let bytes = 0;
  let note: ReleaseNote | undefined;
  for (;;) {
    const header = await pieces.take(block);
    const [prefix, name] = [textOf(header, 345, 500), textOf(header, 0, 100)];
    if (header.length < block || name === '') break;
    const file = prefix === '' ? name : `${prefix}/${name}`;
    check(file, textOf(header, 156, 157));
    const size = Number.parseInt(textOf(header, 124, 136), 8);
    bytes += size;
    const isNote =
      /^atoll\/releases\/[^/]+$/.test(file.slice(0, file.lastIndexOf('/'))) && file.endsWith(`/${releaseName}`);
    if (isNote && size < largestNote) note = JSON.parse((await pieces.take(size)).toString()) as ReleaseNote;
    else await pieces.skip(size);
    await pieces.skip((block - (size % block)) % block);
  }
  if (note === undefined || !/^\d+\.\d+\.\d+$/.test(note.version)) throw new Error('it is no archive of Atoll');
  return { note, bytes };
}
