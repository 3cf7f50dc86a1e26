import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { brokenInvariants } from './testing/invariants.ts';
import { mutants } from './testing/mutants.ts';
import { playScenario } from './testing/scenario.ts';

const isSoak = process.env['SOAK'] === '1';
const runs = isSoak ? 100 : 10;
const steps = 60;

eachEngine('four devices in one outlet', (on) => {
  let store: Store;
  beforeAll(async () => {
    store = await on.open();
  });

  it(`[R1.7] [R15.10] [R15.13] lose and double no item and keep every sum in ${runs} random evenings`, {
    timeout: 20_000 + runs * 3000,
  }, async () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const scenario = await playScenario(store, seed, steps);
      expect({ seed, broken: await brokenInvariants(scenario) }).toEqual({ seed, broken: [] });
    }
  });

  // The rules are the same on both engines, so one engine is enough for the mutants.
  if (on.engine !== 'sqlite') return;
  describe('with a mutant', () => {
    it.each(mutants)('finds $name', { timeout: 30_000 }, async ({ make }) => {
      const { handlers, habits, tamper } = make();
      const before = Date.now();
      let found: readonly string[] = [];
      for (let seed = 1; seed <= 20 && found.length === 0; seed += 1)
        found = await brokenInvariants(await playScenario(tamper?.(store) ?? store, seed, steps, handlers, habits));
      expect(found).not.toEqual([]);
      expect(Date.now() - before).toBeLessThan(10_000);
    });
  });
});
