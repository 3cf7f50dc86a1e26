import { expect, it } from 'vitest';
import { gigabytes, isSpaceLow } from './space.ts';

const gigabyte = 1024 ** 3;

it('[R35.14] reports low disk space with less than 1 GB or less than 5 % free', () => {
  const low = (free: number, total: number) => isSpaceLow({ freeBytes: free * gigabyte, totalBytes: total * gigabyte });
  expect([low(0.99, 10), low(1, 10), low(1, 20), low(1.1, 30), low(49, 1000), low(50, 1000)]).toEqual([
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(gigabytes(0.84 * gigabyte)).toBe('0.8 GB');
});
