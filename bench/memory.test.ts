import { afterAll, expect, it } from 'vitest';
import { endAll } from './process.ts';
import { createRun, readOptions } from './run.ts';
import { measureMemory } from './sections/memory.ts';

const isSoak = process.env['SOAK'] === '1';
const options = readOptions(['--quick', '--bills', isSoak ? '12000' : '60', '--engine', 'embedded']);
const run = createRun(
  { ...options, sizes: { ...options.sizes, orders: isSoak ? 14_000 : 100, callsMs: isSoak ? 4000 : 500 } },
  () => undefined,
);
afterAll(async () => {
  await endAll();
  await run.close();
});

it.skipIf(process.platform !== 'linux')(
  // Only the long run makes as many orders as the requirement says.
  `${isSoak ? '[R34.31] ' : ''}all that npm start runs uses at most 260 MB at rest and 380 MB after orders, lists and reports, within a minute`,
  async () => {
    const figures = await measureMemory(run);
    expect(figures.map(({ name, value }) => [name, value > 100])).toEqual(figures.map(({ name }) => [name, true]));
    const [rest, , after] = figures.map(({ value }) => value);
    expect(rest).toBeLessThanOrEqual(260);
    expect(after).toBeLessThanOrEqual(380);
  },
  isSoak ? 1_200_000 : 240_000,
);
