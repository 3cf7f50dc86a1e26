/**
 * Converts uploaded pictures: their bytes decide what they are, their unpacked size is checked before they are
 * unpacked, and only the pixels are kept. Source: docs/rules.md#files.
 */
import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import { refused } from '../errors/refused.ts';

export const maxImageBytes = 2 * 1024 * 1024;
const maxPixels = 25_000_000;

export interface Picture {
  readonly mime: 'image/webp';
  readonly content: Buffer;
  readonly sha256: string;
}

const starts = (bytes: Uint8Array, at: number, text: string): boolean =>
  text === Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1');

/** Returns whether the bytes start as a PNG, JPEG or WebP does, whatever the file name or the content type is. */
export function isPicture(bytes: Uint8Array): boolean {
  return (
    starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
    starts(bytes, 0, '\xff\xd8\xff') ||
    (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'))
  );
}

async function read(bytes: Uint8Array): Promise<Sharp> {
  // Loaded with the first picture: the package is large, and most starts need none.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
  const { width, height } = await image.metadata();
  if (width * height > maxPixels) throw refused('imageUnreadable');
  return image;
}

async function encode(bytes: Uint8Array, maxBytes: number, shape: (image: Sharp) => Sharp): Promise<Picture> {
  if (bytes.length === 0 || bytes.length > maxBytes || !isPicture(bytes)) throw refused('imageUnreadable');
  try {
    // Rotated as the camera recorded it, because that metadata is removed.
    const content = await shape((await read(bytes)).autoOrient())
      .webp({ quality: 82 })
      .toBuffer();
    return { mime: 'image/webp', content, sha256: createHash('sha256').update(content).digest('hex') };
  } catch {
    // Incomplete, damaged or too large: the sender gets the same refusal.
    throw refused('imageUnreadable');
  }
}

/** Returns the middle of a picture as a square of that many pixels. Refused: 'imageUnreadable'. */
export function squarePicture(bytes: Uint8Array, size: number): Promise<Picture> {
  return encode(bytes, maxImageBytes, (image) => image.resize(size, size, { fit: 'cover' }));
}

/** Returns a picture that fits into a square of that many pixels, never enlarged. Refused: 'imageUnreadable'. */
export function fittedPicture(bytes: Uint8Array, size: number, maxBytes = maxImageBytes): Promise<Picture> {
  return encode(bytes, maxBytes, (image) => image.resize(size, size, { fit: 'inside', withoutEnlargement: true }));
}
