import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { expect, it } from 'vitest';
import { boxOf, fittingName, placeRoom } from './place-room.ts';

const words = {
  shortName: '5',
  state: 'Saved',
  amount: '175.82',
  more: '25′ · 3 guests',
  course: 'Course 2',
  waiter: 'Abdulla Shareef Mohamed',
  name: '',
  description: '',
  title: '',
};
const at = (width: number, height: number, isRound = false) => ({ width, height, isRound });

it('a place shows the name of its waiter where it has room for it, else the initials', () => {
  const waiterAt = (box: ReturnType<typeof at>, more = {}) => {
    const { waiter, initials } = placeRoom({ ...words, ...more }, box);
    return waiter || initials;
  };
  expect(waiterAt(at(200, 144))).toBe('Abdulla Shareef Mohamed');
  expect(waiterAt(at(88, 88))).toBe('Abdulla M.');
  expect(waiterAt(at(82, 82))).toBe('Abdulla M.');
  expect(waiterAt(at(82, 82, true))).toBe('Abdulla');
  expect(waiterAt(at(64, 64))).toBe('AM');
  expect(waiterAt(at(88, 48))).toBe('AM');
  // A table of another waiter shows no amount, and has room.
  expect(waiterAt(at(64, 64), { state: 'Taken', amount: '' })).toBe('Abdulla');
  expect(waiterAt(at(64, 64), { shortName: '1204' })).toBe('');
  expect(waiterAt(at(64, 64), { shortName: 'Window' })).toBe('AM');
  expect(waiterAt(at(64, 64), { shortName: 'By the pool', state: 'Checked in' })).toBe('');
  expect(waiterAt(at(40, 40))).toBe('');
  expect(waiterAt(at(64, 64), { waiter: '' })).toBe('');
  expect(placeRoom(words, undefined).waiter).toBe('Abdulla Shareef Mohamed');
  expect([fittingName('Aisha', 10), fittingName('Ahmed Ali –', 70)]).toEqual(['Aisha', 'Ahmed Ali –']);
});

it('a narrow place shows an amount in small digits, or not at all, and never a part of it', () => {
  const amountOf = (amount: string) => placeRoom({ ...words, amount }, at(64, 64)).amount;
  expect(['175.82', '1,045.44', '12,345.67', ''].map(amountOf)).toEqual(['usual', 'small', 'none', 'none']);
});

it('takes no vowel of Dhivehi, which is above or below its letter, for another letter', () => {
  const saved = placeRoom({ ...words, state: 'ސޭވްކޮށްފައި' }, at(64, 64));
  expect(saved).toMatchObject({ amount: 'usual', initials: 'AM' });
  expect(fittingName('އަޙްމަދު ޝަރީފް', 60)).toBe('އަޙްމަދު ޝަރީފް');
});

it('has room in a rotated place for what stays upright', () => {
  const place = { ...newPlace('Table', '1', []), width: 96, height: 192 } as const;
  expect(boxOf(place, 0.5)).toEqual(at(48, 96));
  expect(boxOf({ ...place, rotation: 90 }, 0.5)).toEqual(at(48, 48));
  expect(boxOf({ ...place, width: 192, height: 96, rotation: 90 }, 0.5)).toEqual(at(48, 96));
  expect(boxOf({ ...place, rotation: 45 }, 0.5)).toEqual(at(48, 48, true));
});
