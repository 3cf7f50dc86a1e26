import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { codeHash, last4, newCode, readCode, shownCode } from './code.ts';

const codes = fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => newCode(bytes));

it('makes codes of 12 letters and a check letter, and reads them however they are typed', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/);
      expect(shownCode(code)).toMatch(/^.{4}-.{4}-.{4}-.$/);
      expect(readCode(` ${shownCode(code).toLowerCase()} `)).toBe(code);
      expect(readCode(code.replace(/0/g, 'o').replace(/1/g, 'l'))).toBe(code);
      expect(last4(code)).toBe(code.slice(9));
    }),
  );
});

it('finds each wrong letter', () => {
  fc.assert(
    fc.property(codes, fc.nat(12), fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'), (code, index, letter) => {
      fc.pre(code[index] !== letter);
      expect(readCode(code.slice(0, index) + letter + code.slice(index + 1))).toBeNull();
    }),
  );
  expect([readCode(''), readCode('7K2Q'), readCode('U'.repeat(13))]).toEqual([null, null, null]);
});

it('computes the SHA-256 of a code', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZ-'), maxLength: 150 }), (text) => {
      expect(codeHash(text)).toBe(createHash('sha256').update(text).digest('hex'));
    }),
  );
});
