import { expect, it } from 'vitest';
import { codeOf, readCode, shownCode } from './coupon-code.ts';

const code = codeOf(Uint8Array.from([1, 34, 67, 100, 133, 166, 199, 232, 9, 42, 75, 108]));

it('a code is read as it is shown, in small letters, without dashes, and with letters that look alike', () => {
  expect(shownCode(code)).toMatch(
    /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]$/,
  );
  for (const typed of [code, shownCode(code), ` ${code.toLowerCase()} `, code.replaceAll('1', 'l')])
    expect(readCode(typed)).toBe(code);
});

it('a wrong letter, two that changed places and a missing one are found by the check letter', () => {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  for (let place = 0; place < code.length; place += 1)
    for (const letter of letters)
      if (letter !== code[place]) expect(readCode(code.slice(0, place) + letter + code.slice(place + 1))).toBeNull();
  for (let place = 0; place + 1 < code.length; place += 1) {
    const [a = '', b = ''] = [code[place], code[place + 1]];
    const swapped = code.slice(0, place) + b + a + code.slice(place + 2);
    if (a !== b) expect(readCode(swapped)).toBeNull();
  }
  expect([readCode(code.slice(1)), readCode(''), readCode(`${code}0`)]).toEqual([null, null, null]);
});
