import { expect, it } from 'vitest';
import { newItemType } from './new-item-type.ts';

it('[R2.20] a new item of a shop has no ticket, until the shop has a printer for tickets', () => {
  expect(newItemType('Retail', [])).toBe('NA');
  expect(newItemType('Retail', [{ key: 'BillPrinter', value: 'Front' }])).toBe('NA');
  for (const key of ['KotPrinter', 'BotPrinter', 'GrillPrinter'])
    expect(newItemType('Retail', [{ key, value: 'Grill 1' }])).toBe('Kitchen');
});

it('[R2.20] a new item of a restaurant goes to the kitchen, with or without a printer', () => {
  expect(newItemType('Restaurant', [])).toBe('Kitchen');
  expect(newItemType(undefined, [])).toBe('Kitchen');
});
