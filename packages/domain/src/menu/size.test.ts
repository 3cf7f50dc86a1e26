import { expect, it } from 'vitest';
import { sizeLabel } from './size.ts';

it('[R35.41] names a size only when the item has several, whatever the size is called', () => {
  expect(sizeLabel({ size: 'Medium', hasSizes: false })).toBe('');
  expect(sizeLabel({ size: 'Regular', hasSizes: true })).toBe('Regular');
  expect(sizeLabel({ size: 'Large', hasSizes: true })).toBe('Large');
});

it('[R35.41] shows an item of an earlier release without its size when that is the usual only one', () => {
  expect(sizeLabel({ size: 'Regular' })).toBe('');
  expect(sizeLabel({ size: 'Large' })).toBe('Large');
});
