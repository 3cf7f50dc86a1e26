import { expect, it } from 'vitest';
import { billAllergies } from './allergies.ts';
import type { Bill } from './bill.ts';

const allergies = (ofCustomer: string | undefined, ofDelivery: string | undefined): string =>
  billAllergies({ customer: { allergies: ofCustomer }, delivery: { allergies: ofDelivery } } as Bill);

it('[R35.76] joins the allergies of customer and delivery, each once', () => {
  expect(allergies('Nuts', 'Milk')).toBe('Nuts, Milk');
  expect(allergies('Nuts', ' Nuts ')).toBe('Nuts');
  expect(allergies('', undefined)).toBe('');
  expect(billAllergies({ customer: null, delivery: null })).toBe('');
});
