/**
 * Pictures from outside, made into ones of our own: what they are is told by their bytes, what they would unpack to is asked before
 * they are unpacked, and only the pixels are kept. Source: docs/rules.md#files.
 */
import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { refused } from '../errors/refused.ts';

export const mostImageBytes = 2 * 1024 * 1024;
const mostPixels = 25_000_000;

export interface Picture {
  readonly mime: 'image/webp';
  readonly content: Buffer;
  readonly sha256: string;
}

const starts = (bytes: Uint8Array, at: number, text: string): boolean =>
  text === Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1');

/** Answers whether the bytes begin as a PNG, JPEG or WebP does, whatever the name or the sender says. */
export function isPicture(bytes: Uint8Array): boolean {
  return (
    starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
    starts(bytes, 0, '\xff\xd8\xff') ||
    (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'))
  );
}

async function read(bytes: Uint8Array): Promise<Sharp> {
  // Loaded with the first picture: it is large, and most starts see none.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
  const { width, height } = await image.metadata();
  if (width * height > mostPixels) throw refused('imageUnreadable');
  return image;
}

async function encode(bytes: Uint8Array, mostBytes: number, shape: (image: Sharp) => Sharp): Promise<Picture> {
  if (bytes.length === 0 || bytes.length > mostBytes || !isPicture(bytes)) throw refused('imageUnreadable');
  try {
    // Turned as the camera says, since that is said in what is thrown away.
    const content = await shape((await read(bytes)).autoOrient())
      .webp({ quality: 82 })
      .toBuffer();
    return { mime: 'image/webp', content, sha256: createHash('sha256').update(content).digest('hex') };
  } catch {
    // Cut off, damaged or too large: for the sender it is the same.
    throw refused('imageUnreadable');
  }
}

/** Answers the middle of a picture as a square of that many pixels; refused: 'imageUnreadable'. */
export function squarePicture(bytes: Uint8Array, size: number): Promise<Picture> {
  return encode(bytes, mostImageBytes, (image) => image.resize(size, size, { fit: 'cover' }));
}

/** Answers a picture that fits into a square of that many pixels, never larger than it was; refused: 'imageUnreadable'. */
export function fittedPicture(bytes: Uint8Array, size: number, mostBytes = mostImageBytes): Promise<Picture> {
  return encode(bytes, mostBytes, (image) => image.resize(size, size, { fit: 'inside', withoutEnlargement: true }));
}
