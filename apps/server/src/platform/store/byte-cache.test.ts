import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

it('[R34.14] counts a menu of terms within a third of what it takes in the heap', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = (): number => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const menu = Array.from({ length: 20_000 }, (_, n) => ({
    id: n,
    name: `Item number ${n}`,
    sizes: [{ value: 'Large', sellingPrice: 1000 + n, isDefault: true }],
    note: null,
  }));
  const counted = bytesOf(menu) / (heap() - before);
  expect(menu).toHaveLength(20_000);
  expect(counted).toBeGreaterThan(0.66);
  expect(counted).toBeLessThan(1.5);
});
