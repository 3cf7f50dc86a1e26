import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodingOf } from './text-encoding.ts';

/** Returns the bytes of a text in UTF-16. */
const utf16 = (text: string, isBig: boolean): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((char) => {
      const code = char.charCodeAt(0);
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8];
    }),
  );
const latin1 = (text: string): Uint8Array => Uint8Array.from([...text].map((char) => char.charCodeAt(0)));

/** Returns the bytes of a text in UTF-8. */
function utf8(text: string): Uint8Array {
  return Uint8Array.from(unescape(encodeURIComponent(text)), (char) => char.charCodeAt(0));
}
declare function unescape(text: string): string;
declare function encodeURIComponent(text: string): string;

it('[R35.54] recognises UTF-8, UTF-16 and Windows-1252 by the bytes of a file', () => {
  expect(encodingOf(utf8('Item;Price\nކަޅު ސައި;15'))).toBe('utf-8');
  expect(encodingOf(utf8('\uFEFFItem'))).toBe('utf-8');
  expect(encodingOf(utf8(''))).toBe('utf-8');
  expect(encodingOf(utf16('\uFEFFItem;Price\nކަޅު;15', false))).toBe('utf-16le');
  expect(encodingOf(utf16('\uFEFFItem', true))).toBe('utf-16be');
  expect(encodingOf(utf16('Item;Price\nކަޅު;15', false))).toBe('utf-16le');
  expect(encodingOf(utf16('Item;Price\nކަޅު;15', true))).toBe('utf-16be');
  expect(encodingOf(latin1('Caf\u00e9 cr\u00e8me \u0080 5'))).toBe('windows-1252');
});

it('[R35.54] takes every text in UTF-8 for UTF-8, and no broken one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!text.includes('\0'));
      expect(encodingOf(utf8(text))).toBe('utf-8');
    }),
  );
  for (const bytes of [
    [0xc0, 0xaf],
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
  ])
    expect(encodingOf(Uint8Array.from(bytes)), String(bytes)).toBe('windows-1252');
});
