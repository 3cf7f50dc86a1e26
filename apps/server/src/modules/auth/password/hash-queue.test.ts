import { expect, it } from 'vitest';
import { createHashQueue, type HashPurpose, maxWaiting } from './hash-queue.ts';

/** A work that ends when it is told to, and the order in which works started. */
function works() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    work: (name: string) => () => {
      started.push(name);
      return new Promise<void>((resolve) => void ends.push(resolve));
    },
    async endOne() {
      ends.shift()?.();
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

it('[R36.25] gives each purpose its turn, so that a flood of one delays no other', async () => {
  const queue = createHashQueue(2);
  const { started, work, endOne } = works();
  const all: Promise<void>[] = [];
  for (let i = 0; i < 50; i++) all.push(queue.inTurn('signIn', work(`signIn ${i}`)));
  all.push(queue.inTurn('passcode', work('unlock')));
  expect(started).toEqual(['signIn 0', 'signIn 1']);
  await endOne();
  expect(started[2]).toBe('unlock');
  for (let i = 0; i < 51; i++) await endOne();
  await Promise.all(all);
  expect(started).toHaveLength(51);
});

it('[R36.25] refuses what exceeds the queue of its purpose, and accepts other purposes and later works', async () => {
  const queue = createHashQueue(1);
  const { work, endOne } = works();
  const purposes = Object.keys(maxWaiting) as HashPurpose[];
  const all: Promise<void>[] = [queue.inTurn('reset', work('first'))];
  for (const purpose of purposes) {
    for (let i = 0; i < maxWaiting[purpose]; i++) all.push(queue.inTurn(purpose, work(purpose)));
    await expect(queue.inTurn(purpose, work('too much'))).rejects.toMatchObject({ refusal: { status: 429 } });
  }
  await endOne();
  all.push(queue.inTurn('passcode', work('later')));
  for (let i = 0; i < all.length; i++) await endOne();
  await Promise.all(all);
});

it('[R36.25] continues after a work that fails', async () => {
  const queue = createHashQueue(1);
  const failing = queue.inTurn('signIn', () => Promise.reject(new Error('no memory')));
  const next = queue.inTurn('signIn', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no memory');
  expect(await next).toBe('done');
});
