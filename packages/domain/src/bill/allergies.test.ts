import { expect, it } from 'vitest';
import { billAllergies, joinAllergies, sharedAllergies } from './allergies.ts';
import type { Bill } from './bill.ts';

const allergies = (ofCustomer: string | undefined, ofDelivery: string | undefined): string =>
  billAllergies({ customer: { allergies: ofCustomer }, delivery: { allergies: ofDelivery } } as Bill);

it('[R35.76] joins the allergies of customer and delivery, each once', () => {
  expect(allergies('Nuts', 'Milk')).toBe('Nuts, Milk');
  expect(allergies('Nuts', ' Nuts ')).toBe('Nuts');
  expect(allergies('', undefined)).toBe('');
  expect(billAllergies({ customer: null, delivery: null })).toBe('');
});

it('joins what was typed in several places: each word once, whatever its case, and none is lost', () => {
  expect(joinAllergies(['Nuts, milk', 'MILK , egg', undefined, ' '])).toBe('Nuts, milk, egg');
  expect(joinAllergies(['ބިސް، މަސް', 'މަސް'])).toBe('ބިސް, މަސް');
  expect(billAllergies({ allergies: 'Egg', customer: null, delivery: null })).toBe('Egg');
  expect(billAllergies({ allergies: 'Egg', customer: { allergies: 'Nuts' } } as Bill)).toBe('Egg, Nuts');
});

it('makes no field for bills without allergies', () => {
  expect(sharedAllergies({}, { allergies: '' })).toEqual({});
  expect(sharedAllergies({ allergies: 'Egg' }, { allergies: 'Milk' })).toEqual({ allergies: 'Egg, Milk' });
});
