import { expect, it } from 'vitest';
import { maxOutletSeries, otherOutlets, watchOf } from './watch.ts';

const minute = 60_000;
const report = (outletId: number, waiting: number, amount: number, heardAt = 0) => ({
  actor: { outletId },
  note: { number: 1, waiting, amount },
  heardAt,
});

it('[R34.20] adds what waits on the tills of an outlet, and counts the tills of the last two minutes', () => {
  const tills = new Map([
    ['a', report(1, 2, 500)],
    ['b', report(1, 1, 70, minute)],
    ['c', report(2, 0, 0)],
  ]);
  const watch = watchOf(tills, 15 * minute, () => 2 * minute);
  expect(watch.heard()).toBe(1);
  expect(watch.waiting()).toEqual([
    { outlet: '1', entries: 3, amount: 570 },
    { outlet: '2', entries: 0, amount: 0 },
  ]);
});

it('[R34.20] ignores a report that is too old to be true', () => {
  const watch = watchOf(new Map([['a', report(1, 2, 500)]]), 15 * minute, () => 15 * minute + 1);
  expect(watch.waiting()).toEqual([]);
});

it('[R34.20] names the outlets with the most unsynced money, and adds up all others', () => {
  const tills = new Map(Array.from({ length: 400 }, (_, i) => [`till ${i}`, report(i, 1, i)]));
  const waiting = watchOf(tills, minute, () => 0).waiting();
  expect(waiting).toHaveLength(maxOutletSeries + 1);
  expect(waiting[0]).toEqual({ outlet: '399', entries: 1, amount: 399 });
  const others = (349 * 350) / 2;
  expect(waiting.at(-1)).toEqual({ outlet: otherOutlets, entries: 350, amount: others });
});
