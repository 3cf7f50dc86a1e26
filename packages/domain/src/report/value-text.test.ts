import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainText } from './value-text.ts';

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

test('[R2.23] figures of reports have thousands separators and at most three decimals', () => {
  expect([plainText(1234.5), plainText(-1_000_000), plainText(0.0004), plainText(-0)]).toEqual([
    '1,234.5',
    '−1,000,000',
    '0',
    '0',
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (thousandths) => {
      expect(plainText(thousandths / 1000)).toBe(plain.format(thousandths / 1000).replace('-', '−'));
    }),
  );
});
