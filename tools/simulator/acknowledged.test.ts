import type { Bill } from '@atoll/domain/bill/bill';
import { expect, it } from 'vitest';
import { nothingAcknowledged, recordPromotions } from './acknowledged.ts';
import type { Till } from './device/till-main.ts';

type Heard = (what: object) => void;

const third = {
  key: 'third',
  promotionId: 2,
  words: 'Third at half',
  parts: [{ itemKey: 'tea', qty: 3, amount: 500 }],
};
/** A note, and then an item with a promotion, which a till saves without the server on version 1 of a bill. */
const note = { kind: 'update', billKey: 'bill', body: { version: 1 } };
const items = { kind: 'update', billKey: 'bill', body: { version: 1, applied: [third] } };

/** Returns the promotions that count as not taken when the two calls of the till are answered with these versions of the bill. */
function untakenOf(
  versions: readonly [number, number],
  { applied = [], key = 'bill' }: Partial<Pick<Bill, 'applied' | 'key'>> = {},
): readonly string[] {
  const acknowledged = nothingAcknowledged();
  const [outbox, sent]: [Heard[], Heard[]] = [[], []];
  const server: Record<string, object> = { bill: { version: 1 } };
  const till = {
    outbox: { subscribe: (hear: Heard) => outbox.push(hear) },
    bills: { getState: () => ({ server }) },
    onSent: (hear: Heard) => sent.push(hear),
  };
  recordPromotions(till as unknown as Till, acknowledged);
  for (const hear of outbox) hear({ entries: [note, items] });
  for (const [place, entry] of [note, items].entries()) {
    const answer = { key, version: versions[place], applied: place === 1 ? applied : [] };
    server['bill'] = answer;
    // The answer to the first call raises the version of the second.
    const { body } = entry;
    for (const hear of sent)
      hear({ entry: { ...entry, body: { ...body, version: (versions[place] ?? 0) - 1 } }, answer });
  }
  return acknowledged.untaken.map(({ words }) => words);
}

it('counts a promotion that the server did not take on a bill that only the till itself changed', () => {
  expect(untakenOf([2, 3])).toEqual(['Third at half']);
  expect(untakenOf([2, 3], { applied: [third] as unknown as Bill['applied'] })).toEqual([]);
});

it('counts a promotion that the server took for another amount', () => {
  const less = { ...third, parts: [{ itemKey: 'tea', qty: 3, amount: 450 }] };
  expect(untakenOf([2, 3], { applied: [less] as unknown as Bill['applied'] })).toEqual(['Third at half']);
});

it('asks for no promotion on a bill that another till changed before an earlier call of the same till arrived', () => {
  expect(untakenOf([3, 4])).toEqual([]);
});

it('asks for no promotion on a bill into which the one of the till was merged', () => {
  expect(untakenOf([2, 3], { key: 'other' })).toEqual([]);
});
