import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billOf, line } from '../testing/bills.ts';
import { holdsSlot, joinedSlotsOf, joinSlots, maxJoinedSlots, takenApart, withSlotsOfBoth } from './join.ts';
import { absorbBill, moveBill } from './transfer.ts';

const bill = billOf([line('a')], { type: 'Table', slot: '4', status: 'Saved' });
const slots = fc.array(fc.integer({ min: 1, max: 12 }).map(String), { maxLength: 12 });

it('joins up to 8 places of a slot type, with its own, and changes nothing else but the version', () => {
  fc.assert(
    fc.property(slots, slots, (first, second) => {
      const joined = joinSlots(bill, first);
      const others = new Set(first.filter((one) => one !== '4'));
      expect(joined.ok).toBe(others.size < maxJoinedSlots);
      if (!joined.ok) return;
      const { joinedSlots, version, ...rest } = joined.value;
      const { version: before, ...same } = bill;
      expect(rest).toEqual(same);
      expect(new Set(joinedSlots ?? [])).toEqual(others);
      expect(version).toBe(before + (others.size > 0 ? 1 : 0));
      expect(joinSlots(joined.value, first)).toEqual(joined);
      const again = joinSlots(joined.value, second);
      const fresh = joinSlots(bill, second);
      expect(again.ok).toBe(fresh.ok);
      if (again.ok && fresh.ok) expect(joinedSlotsOf(again.value)).toEqual(joinedSlotsOf(fresh.value));
    }),
  );
});

it('holds its places as long as it is open', () => {
  const joined = { ...bill, joinedSlots: ['5', '6'] };
  const held = (of: typeof joined) => ['4', '5', '7'].map((slot) => holdsSlot(of, { type: 'Table', slot }));
  expect(held(joined)).toEqual([true, true, false]);
  expect(joinedSlotsOf({ ...joined, isOpen: false })).toEqual([]);
  expect(holdsSlot(joined, { type: 'Takeaway', slot: '5' })).toBe(false);
  for (const closed of [
    { isOpen: false, status: 'Complete' as const },
    { isOpen: false, isVoid: true },
  ])
    expect(joinSlots({ ...joined, ...closed }, [])).toMatchObject({ ok: false });
});

it('is taken apart by a move, and keeps the places of both bills after a merge, up to 8', () => {
  const joined = { ...bill, joinedSlots: ['5', '6'] };
  const moved = moveBill(joined, { type: 'Table', slot: '9' });
  expect(moved).toMatchObject({ ok: true, value: { slot: '9' } });
  expect(moved).not.toHaveProperty('value.joinedSlots');
  expect(takenApart(joined)).toEqual(bill);
  const other = billOf([line('b')], { type: 'Table', slot: '7', status: 'Saved', joinedSlots: ['8', '9'] });
  expect(absorbBill(other, joined)).toMatchObject({ value: { slot: '4', joinedSlots: ['5', '6', '8', '9'] } });
  const many = { ...other, joinedSlots: ['10', '11', '12', '13', '14', '15', '16'] };
  expect(joinedSlotsOf(withSlotsOfBoth(joined, many, joined))).toHaveLength(maxJoinedSlots - 1);
});
