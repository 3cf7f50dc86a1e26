import { createHash } from 'node:crypto';
import { stableStringify } from '@atoll/domain/bill/merge/pick-winner';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, digestOf } from './digest.ts';

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

it('[R36.21] writes the fields of an object as JSON does, with those that have no value left out', () => {
  const odd = {
    b: undefined,
    a: [undefined, Number.NaN, -0, 1e21, 0.1],
    '': '"\\\n\u007f\u2028\ud800',
    ['__proto__']: { 2: true, 10: false },
  };
  expect(canonicalJson(odd)).toBe(stableStringify(odd));
  expect(canonicalJson({ a: undefined })).toBe('{}');
  expect(canonicalJson(undefined)).toBe('null');
  // More kinds of objects than are kept.
  for (let kind = 0; kind < 1100; kind += 1)
    expect(canonicalJson({ [`z${kind}`]: 1, [`a${kind}`]: 2 })).toBe(`{"a${kind}":2,"z${kind}":1}`);
});
