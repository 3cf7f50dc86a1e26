import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { ByteCache, bytesOf } from './byte-cache.ts';
import { TermsMemory } from './outlet/terms-memory.ts';

it('[R34.14] a cache drops what was not used for longest when its values take more than its bytes, and keeps the newest one', () => {
  const cache = new ByteCache<string, number>(100);
  cache.set('a', 1, 40);
  cache.set('b', 2, 40);
  cache.get('a');
  cache.set('c', 3, 40);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.bytes]).toEqual([1, undefined, 3, 80]);
  cache.set('c', 4, 10);
  expect([cache.get('c'), cache.bytes]).toEqual([4, 50]);
  cache.set('d', 5, 500);
  expect([cache.get('a'), cache.get('d'), cache.bytes]).toEqual([undefined, 5, 500]);
  cache.clear();
  expect([cache.get('d'), cache.bytes]).toEqual([undefined, 0]);
});

it('[R34.14] the terms of 1,000 outlets take at most the memory that is set, and dropped ones are read again', async () => {
  const limit = 4_000_000;
  const memory = new TermsMemory(limit);
  const terms = (outlet: number) => ({
    catalogue: new Map(
      Array.from({ length: 60 }, (_, n) => [n, { name: `Item ${n} of ${outlet}`, sizes: [{ price: n }] }]),
    ),
  });
  let reads = 0;
  const of = (outlet: number) =>
    memory.remember(`${outlet} terms`, 1, true, async () => {
      reads += 1;
      return terms(outlet);
    });
  for (let outlet = 0; outlet < 1000; outlet += 1) expect((await of(outlet)).catalogue.size).toBe(60);
  expect(memory.bytes).toBeGreaterThan(limit * 0.9);
  expect(memory.bytes).toBeLessThanOrEqual(limit);
  expect(reads).toBe(1000);
  await of(999);
  expect(reads).toBe(1000);
  await of(0);
  expect(reads).toBe(1001);
});

it('[R34.14] counts a menu of terms within a third of what it takes in the heap', async () => {
  // In a thread with a heap of its own: in that of the tests, what others leave is freed in the meantime.
  const thread = new Worker(new URL('./testing/measured-menu.ts', import.meta.url));
  const [{ counted, taken }] = (await once(thread, 'message')) as [{ counted: number; taken: number }];
  expect(counted / taken).toBeGreaterThan(0.66);
  expect(counted / taken).toBeLessThan(1.5);
});

it('[R34.14] counts two bytes for each letter of a text in Dhivehi', () => {
  const [plain, wide] = [bytesOf('a'.repeat(1000)), bytesOf('ކ'.repeat(1000))];
  expect(wide - plain).toBe(1000);
  expect(bytesOf({ name: `${'a'.repeat(999)}ކ` }) - bytesOf({ name: 'a'.repeat(1000) })).toBe(1000);
});
