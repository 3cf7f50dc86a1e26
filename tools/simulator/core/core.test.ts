import { expect, it } from 'vitest';
import { coreBugs } from './bugs.ts';
import { playCore } from './core.ts';

const isSoak = process.env['SOAK'] === '1';
const histories = isSoak ? 100_000 : 10_000;
const steps = 14;

it(`[R13.4] [R1.7] neither loses nor duplicates an item or a payment in ${histories} short histories of the pure core`, {
  timeout: 600_000,
}, () => {
  for (let seed = 1; seed <= histories; seed += 1) {
    const { broken } = playCore(seed, steps);
    if (broken.length > 0) expect({ seed, broken }).toEqual({ seed, broken: [] });
  }
  expect(playCore(7, steps).traceHash).toBe(playCore(7, steps).traceHash);
});

it.each(coreBugs)('finds $name in the pure core', ({ plant }) => {
  const before = process.cpuUsage();
  let seed = 1;
  while (seed < 2000 && playCore(seed, steps, plant).broken.length === 0) seed += 1;
  expect(seed).toBeLessThan(2000);
  // Other programs may have the processor in the meantime.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});
