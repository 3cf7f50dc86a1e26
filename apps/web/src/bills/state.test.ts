import { expect, it } from 'vitest';
import { uniteEdits } from './state.ts';

it('loses no ticket when the changes of an item meet those that its new bill has of it', () => {
  const [first, second] = [
    { sentQty: 1, ticketIds: ['order'], notes: ['Hot'] },
    { sentQty: 2, ticketIds: ['order', 'more'], notes: ['Hot', 'No onion'] },
  ];
  const whole = { sentQty: 2, ticketIds: ['order', 'more'] };
  expect(uniteEdits(first, second)).toEqual({ ...second, ...whole });
  expect(uniteEdits(second, first)).toEqual({ ...first, ...whole });
  expect(uniteEdits(undefined, first)).toBe(first);
  expect(uniteEdits({ courseNo: 2 }, { seat: 1 })).toEqual({ courseNo: 2, seat: 1 });
});
