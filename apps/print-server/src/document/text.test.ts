import { describe, expect, it } from 'vitest';
import { cleanDeep, cleanText, textWidth, wrap } from './text.ts';

describe('typed text on paper', () => {
  it.each([
    ['\u001b@\u0010\u0014\u0001\u0000Fish\u0007', '@Fish'],
    ['a\u202eb\u200fc\ufeffd\u2066e', 'abcde'],
    ['Tea 🍵👩‍🍳🇲🇻 hot', 'Tea  hot'],
    ['caf\u0065\u0301', 'caf\u00e9'],
    ['“Chef’s” – best…', '"Chef\'s" - best...'],
    ['a\u00a0b\tc', 'a b c'],
    ['one\r\ntwo', 'one\ntwo'],
    ['lone \ud800 half', 'lone  half'],
    ['© ® ™', '© ® ™'],
  ])('[R18.23] changes %j to %j', (typed, wanted) => {
    expect(cleanText(typed)).toBe(wanted);
  });

  it('cleans texts however deep they are nested', () => {
    expect(cleanDeep({ a: [{ b: 'x\u0000' }], c: 1, d: null })).toEqual({ a: [{ b: 'x' }], c: 1, d: null });
  });
});

describe('the width of text', () => {
  it('counts combining marks as no column and East Asian characters as two', () => {
    expect(textWidth('މަސްހުނި')).toBe(4);
    expect(textWidth('魚')).toBe(2);
    expect(textWidth('Café')).toBe(4);
  });

  it('breaks lines at spaces and long words at the end of a line, never between a letter and its mark', () => {
    expect(wrap('Grilled Reef Fish', 12)).toEqual(['Grilled Reef', 'Fish']);
    expect(wrap('Boduthakurufaanu', 7)).toEqual(['Boduthа'.replace('а', 'a'), 'kurufaa', 'nu']);
    expect(wrap('މަސްހުނި', 2)).toEqual(['މަސް', 'ހުނި']);
    expect(wrap('a\n\nb', 5)).toEqual(['a', '', 'b']);
  });
});
