import { expect, it } from 'vitest';
import { createLease } from './lease.ts';
import { eachEngine } from './testing/engine.ts';

const hourMs = 3_600_000;

eachEngine('the lease of background work', (on) => {
  it('[R34.12] is held by one process until that ends, and void when its time is further ahead than a lease', async () => {
    const at = await on.placeWithTables();
    const store = await on.open({ at });
    let now = Date.now();
    const clock = () => now;
    const [first, second] = [createLease(store, 'reports', clock), createLease(store, 'reports', clock)];
    const taken = async () => [await first.take(), await second.take()];
    const isAlone = on.engine === 'sqlite';
    expect(await taken()).toEqual([true, isAlone]);
    now += 60_000;
    expect(await taken()).toEqual([true, isAlone]);
    expect(await createLease(store, 'old rows', clock).take()).toBe(true);
    now += 119_000;
    expect(await second.take()).toBe(isAlone);
    now += 1000;
    expect(await second.take()).toBe(true);
    expect(await first.take()).toBe(isAlone);
    // The holder's clock was an hour ahead.
    now += hourMs;
    await second.take();
    now -= hourMs;
    expect(await first.take()).toBe(true);
  });
});
