import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { listInWords, priceWords, shownPriceWords } from './price-words.ts';

const happy = priceWords('Happy hour', 3500, 2500);
const steps = `${priceWords('Island, new', 123_400, 4200)}; ${happy}`;

it('keeps the words of a price in letters of one byte, and shows them with an arrow', () => {
  expect(steps).toBe('Island, new, 1,234.00 -> 42.00; Happy hour, 35.00 -> 25.00');
  expect(shownPriceWords(steps)).toBe('Island, new, 1,234.00 → 42.00; Happy hour, 35.00 → 25.00');
});

it('names the last list of the words, also of those with arrows that earlier releases stored', () => {
  expect(listInWords(priceWords('Island, new', 123_400, 4200))).toBe('Island, new');
  expect(listInWords(steps)).toBe('Happy hour');
  expect(listInWords(shownPriceWords(steps))).toBe('Happy hour');
});

it('keeps the words of a price in one piece, not as a tree of texts, with which the JSON of a bill is written half as fast', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isOnePiece = runInThisContext('(text) => %StringIsFlat(text)') as (text: string) => boolean;
  const found = [`${priceWords('Happy hour', 3500, 2500)}; and more`, priceWords('Happy hour', 3500, 2500)].map(
    isOnePiece,
  );
  setFlagsFromString('--no-allow-natives-syntax');
  expect(found).toEqual([false, true]);
});
