import { expect, it } from 'vitest';
import { areFirstStations, firstStations, inOrder, type Station, stationFor } from './station.ts';

const station = (code: string, more: Partial<Station>): Station => ({
  code,
  name: code,
  ticketType: 'Kot',
  sort: 0,
  ...more,
});
const item = (type = 'Kitchen', more = {}) => ({ id: 7, type, printable: true, ...more });
const place = (sectionId = 0, slotType: 'Table' | 'Delivery' = 'Table') => ({ slotType, sectionId });
const curry = station('CURRY', { categoryIds: [4] });
const roof = station('ROOF', { types: ['Kitchen'], sectionIds: [2] });

it('[R23.17] sends items to kitchen, bar and grill by their type until an outlet changes its stations, and NA nowhere', () => {
  const codes = ['Kitchen', 'Bar', 'Grill', 'NA'].map((type) => stationFor(item(type), [4], place(2), firstStations));
  expect(codes).toEqual(['KITCHEN', 'BAR', 'GRILL', null]);
  expect(stationFor(item('Kitchen', { printable: false }), [], place(), firstStations)).toBeNull();
});

it('[R23.17] sends an item to the station that names it most closely, where the bill is', () => {
  const all = [...firstStations, curry, roof];
  expect(stationFor(item(), [4], place(2), all)).toBe('CURRY');
  expect(stationFor(item(), [5], place(2), all)).toBe('ROOF');
  expect(stationFor(item(), [5], place(1), all)).toBe('KITCHEN');
  const own = station('OWN', { itemIds: [7] });
  expect(stationFor(item(), [4], place(2), [...all, own])).toBe('OWN');
  const away = station('AWAY', { types: ['Kitchen'], slotTypes: ['Delivery'] });
  expect(stationFor(item(), [], place(0, 'Delivery'), [...all, away])).toBe('AWAY');
  expect(stationFor(item(), [], place(), [...all, away])).toBe('KITCHEN');
});

it('[R23.17] gives no new item to a removed station or an expediter, and keeps the type where nothing fits', () => {
  const gone = [...firstStations, { ...curry, isRemoved: true }, station('EXPO', { isExpediter: true, itemIds: [7] })];
  expect(stationFor(item(), [4], place(), gone)).toBe('KITCHEN');
  expect(stationFor(item('Bar'), [], place(), [station('BAR', { slotTypes: ['Delivery'], types: ['Bar'] })])).toBe(
    'BAR',
  );
});

it('takes the first in order of equals, by sort and then by code', () => {
  const [a, b] = [station('A', { types: ['Kitchen'] }), station('B', { types: ['Kitchen'] })];
  expect(stationFor(item(), [], place(), [b, a])).toBe('A');
  expect(stationFor(item(), [], place(), [b, { ...a, sort: 9 }])).toBe('B');
  expect(areFirstStations(inOrder([]))).toBe(true);
  expect(areFirstStations(inOrder([curry]))).toBe(false);
});
