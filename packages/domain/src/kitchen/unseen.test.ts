import { expect, it } from 'vitest';
import { firstStations } from '../outlet/station.ts';
import { isAlarmDue, isUntouched, seenTicket } from './unseen.ts';

const createdAt = '2026-03-04T08:00:00.000Z';
const after = (minutes: number) => Date.parse(createdAt) + minutes * 60_000;
const stations = [...firstStations, { code: 'ROOF', name: 'Roof', ticketType: 'Kot', sort: 9 } as const];

it('counts a ticket as untouched until somebody moves it or says that it was seen, which keeps its first time', () => {
  const ticket = { state: 'New' as const };
  const seen = seenTicket(ticket, createdAt);
  expect([isUntouched(ticket), isUntouched(seen), isUntouched({ state: 'Preparing' })]).toEqual([true, false, false]);
  expect(seenTicket(seen, '2026-03-04T09:00:00.000Z')).toBe(seen);
});

it.each([
  ['KITCHEN', 5, 4.9, false],
  ['KITCHEN', 5, 5, true],
  ['KITCHEN', 0, 500, false],
  ['ROOF', 5, 500, false],
  ['GONE', 5, 500, false],
])('a ticket of %s with %d minutes allowed is due after %d: %s', (station, minutes, age, isDue) => {
  expect(isAlarmDue({ station, createdAt }, stations, minutes, after(age))).toBe(isDue);
});
