import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../contract/contract.ts';
import { defineEndpoint } from '../contract/platform/endpoint.ts';
import { nameText } from '../contract/platform/shape.ts';
import { cutText, findForbiddenText, hasForbiddenChars, withoutForbiddenChars } from './plain-text.ts';
import { fieldMessage } from './validate.ts';

const forbidden = ['\u0000', '\u0007', '\u001b[2J', '\u007f', '\u0085', '\ud800', 'a\udc00b', '\udc00\ud800'];

describe('characters of texts', () => {
  it('[R35.91] refuses control characters and half surrogate pairs, in texts of several lines too', () => {
    for (const text of forbidden) {
      expect(hasForbiddenChars(text), JSON.stringify(text)).toBe(true);
      expect(hasForbiddenChars(text, true), JSON.stringify(text)).toBe(true);
    }
    for (const text of ['', 'Lagoon Burger', 'ރީފް ކެފޭ', '🍔 100 %', '\u200f', 'é'])
      expect(hasForbiddenChars(text)).toBe(false);
  });

  it('[R35.91] allows tab and line breaks only in a text of several lines', () => {
    for (const text of ['a\nb', 'a\tb', 'a\r\nb', 'a\u2028b']) {
      expect(hasForbiddenChars(text)).toBe(true);
      expect(hasForbiddenChars(text, true)).toBe(false);
    }
  });

  it('[R35.91] finds the text in a value of a call, by the name of its field', () => {
    expect(findForbiddenText({ name: 'Rice', items: [{ notes: ['no\nice'] }, { name: 'Tea\n' }] })).toEqual([
      'items',
      1,
      'name',
    ]);
    expect(findForbiddenText({ note: 'two\nlines', prices: { Small: 5 } })).toBeNull();
    expect(findForbiddenText({ prices: { 'Sm\u0000all': 5 } })).toEqual(['prices']);
  });

  const name = { key: 'name', label: 'Name', kind: 'text' } as const;
  const refusal = 'Name has characters that Atoll cannot use. Type it again';

  it('[R36.29] names refuse characters that turn their order or are not seen, wherever they are', () => {
    const codes = [
      [0xad],
      [0x34f],
      [0x200b],
      [0x202a, 0x202e],
      [0x2060, 0x206f],
      [0xfeff],
      [0x3164],
      [0xe0000, 0xe007f],
    ];
    const one = fc
      .constantFrom(...codes)
      .chain(([from = 0, to = from]) => fc.integer({ min: from, max: to }))
      .map((code) => String.fromCodePoint(code));
    const rest = fc.string({ unit: fc.constantFrom('a', ' ', 'ބ', 'ަ', 'م', '\u200d', '🍵') });
    fc.assert(
      fc.property(rest, one, rest, (before, char, after) => {
        const text = `A${before}${char}${after}z`;
        expect(fieldMessage(name, text)).toBe(refusal);
        expect(nameText(1, 5000).safeParse(text).success).toBe(false);
        expect(fieldMessage({ ...name, kind: 'choice' }, [text])).toBe(refusal);
      }),
    );
  });

  it('[R36.29] names keep Dhivehi, Arabic, joiners of letters, marks of direction and emojis', () => {
    const dhivehi = fc.integer({ min: 0x780, max: 0x7b1 });
    const arabic = fc.integer({ min: 0x620, max: 0x652 });
    const marks = fc.constantFrom(0x20, 0x200c, 0x200d, 0x200e, 0x200f, 0x61c, 0x301);
    const unit = fc.oneof(dhivehi, arabic, marks).map((code) => String.fromCodePoint(code));
    const emojis = ['👨‍👩‍👧', '🏳️‍🌈', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇲🇻'];
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), fc.constantFrom('', ...emojis), (text, emoji) => {
        const kept = `A${text}${emoji}ކ`;
        expect(fieldMessage(name, kept)).toBeNull();
        expect(nameText(1, 5000).safeParse(kept).success).toBe(true);
      }),
    );
    // A note may keep what was pasted into it.
    expect(fieldMessage({ ...name, kind: 'multiline' }, 'call \u202a+960 777 1234\u202c')).toBeNull();
  });

  it('[R35.91] drops them from a text and keeps everything else', () => {
    expect(withoutForbiddenChars('a\u0000b\u001b\ud800c\n\t🍵é')).toBe('abc\n\t🍵é');
  });

  it('[R35.91] form validation refuses forbidden characters with the label of the field', () => {
    const field = { key: 'name', label: 'Name', kind: 'text' } as const;
    expect(fieldMessage(field, 'Rice\u0000')).toBe('Name has characters that Atoll cannot use. Type it again');
    expect(fieldMessage(field, 'Rice\n')).toBe('Name has characters that Atoll cannot use. Type it again');
    expect(fieldMessage({ ...field, kind: 'multiline' }, 'two\nlines')).toBeNull();
    expect(fieldMessage({ ...field, kind: 'multiline' }, 'two\u0000')).toBe(
      'Name has characters that Atoll cannot use. Type it again',
    );
  });

  it('[R35.91] every body and query of the contract refuses forbidden characters', () => {
    const checks = (schema: z.ZodMiniType | undefined) => schema?._zod.def.checks?.length ?? 0;
    for (const { key, body, query } of Object.values(contract)) {
      if (body) expect(checks(body), key).toBeGreaterThan(0);
      if (query) expect(checks(query), key).toBeGreaterThan(0);
    }
    const { body } = defineEndpoint({
      key: 'x',
      method: 'POST',
      path: '/x',
      summary: '',
      access: { who: 'public' },
      body: z.object({ name: z.string(), more: z.record(z.string(), z.unknown()) }),
      refusals: [],
    });
    for (const text of forbidden) {
      expect(body?.safeParse({ name: text, more: {} }).success).toBe(false);
      expect(body?.safeParse({ name: 'a', more: { deep: [{ text }] } }).success).toBe(false);
    }
    expect(body?.safeParse({ name: 'a', more: { note: 'two\nlines' } }).success).toBe(true);
  });
});

it('[R35.91] cuts a text before a character that does not fit whole', () => {
  expect(cutText('Nuts 🥜', 6)).toBe('Nuts ');
  expect(cutText('Nuts 🥜', 7)).toBe('Nuts 🥜');
  expect(cutText('Nuts', 60)).toBe('Nuts');
});
