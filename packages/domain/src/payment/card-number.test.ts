import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber } from './card-number.ts';

/** Beginnings of the numbers of card companies, with their lengths. */
const companies: readonly (readonly [begin: string, length: number])[] = [
  ['4', 16],
  ['4', 19],
  ['51', 16],
  ['2221', 16],
  ['2720', 16],
  ['2200', 16],
  ['34', 15],
  ['37', 15],
  ['36', 14],
  ['3528', 16],
  ['6011', 16],
  ['62', 19],
  ['6759', 13],
  ['508', 16],
];

/** The zeros of scripts: ASCII, Arabic, Persian, Devanagari, Bengali, Thai, full-width, bold, Osmanya. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1d7ce, 0x104a0];

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** Returns the digits with the last one that makes them pass the Luhn check. */
const checked = (digits: string): string => `${digits}${(10 - (luhnSum(`${digits}0`) % 10)) % 10}`;

const cardNumber = fc
  .tuple(fc.constantFrom(...companies), fc.array(fc.nat(9), { minLength: 19, maxLength: 19 }))
  .map(([[begin, length], rest]) => checked(`${begin}${rest.join('')}`.slice(0, length - 1)));

const separator = fc.string({
  unit: fc.constantFrom(...' -–./_,;:|+*()\n\r\t\u00a0\u200b\u200d\u2060\ufeff\u00ad\u202f\u2028\u3000٬،'),
  maxLength: 3,
});

describe('card numbers', () => {
  it('[R36.14] are found in the digits of every script, with any separators but letters between them', () => {
    const written = fc.tuple(
      cardNumber,
      fc.array(separator, { minLength: 19, maxLength: 19 }),
      fc.array(fc.constantFrom(...zeros), { minLength: 19, maxLength: 19 }),
    );
    fc.assert(
      fc.property(written, fc.constantFrom('', 'Visa ', 'slip 123, '), ([digits, separators, scripts], before) => {
        const text = [...digits].map(
          (digit, index) => String.fromCodePoint((scripts[index] ?? 0x30) + Number(digit)) + separators[index],
        );
        expect(hasCardNumber(`${before}${text.join('')} thanks`)).toBe(true);
      }),
    );
  });

  it.each(['\n', '.', '/', '_', ', ', '\u200b', '\u2060', ' / ', '\t', '…', '\r\n'])(
    '[R36.14] are found when they are split by %j',
    (between) => {
      expect(hasCardNumber(['4111', '1111', '1111', '1111'].join(between))).toBe(true);
    },
  );

  it.each(['４１１１１１１１１１１１１１１１', '٤١١١ ١١١١ ١١١١ ١١١١', '۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱'])(
    '[R36.14] are found as %j',
    (text) => {
      expect(hasCardNumber(text)).toBe(true);
    },
  );

  it.each([
    '7771234, 7771235, 9912345',
    '+960 777 1234 / +960 799 4321',
    '+960.777.1234\n+960.799.4321',
    '2026-03-10 12:00:15, 2026-03-11 09:30:00',
    '10/03/2026 19:30, 8 + 4 + 2',
    'INV-2026-000123, INV-2026-000124, INV-2026-000125',
    'R2026-000999 / R2026-001000',
    '1,234.50 + 2,345.00 + 120.75',
    'MVR 12.50, MVR 1,200.00, USD 85.00',
    '1048GST501, 1000111GST501',
    '192.168.100.254, 192.168.100.253',
    '4111a1111a1111a1111',
  ])('[R36.14] are not seen in %j', (text) => {
    expect(hasCardNumber(text)).toBe(false);
  });

  it('[R36.14] are not seen in several phone numbers of the Maldives', () => {
    const phone = fc.integer({ min: 7_200_000, max: 7_999_999 }).map(String);
    fc.assert(
      fc.property(fc.array(phone, { maxLength: 5 }), fc.constantFrom(', ', '/', '\n', '. '), (phones, between) => {
        expect(hasCardNumber(phones.join(between))).toBe(false);
      }),
    );
  });
});
