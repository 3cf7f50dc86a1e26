import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lockedLongEnoughMs, mayReload, type TillWork } from './may-reload.ts';

const quiet: TillWork = {
  isLocked: true,
  lockedMs: lockedLongEnoughMs,
  hasOverlay: false,
  hasDraft: false,
  isCheckout: false,
  isPrinting: false,
  mode: 'WhenLocked',
};

const anyWork: fc.Arbitrary<TillWork> = fc.record({
  isLocked: fc.boolean(),
  lockedMs: fc.integer({ min: 0, max: 10 * 60_000 }),
  hasOverlay: fc.boolean(),
  hasDraft: fc.boolean(),
  isCheckout: fc.boolean(),
  isPrinting: fc.boolean(),
  mode: fc.constantFrom('Ask', 'WhenLocked'),
});

it('loads a new version by itself only in the mode WhenLocked, locked for two minutes, with nothing open', () => {
  expect(mayReload(quiet, false)).toBe(true);
  const busy: readonly Partial<TillWork>[] = [
    { mode: 'Ask' },
    { isLocked: false },
    { lockedMs: lockedLongEnoughMs - 1 },
    { hasOverlay: true },
    { hasDraft: true },
    { isCheckout: true },
    { isPrinting: true },
  ];
  for (const change of busy) expect(mayReload({ ...quiet, ...change }, false), JSON.stringify(change)).toBe(false);
});

it('loads a new version that a person asked for, in each mode and also with a dialog open', () => {
  expect(mayReload({ ...quiet, mode: 'Ask', isLocked: false, lockedMs: 0, hasOverlay: true }, true)).toBe(true);
});

it('never loads a new version during a sale or a print job, asked or not', () => {
  fc.assert(
    fc.property(anyWork, fc.boolean(), (work, isAsked) => {
      fc.pre(work.hasDraft || work.isCheckout || work.isPrinting);
      expect(mayReload(work, isAsked)).toBe(false);
    }),
  );
});
