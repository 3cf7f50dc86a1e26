import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { playFloor } from './testing/floor.ts';
import { brokenInvariants } from './testing/invariants.ts';
import { planted } from './testing/planted.ts';

const isSoak = process.env['SOAK'] === '1';
const runs = isSoak ? 100 : 10;
const steps = 60;

eachEngine('four devices on one floor', (on) => {
  let store: Store;
  beforeAll(async () => {
    store = await on.open();
  });

  it(`[R1.7] [R15.10] [R15.13] lose no line, double none and keep every sum in ${runs} random evenings`, {
    timeout: 20_000 + runs * 3000,
  }, async () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const floor = await playFloor(store, seed, steps);
      expect({ seed, broken: await brokenInvariants(floor) }).toEqual({ seed, broken: [] });
    }
  });

  // The rules are the same on both engines; where they are broken on purpose one is enough.
  if (on.engine !== 'sqlite') return;
  describe('with a bug planted', () => {
    it.each(planted)('$name is found', { timeout: 30_000 }, async ({ make }) => {
      const { handlers, habits, tamper } = make();
      const before = Date.now();
      let found: readonly string[] = [];
      for (let seed = 1; seed <= 20 && found.length === 0; seed += 1)
        found = await brokenInvariants(await playFloor(tamper?.(store) ?? store, seed, steps, handlers, habits));
      expect(found).not.toEqual([]);
      expect(Date.now() - before).toBeLessThan(10_000);
    });
  });
});
