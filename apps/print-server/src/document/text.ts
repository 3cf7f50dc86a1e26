/** How much room text takes on paper, and what of it may get there. */

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
const curly = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u{fffc}\u{fffd}]/gu;
const pictures =
  /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[\u{fe00}-\u{fe0f}\u{20e3}]/gu;

/**
 * What may reach the paper of a text that somebody typed: composed (NFC), without control characters, direction marks and
 * pictures, with typographic marks that code pages lack in their plain form. Line breaks stay.
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
        .replace(pictures, '')
        .replace(unprintable, '')
        .replace(curly, (mark) => plain[mark] ?? ''),
    )
    .join('\n');
}

/** Cleans every string in a value, however deep. */
export function cleanDeep<T>(value: T): T {
  if (typeof value === 'string') return cleanText(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => cleanDeep(one)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanDeep(one)])) as T;
}

const noWidth = /^[\p{Mn}\p{Me}]$/u;
const twoWide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f000}-\u{3fffd}]$/u;

function charWidth(char: string): number {
  if (char < '\u0300') return 1;
  if (noWidth.test(char)) return 0;
  return twoWide.test(char) ? 2 : 1;
}

/** Columns that a text takes: combining signs none, East Asian characters two, all others one. */
export function textWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

/** Cuts one word into pieces that fit, never between a letter and its signs. */
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

/** Breaks a text into lines no wider than `columns`, at spaces where there are any. Line breaks in it stand. */
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

/** A text that stands on one line: its line breaks become spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
