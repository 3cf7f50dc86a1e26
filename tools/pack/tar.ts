/** An archive of files in the format of tar (ustar), which the tar of each system unpacks. The same files give the same bytes; there are no links. */

export interface Entry {
  /** With `/` between folders. */
  readonly path: string;
  readonly content: Buffer;
  readonly isProgram: boolean;
}

const block = 512;
const nameBytes = 100;
const prefixBytes = 155;

/** Returns a path as prefix and name. Throws when it is too long for the format. */
function split(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= nameBytes) return { prefix: '', name: path };
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= nameBytes && Buffer.byteLength(prefix) <= prefixBytes) return { prefix, name };
  }
  throw new Error(`This path is too long for an archive: ${path}`);
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

function header({ path, content, isProgram }: Entry, seconds: number): Buffer {
  const { prefix, name } = split(path);
  const bytes = Buffer.alloc(block);
  const sumAt = 148;
  bytes.write(name, 0);
  bytes.write(octal(isProgram ? 0o755 : 0o644, 8), 100);
  // Owner and group are root's.
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(content.length, 12), 124);
  bytes.write(octal(seconds, 12), 136);
  bytes.write('        ', sumAt);
  bytes.write('0', 156);
  bytes.write('ustar\u000000', 257);
  bytes.write(prefix, 345);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${octal(sum, 7)} `, sumAt);
  return bytes;
}

/** Gives the bytes of an archive, in the order of the paths. */
export function* tarOf(entries: Iterable<Entry>, seconds: number): Generator<Buffer> {
  for (const entry of entries) {
    yield header(entry, seconds);
    yield entry.content;
    yield Buffer.alloc((block - (entry.content.length % block)) % block);
  }
  yield Buffer.alloc(2 * block);
}
