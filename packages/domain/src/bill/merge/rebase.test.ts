import { describe, expect, it } from 'vitest';
import type { BillItem } from '../bill.ts';
import { inState } from '../states.ts';
import { billOf, line } from '../testing/bills.ts';
import { leftOver, replaceKeepingUnsaved } from './rebase.ts';

const server = billOf([line('a', { id: 1 }), line('b', { id: 2, index: 2 })], {
  id: 5,
  version: 7,
  covers: 3,
  fieldVersions: { covers: 6 },
});

describe('replaceKeepingUnsaved', () => {
  it('[R15.11] replaces the known bill and keeps the items not yet saved on this device', () => {
    const local = billOf([line('a', { id: 1 }), line('mine', { index: 5 })], { version: 5 });
    const shown = replaceKeepingUnsaved(server, local);
    expect(shown.items.map((item) => item.key)).toEqual(['a', 'b', 'mine']);
    expect(shown).toMatchObject({ version: 7, covers: 3, pending: true, total: 17_820 });
  });

  it('[R15.11] returns the server’s bill when nothing is unsaved', () => {
    expect(replaceKeepingUnsaved(server, billOf([line('a', { id: 1 })], { version: 5 }))).toBe(server);
  });

  it('shows an item once when the server already has it', () => {
    const shown = replaceKeepingUnsaved(server, billOf([line('a'), line('b')], { version: 5 }));
    expect(shown.items.map((item) => [item.key, item.id])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('keeps voids, notes and tickets that the server does not have yet', () => {
    const local = billOf(
      [
        line('a', { id: 1, isVoid: true, voidReason: 'Late', notes: ['x'] }),
        line('b', { id: 2, sentQty: 1, ticketIds: ['t'] }),
      ],
      { version: 5 },
    );
    const shown = replaceKeepingUnsaved(server, local);
    expect(shown.items[0]).toMatchObject({ isVoid: true, voidReason: 'Late', notes: ['x'] });
    expect(shown.items[1]).toMatchObject({ sentQty: 1, ticketIds: ['t'] });
    expect(shown.total).toBe(5940);
  });

  it('keeps a course and a firing that the server does not have yet, and the firing of another device', () => {
    const [early, late] = ['2026-03-10T07:01:00.000Z', '2026-03-10T07:02:00.000Z'];
    const of = (item: Partial<BillItem>) => billOf([line('a', { id: 1, courseNo: 2, ...item })], { version: 7 });
    const mine = { courseNo: 3, placedAt: early, firedAt: late, firedBy: 7 };
    expect(replaceKeepingUnsaved(of({}), of(mine)).items[0]).toMatchObject(mine);
    const theirs = of({ firedAt: early, firedBy: 8 });
    expect(replaceKeepingUnsaved(theirs, of(mine))).toBe(theirs);
    const seated = { seat: 3, placedAt: late };
    expect(replaceKeepingUnsaved(theirs, of(seated)).items[0]).toMatchObject({
      ...seated,
      courseNo: 2,
      firedAt: early,
    });
    const placed = of({ courseNo: 4, placedAt: late });
    expect(replaceKeepingUnsaved(placed, of({ courseNo: 3, placedAt: early }))).toBe(placed);
  });

  it('never undoes a void of another device', () => {
    const voided = billOf([line('a', { id: 1, isVoid: true })], { version: 7 });
    expect(replaceKeepingUnsaved(voided, billOf([line('a', { id: 1, notes: ['x'] })])).items[0]?.isVoid).toBe(true);
  });

  it('keeps the local dirty fields unless the server’s were written later', () => {
    const local = billOf([], { version: 5, covers: 8, note: 'mine' });
    expect(replaceKeepingUnsaved(server, local, ['covers', 'note'])).toMatchObject({ covers: 3, note: 'mine' });
    expect(replaceKeepingUnsaved(server, { ...local, version: 6 }, ['covers'])).toMatchObject({ covers: 8 });
    expect(replaceKeepingUnsaved(server, local)).toMatchObject({ covers: 3, note: '' });
  });

  it('ignores a bill that is older than the known one', () => {
    const local = billOf([line('a', { id: 1 })], { version: 8 });
    expect(replaceKeepingUnsaved(server, local)).toBe(local);
  });

  it('shows a printed bill with new items as Saved, and adds nothing to a closed bill', () => {
    const local = billOf([line('mine')], { version: 5 });
    expect(replaceKeepingUnsaved(inState(server, 'BillPrinted'), local).status).toBe('Saved');
    const paid = inState(server, 'Complete');
    expect(replaceKeepingUnsaved(paid, local)).toBe(paid);
    expect(leftOver(paid, local).map((item) => item.key)).toEqual(['mine']);
  });
});
