/** Computes which parts of a bill go to which check when it is split by seat. Source: R23.10, docs/rules.md#split. */
import { allocate } from '../../money/allocate.ts';
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import type { Bill } from '../bill.ts';
import { seatOf, seatsOf } from '../seat.ts';
import type { SplitPart } from './split.ts';

/**
 * Returns the parts of each check that leaves the bill, a check for each group of seats: items of a seat go whole to its group, shared ones are divided
 * equally in thousandths. The first group stays on the bill, unless items of unnamed seats do. Refuses with invalid, also for a seat without items.
 */
export function seatParts(
  bill: Bill,
  groups: readonly (readonly number[])[],
): Result<readonly (readonly SplitPart[])[]> {
  const seats = groups.flat();
  const known = seatsOf(bill);
  const missing = seats.find((seat) => !known.includes(seat));
  if (missing !== undefined) return refuse('invalid', { details: `Seat ${missing} has no lines` });
  if (groups.some((group) => group.length === 0) || new Set(seats).size !== seats.length) return refuse('invalid');
  const shares = groups.map(() => 1);
  const here = new Set(bill.items.map(({ key }) => key));
  // The parts of a set menu go with it.
  const lines = bill.items.filter(
    ({ isVoid, card, parentKey }) => !isVoid && !card && !(parentKey && here.has(parentKey)),
  );
  const parts = groups.map((group, index) =>
    lines.flatMap((item): SplitPart[] => {
      const { key, qty } = item;
      if (seatOf(item) > 0) return group.includes(seatOf(item)) ? [{ key, qty }] : [];
      const share = allocate(Math.round(qty * 1000), shares)[index] ?? 0;
      return share > 0 ? [{ key, qty: share / 1000 }] : [];
    }),
  );
  const leaving = known.every((seat) => seats.includes(seat)) ? parts.slice(1) : parts;
  return leaving.length > 0 ? ok(leaving) : refuse('invalid');
}
