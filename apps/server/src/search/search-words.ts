/** Splits names into rows of the search index, and typed texts into queries, in the same way. */

/** 0: the whole name; 1: a word; 2: an ending of a word. Results are ranked in this order. */
export type WordKind = 0 | 1 | 2;

export interface WordRow {
  readonly kind: WordKind;
  readonly word: string;
}

/** Minimum length of a typed text to be found inside words. */
export const insideLength = 3;
/** Longer words are indexed by their first letters only, and names by their first hundred. */
const wordLimit = 24;
const nameLimit = 100;
/** A record with more words than this is found by the first of them only. */
const wordsLimit = 40;

/** Returns a text in lower case without accents, its words separated by single spaces. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the words of a text, each once. */
export function wordsOf(text: string): string[] {
  const words = plainText(text).split(' ').filter(Boolean);
  return [...new Set(words.map((word) => word.slice(0, wordLimit)))];
}

/** Returns a record's words, those of its name first. */
export function recordWords(name: string, more: readonly string[]): string[] {
  return wordsOf([name, ...more].join(' ')).slice(0, wordsLimit);
}

/** Returns the rows of a record's name and words. */
export function wordRows(name: string, words: readonly string[]): WordRow[] {
  const rows = new Map<string, WordRow>();
  const add = (kind: WordKind, word: string): void => {
    if (word) rows.set(`${kind}${word}`, { kind, word });
  };
  add(0, plainText(name).slice(0, nameLimit));
  for (const word of words) {
    add(1, word);
    for (let from = 1; from <= word.length - insideLength; from += 1) add(2, word.slice(from));
  }
  return [...rows.values()];
}

/** Returns the first text that sorts after every text with this beginning. */
export function behind(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}
