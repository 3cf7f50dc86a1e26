/** Recognises the encoding of a text file from its bytes. Source: R35.54, docs/rules.md#csv. */

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface EncodingDetector {
  /** Takes the next bytes of the file. */
  push(bytes: Uint8Array): void;
  /** Returns the encoding of what was taken, as `TextDecoder` names it. */
  end(): TextEncoding;
}

/** Bytes at the start of a file that are counted to recognise UTF-16 without a byte order mark. */
const countedBytes = 4096;

/** Returns how many bytes must follow the first byte of a character in UTF-8, or -1 when none can. */
function followersOf(byte: number): number {
  if (byte < 0x80) return 0;
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
}

/** Returns whether the second byte of a character can follow its first: no overlong forms, no surrogates, nothing above U+10FFFF. */
function canFollow(first: number, second: number): boolean {
  if (first === 0xe0) return second >= 0xa0;
  if (first === 0xed) return second <= 0x9f;
  if (first === 0xf0) return second >= 0x90;
  return first === 0xf4 ? second <= 0x8f : true;
}

/** Creates a check of UTF-8 that takes one byte after the other; `isValid` is false when a character is not finished. */
function createUtf8Check() {
  let open = 0;
  let first = 0;
  let isBroken = false;
  return {
    push(byte: number): void {
      if (open > 0) {
        if ((byte & 0xc0) !== 0x80 || (first > 0 && !canFollow(first, byte))) isBroken = true;
        open -= 1;
        first = 0;
        return;
      }
      const more = followersOf(byte);
      if (more < 0) isBroken = true;
      open = Math.max(0, more);
      first = byte;
    },
    isValid: (): boolean => !isBroken && open === 0,
  };
}

/**
 * Creates a detector for one file: UTF-16 by its byte order mark or by the zero bytes of its Latin letters, separators and line ends, else UTF-8 when
 * all bytes are valid, else Windows-1252.
 */
export function createEncodingDetector(): EncodingDetector {
  const utf8 = createUtf8Check();
  const start: number[] = [];
  return {
    push(bytes) {
      for (const byte of bytes) {
        if (start.length < countedBytes) start.push(byte);
        utf8.push(byte);
      }
    },
    end() {
      const [one, two] = start;
      if (one === 0xff && two === 0xfe) return 'utf-16le';
      if (one === 0xfe && two === 0xff) return 'utf-16be';
      const zeros = (rest: number): number => start.filter((byte, at) => byte === 0 && at % 2 === rest).length;
      const [even, odd] = [zeros(0), zeros(1)];
      if (even + odd > 0) return odd >= even ? 'utf-16le' : 'utf-16be';
      return utf8.isValid() ? 'utf-8' : 'windows-1252';
    },
  };
}

/** Returns the encoding of a whole file. */
export function encodingOf(bytes: Uint8Array): TextEncoding {
  const detector = createEncodingDetector();
  detector.push(bytes);
  return detector.end();
}
