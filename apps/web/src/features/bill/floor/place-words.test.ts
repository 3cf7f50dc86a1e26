import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { placeWords, textsOnce } from './place-words.ts';
import type { FloorSlot } from './use-floor-slots.ts';

it('[R23.3] a board of many places translates each text once, with its own values', () => {
  const asked: string[] = [];
  const translate = (key: string, given?: string | Readonly<Record<string, unknown>>): string => {
    const values = typeof given === 'object' ? Object.values(given).join(' ') : '';
    asked.push(`${key} ${values}`.trim());
    return `${key} ${values}`.trim();
  };
  const texts = textsOnce(translate as TFunction);
  const place = (at: number) => ({ type: 'Table' as const, slot: String(at), name: '', seats: 2 + (at % 2) });
  const all = Array.from({ length: 120 }, (_, at) => placeWords(texts, place(at), undefined));
  expect(all.map(({ description }) => description).slice(0, 3)).toEqual([
    'floor.seats 2',
    'floor.seats 3',
    'floor.seats 2',
  ]);
  expect(asked.toSorted()).toEqual(['bill.states.Free', 'bill.types.Table', 'floor.seats 2', 'floor.seats 3']);
});

it('a table of another waiter says the name, also when it is late, has unsaved changes or shares a bill', () => {
  const t = ((key: string, given?: object) => [key, ...Object.values(given ?? {})].join(' ')) as TFunction;
  const place = { type: 'Table', slot: '5', name: '', seats: 4 } as const;
  const theirs = {
    bill: { isMasked: true, status: 'Saved' } as FloorSlot['bill'],
    joinedTo: null,
    total: 0,
    covers: 0,
    minutes: 0,
    course: 0,
    waiter: 'Ahmed',
    waiterId: 8,
    isLate: false,
    isUnpaid: false,
    hasUnsaved: false,
    hasFailed: false,
    isUnseen: false,
  };
  const seen = (more: Partial<FloorSlot>) => {
    const { state, more: below, waiter } = placeWords(t, place, { ...theirs, ...more });
    return [state, below, waiter];
  };
  expect(seen({})).toEqual(['bill.taken', 'service.minutes 0', 'Ahmed']);
  expect(seen({ isLate: true, minutes: 59 })).toEqual(['bill.taken', 'bill.late · service.minutes 59', 'Ahmed']);
  expect(seen({ hasUnsaved: true })).toEqual(['bill.taken', 'bill.notSaved · service.minutes 0', 'Ahmed']);
  expect(seen({ joinedTo: '3' })).toEqual(['floor.joinedTo 3', 'service.minutes 0', 'Ahmed']);
  // And says it once.
  const heard = (more: Partial<FloorSlot>) => placeWords(t, place, { ...theirs, ...more }).description;
  expect([heard({}), heard({ joinedTo: '3' })]).toEqual(['floor.minutes 0', 'floor.minutes 0, Ahmed']);
});
