import { createHash } from 'node:crypto';
import { stableStringify } from '@atoll/domain/bill/merge/pick-winner';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf } from './digest.ts';

it('[R36.21] digests the JSON of a value with sorted fields, whatever order they came in', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = stableStringify(JSON.parse(JSON.stringify(value)));
      expect(digestOf(value)).toBe(createHash('sha256').update(text).digest('base64url'));
    }),
    { seed: 7 },
  );
  expect(digestOf({ b: [{ z: 1, y: 'ރަން' }], a: null, 10: 1, 9: 2 })).toBe(
    digestOf({ 9: 2, 10: 1, a: null, b: [{ y: 'ރަން', z: 1 }] }),
  );
});
