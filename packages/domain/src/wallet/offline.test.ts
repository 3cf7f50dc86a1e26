import { expect, it } from 'vitest';
import { cardHash, codeHash, soldCardOf } from './code.ts';
import { offlineLeft, offlineName } from './offline.ts';

const hour = 3_600_000;

it('pays without the server up to the limit and the balance, less what this till took, from a balance of at most 72 hours', () => {
  const left = (balance: number, taken: number, age = 0) =>
    offlineLeft({ balance, at: 1000, taken }, 10_000, 1000 + age);
  expect([left(50_000, 0), left(4000, 0), left(50_000, 3000), left(4000, 3000)]).toEqual([10_000, 4000, 7000, 1000]);
  expect([left(4000, 4000), left(2000, 4000), left(-500, 0)]).toEqual([0, 0, 0]);
  expect([left(4000, 0, 72 * hour), left(4000, 0, 72 * hour + 1)]).toEqual([4000, 0]);
});

it('names a wallet by what does not prove its code', () => {
  const hash = codeHash('7K2Q7K2Q7K2Q7');
  expect(offlineName(hash)).toMatch(/^[0-9a-f]{24}$/);
  expect(hash).not.toContain(offlineName(hash));
  // The bill that sells it names it in the same way.
  const { hash: sold } = soldCardOf('7K2Q7K2Q7K2Q7');
  expect([sold, sold.startsWith(offlineName(hash)), sold === hash]).toEqual([cardHash(hash), true, false]);
});
