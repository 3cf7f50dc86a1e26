import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copyName, type OffsiteCopy, readCopyName, readRecoveryName, recoveryName } from './copies.ts';
import { keepCopies, keepRule } from './keep.ts';

const rule = { ...keepRule, timezone: 'Indian/Maldives' };
const dayMs = 86_400_000;
const sunday = Date.parse('2026-11-22T04:30:00+05:00');

function copy(at: number, base?: number): OffsiteCopy {
  const given = {
    kind: base === undefined ? ('Full' as const) : ('Diff' as const),
    at,
    base: base ?? at,
    shop: '1a2b3c4d',
    recovery: '5e6f7a8b',
  };
  return { ...given, name: copyName(given) };
}
const daily = (days: number): OffsiteCopy[] => Array.from({ length: days }, (_, n) => copy(sunday - n * dayMs));

it('keeps the newest full copy of 7 days, 5 weeks and 12 months', () => {
  const kept = [2, 10, 40, 400].map((days) => keepCopies(daily(days), sunday, rule).length);
  expect(kept).toEqual([2, 8, 10, 20]);
});

it('keeps differences of a kept full copy for 48 hours', () => {
  const [full, old] = [copy(sunday), copy(sunday - 200 * dayMs)];
  const diffs = [copy(sunday + 3_600_000, full.at), copy(sunday + 3_600_000, sunday - 3 * dayMs)];
  const names = (now: number) => keepCopies([full, old, ...diffs], now, rule).map(({ name }) => name);
  expect(names(sunday + 2 * 3_600_000)).toEqual([full, old, diffs[0]].map((one) => one?.name));
  expect(names(sunday + 3 * dayMs)).toEqual([full.name, old.name]);
});

const day = fc.integer({ min: 0, max: 900 });
const copies = fc
  .uniqueArray(fc.tuple(day, fc.integer({ min: 0, max: 86_399_999 })), {
    maxLength: 60,
    selector: ([d, ms]) => d * dayMs + ms,
  })
  .chain((ats) =>
    fc
      .array(fc.tuple(fc.nat({ max: Math.max(0, ats.length - 1) }), fc.integer({ min: 0, max: 4 * dayMs })), {
        maxLength: 30,
      })
      .map((diffs) => {
        const fulls = ats.map(([d, ms]) => copy(sunday - d * dayMs - ms));
        const made = diffs.flatMap(([n, later]) => {
          const base = fulls[n];
          return base ? [copy(base.at + later, base.at)] : [];
        });
        return [...fulls, ...made];
      }),
  );

it('keeps at least three full copies, no difference without its full copy, and the same when asked again', () => {
  fc.assert(
    fc.property(copies, (all) => {
      const kept = keepCopies(all, sunday, rule);
      const fulls = all.filter(({ kind }) => kind === 'Full').toSorted((a, b) => b.at - a.at);
      const names = new Set(kept.map(({ name }) => name));
      for (const newest of fulls.slice(0, 3)) expect(names).toContain(newest.name);
      const bases = new Set(kept.filter(({ kind }) => kind === 'Full').map(({ at }) => at));
      for (const one of kept) expect(bases.has(one.base)).toBe(true);
      expect(keepCopies(kept, sunday, rule)).toEqual(kept);
    }),
    { numRuns: 300 },
  );
});

it('reads from a name what it was made of, and takes no other file for a copy', () => {
  fc.assert(
    fc.property(copies, (all) => {
      for (const one of all) expect(readCopyName(one.name)).toEqual(one);
    }),
    { numRuns: 30 },
  );
  for (const name of [
    'atoll-20261121T185500123Z-daily.db.zst',
    `${copy(sunday).name}.part`,
    '../x.age',
    'atoll-20269999T999999999Z-full-1a2b3c4d-5e6f7a8b.age',
  ])
    expect(readCopyName(name)).toBeNull();
  expect(readRecoveryName(recoveryName('5e6f7a8b'))).toBe('5e6f7a8b');
  expect(readRecoveryName('recovery-.age')).toBeNull();
});
