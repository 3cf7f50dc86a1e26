import { afterAll, describe, expect, it } from 'vitest';
import { findPrograms } from '../apps/server/src/platform/store/testing/postgres.ts';
import { createRun, readOptions } from './run.ts';
import { collectionShare, measureCollection } from './sections/collection.ts';

describe.skipIf(findPrograms() === undefined)('garbage collection', () => {
  const options = readOptions(['--quick', '--bills', '40', '--only', 'collection']);
  const run = createRun({ ...options, sizes: { ...options.sizes, callsMs: 1500 } }, () => undefined);
  afterAll(() => run.close());

  it('[R34.28] takes at most 8 % of the processor with PostgreSQL, while eight tills sell', async () => {
    const [figure] = await measureCollection(run);
    expect(figure?.value).toBeGreaterThan(0);
    expect(figure?.value).toBeLessThanOrEqual(8);
    const [small] = await measureCollection({ ...run, flags: ['--max-semi-space-size=1'] });
    expect(small?.value).toBeGreaterThan(8);
  }, 180_000);
});

it('counts the time of collections in the time that a thread worked', () => {
  const frames = ['(garbage collector)', '(idle)', 'pay'];
  const nodes = frames.map((functionName, id) => ({ id, callFrame: { functionName } }));
  const profile = { nodes, samples: [0, 1, 2, 0], timeDeltas: [9000, 4000, 3000, 1000] };
  expect(collectionShare(profile, 8)).toBe(0.25);
});
