import { expect, it } from 'vitest';
import { RateOfPeople } from './rate.ts';

it('[R35.69] limits the messages of a person, and keeps nobody longer than the limit needs', () => {
  const rate = new RateOfPeople(0.1, 6);
  const taken = (userId: number, now: number, times: number) =>
    Array.from({ length: times }, () => rate.take(userId, now)).filter(Boolean).length;
  expect(taken(1, 0, 8)).toBe(6);
  expect(taken(2, 0, 1)).toBe(1);
  expect(taken(1, 10_000, 3)).toBe(1);
  let most = 0;
  for (let id = 100; id < 5100; id += 1) {
    rate.take(id, id * 1000);
    most = Math.max(most, rate.size);
  }
  expect(most).toBeLessThan(80);
  // Whoever wrote all the time is kept, however many others wrote once.
  expect(taken(7, 5_200_000, 8)).toBe(6);
  for (let id = 6000; id < 6100; id += 1) rate.take(id, 5_200_000);
  expect(taken(7, 5_200_001, 1)).toBe(0);
});
