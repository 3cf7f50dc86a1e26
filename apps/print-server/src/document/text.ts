/** Prepares text for paper: removes what cannot be printed, measures the width in columns, and wraps lines. */

/** Typographic characters that code pages lack, and what is printed instead. */
const plain: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': ',',
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
  '…': '...',
  '•': '*',
  '′': "'",
  '⁄': '/',
};
const typographic = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{fffc}\u{fffd}]/gu;
const emoji =
  /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u{fe00}-\u{fe0f}\u{20e3}]/gu;

/**
 * Returns the printable part of a typed text: composed (NFC), without control characters, direction marks and pictographs, and with the
 * plain form of typographic characters that code pages lack. Line breaks stay.
 */
export function cleanText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text;
  return text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\t\v\f\p{Zs}]/gu, ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(emoji, '')
        .replace(unprintable, '')
        .replace(typographic, (mark) => plain[mark] ?? ''),
    )
    .join('\n');
}

/** Returns a copy of a value with every string in it cleaned, at any depth. */
export function cleanDeep<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => cleanDeep(one)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanDeep(one)])) as T;
}

const combining = /^[\p{Mn}\p{Me}]$/u;
const doubleWidth =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f000}-\u{3fffd}]$/u;

function charWidth(char: string): number {
  if (char < '\u0300') return 1;
  if (combining.test(char)) return 0;
  return doubleWidth.test(char) ? 2 : 1;
}

/** Returns the columns that a text takes: none for combining marks, two for East Asian characters, one for all others. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** Splits a word into pieces of at most `columns`, never between a letter and its combining marks. */
function splitWord(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const char of word) {
    const more = charWidth(char);
    if (width + more > columns && piece !== '') {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += char;
    width += more;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** Breaks a text into lines of at most `columns`, at spaces where possible. Its own line breaks stay. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, columns)));
}

function wrapLine(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) <= columns) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = splitWord(word, columns);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** Returns a text on one line: line breaks and repeated spaces become one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
