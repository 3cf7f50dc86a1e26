import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bugs } from './bugs.ts';
import { type Environment, openEnvironment } from './environment.ts';
import { pricedBugs } from './priced/priced-bugs.ts';

const isSoak = process.env['SOAK'] === '1';
const histories = isSoak ? 1000 : 100;
/** Of a shop with price rules, guests and gift cards. */
const pricedHistories = isSoak ? 300 : 6;
const steps = 16;
/** Most histories are short; every tenth is a long one. */
const stepsIn = (seed: number): number => (seed % 10 === 0 ? 40 : steps);
/** A short run looks for some of the bugs, a long run for all. */
const allBugs = [...bugs, ...pricedBugs];
const selectedBugs = isSoak ? allBugs : allBugs.filter(({ isQuick }) => isQuick);

let environment: Environment;
beforeAll(async () => {
  environment = await openEnvironment();
});
afterAll(() => environment.close());

describe('four tills, a server, a kitchen, and a network that fails', () => {
  it(`[R13.4] [R15.11] [R18.22] [R35.5] [R35.81] [R35.82] keep every invariant in ${histories} histories, and agree within 2 s`, {
    timeout: histories * 5000,
  }, async () => {
    const agreed: number[] = [];
    for (let seed = 1; seed <= histories; seed += 1) {
      const { broken, agreedAfterMs } = await environment.play({ seed, steps: stepsIn(seed) });
      const which = { seed, steps: stepsIn(seed) };
      expect({ ...which, broken }).toEqual({ ...which, broken: [] });
      agreed.push(agreedAfterMs);
    }
    agreed.sort((a, b) => a - b);
    expect(agreed[Math.floor((agreed.length - 1) * 0.99)]).toBeLessThanOrEqual(2000);
  });

  it(`keep promotions, points, gift cards, coupons and set menus in ${pricedHistories} histories`, {
    timeout: pricedHistories * 8000,
  }, async () => {
    for (let seed = 1; seed <= pricedHistories; seed += 1) {
      const which = { seed, steps: 25, isPriced: true };
      const { broken } = await environment.play(which);
      expect({ ...which, broken }).toEqual({ ...which, broken: [] });
    }
  });

  it('gives the same history to the last byte for the same seed', async () => {
    const first = await environment.play({ seed: 11, steps });
    await environment.play({ seed: 12, steps: 4 });
    const again = await environment.play({ seed: 11, steps });
    expect(again.traceHash).toBe(first.traceHash);
    expect((await environment.play({ seed: 13, steps })).traceHash).not.toBe(first.traceHash);
  });
});

/** Histories that break nothing without a bug: several bugs are looked for in the same one. */
const sound = new Set<string>();

describe('with a deliberate bug', () => {
  it.each(selectedBugs)(
    'finds $name',
    async ({ tamper, name: _name, isQuick: _isQuick, isPriced = false, says = /./, seed: first, ...hooks }) => {
      if (tamper) await environment.server.restart(tamper);
      const before = process.cpuUsage();
      let seed = first;
      const isFound = async (): Promise<boolean> => {
        const { broken } = await environment.play({ seed, steps: 25, isPriced, ...hooks });
        return broken.some((words) => says.test(words));
      };
      while (seed < first + 60 && !(await isFound())) seed += 1;
      const { user, system } = process.cpuUsage(before);
      if (tamper) await environment.server.restart();
      expect(seed, 'no history found it').toBeLessThan(first + 60);
      // Without the bug the same history breaks nothing.
      const history = `${seed} ${isPriced}`;
      if (!sound.has(history)) expect((await environment.play({ seed, steps: 25, isPriced })).broken).toEqual([]);
      sound.add(history);
      expect((user + system) / 1000).toBeLessThan(10_000);
    },
  );
});
