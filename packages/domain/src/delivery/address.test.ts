import { expect, it } from 'vitest';
import { addressesOf } from './address.ts';

const work = { label: 'Work', line: 'Orchid Magu 4', area: 'Malé', landmark: 'Opposite the bank' };

it('[R35.47] offers the own address of a customer before the others, with island and landmark', () => {
  expect(addressesOf({ address: ' H. Reef House ', addresses: [work] })).toEqual([
    { label: '', address: 'H. Reef House', landmark: '' },
    { label: 'Work', address: 'Orchid Magu 4, Malé', landmark: 'Opposite the bank' },
  ]);
});

it('[R35.47] offers the default address first', () => {
  const marked = addressesOf({ address: 'H. Reef House', addresses: [work, { line: 'Villa 2', isDefault: true }] });
  expect(marked.map(({ address }) => address)).toEqual(['Villa 2', 'H. Reef House', 'Orchid Magu 4, Malé']);
});

it('[R35.47] offers no empty address and none twice', () => {
  expect(addressesOf({ address: '' })).toEqual([]);
  expect(addressesOf({ address: 'Villa 2', addresses: [{ line: 'Villa 2' }, { line: ' ' }] })).toHaveLength(1);
});
