import { describe, expect, it } from 'vitest';
import { type Scanned, scanReader } from './scan-reader.ts';

const code = '4790123456789';

/** Types the text and Enter with a gap before each key, ms, and returns what was read. */
function type(text: string, gaps: (index: number) => number, maxGapMs = 100): Scanned[] {
  const read = scanReader(() => maxGapMs);
  let at = 10_000;
  return [...text, 'Enter'].flatMap((key, index) => {
    at += gaps(index);
    return read({ key, at }) ?? [];
  });
}

describe('the keys of a scanner', () => {
  it('[R35.23] reads a code whose keys are at most the set gap apart', () => {
    expect(type(code, () => 100)).toEqual([{ code }]);
    expect(type(code, () => 101)).toEqual([]);
    expect(type(code, () => 150, 150)).toEqual([{ code }]);
  });

  it('[R35.23] drops a code that is cut in two as a whole, wherever the gap is', () => {
    for (let cut = 1; cut <= code.length; cut++)
      expect(
        type(code, (index) => (index === cut ? 300 : 5)),
        `gap before key ${cut}`,
      ).toEqual(['cut']);
  });

  it('[R35.23] reads the next code after one that was cut', () => {
    const read = scanReader(() => 100);
    let at = 0;
    const keys = (text: string, gap: number) =>
      [...text].flatMap((key) => {
        at += gap;
        return read({ key, at }) ?? [];
      });
    keys('47901', 5);
    at += 300;
    keys('23456', 5);
    expect(read({ key: 'Enter', at: at + 5 })).toBe('cut');
    at += 200;
    keys(code, 5);
    expect(read({ key: 'Enter', at: at + 5 })).toEqual({ code });
  });

  it('[R35.23] takes neither short texts, nor typed ones, nor Enter alone as a code', () => {
    expect(type('123', () => 5)).toEqual([]);
    expect(type('burger', () => 250)).toEqual([]);
    expect(type('', () => 5)).toEqual([]);
  });
});
