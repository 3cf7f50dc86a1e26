import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bugs } from './bugs.ts';
import { openStage, type Stage } from './stage.ts';

const isSoak = process.env['SOAK'] === '1';
const histories = isSoak ? 1000 : 100;
const steps = 16;
/** Most histories are short, every tenth is a long one. */
const stepsIn = (seed: number): number => (seed % 10 === 0 ? 40 : steps);
/** Bugs are looked for in histories from here on. */
const firstSeed = 5000;
/** Of the bugs some are looked for each time, all of them in a long run. */
const looked = isSoak ? bugs : bugs.filter(({ seed }) => seed === firstSeed);

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage.close());

describe('four tills, a server, a kitchen, and a network that fails', () => {
  it(`[R13.4] [R15.11] [R18.22] [R35.5] [R35.81] [R35.82] keep every promise in ${histories} histories, and agree within 2 s`, {
    timeout: histories * 5000,
  }, async () => {
    const agreed: number[] = [];
    for (let seed = 1; seed <= histories; seed += 1) {
      const { broken, agreedAfterMs } = await stage.play({ seed, steps: stepsIn(seed) });
      const which = { seed, steps: stepsIn(seed) };
      expect({ ...which, broken }).toEqual({ ...which, broken: [] });
      agreed.push(agreedAfterMs);
    }
    agreed.sort((a, b) => a - b);
    expect(agreed[Math.floor((agreed.length - 1) * 0.99)]).toBeLessThanOrEqual(2000);
  });

  it('are the same to the last byte when a seed is played again', async () => {
    const first = await stage.play({ seed: 11, steps });
    await stage.play({ seed: 12, steps: 4 });
    const again = await stage.play({ seed: 11, steps });
    expect(again.traceHash).toBe(first.traceHash);
    expect((await stage.play({ seed: 13, steps })).traceHash).not.toBe(first.traceHash);
  }, 60_000);
});

describe('with a bug planted', () => {
  it.each(looked)('$name is found', { timeout: 120_000 }, async ({ tamper, name: _name, seed: first, ...hooks }) => {
    await stage.server.restart(tamper);
    const begun = process.cpuUsage();
    let seed = first;
    while (seed < first + 60 && (await stage.play({ seed, steps: 25, ...hooks })).broken.length === 0) seed += 1;
    const { user, system } = process.cpuUsage(begun);
    await stage.server.restart();
    expect(seed, 'no history found it').toBeLessThan(first + 60);
    // The same history without the bug keeps every promise.
    expect((await stage.play({ seed, steps: 25 })).broken).toEqual([]);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});
