import { expect, it } from 'vitest';
import { allergens } from './allergen.ts';
import { allergensAgainst, namedAllergens } from './allergy.ts';

it('[R35.76] finds each allergen by its own name, however it is written', () => {
  for (const one of allergens) {
    expect(namedAllergens(`allergic to ${one.toUpperCase()}!`)).toContain(one);
    expect(namedAllergens(one.replace(/s$/, ''))).toContain(one);
  }
});

it('[R35.76] finds allergens by common words, and not inside other words', () => {
  expect(namedAllergens('No nuts, lactose')).toEqual(['Milk', 'Nuts', 'Peanuts']);
  expect(namedAllergens('peanuts')).toEqual(['Peanuts']);
  expect(namedAllergens('shellfish')).toEqual(['Crustaceans', 'Molluscs']);
  expect(namedAllergens('coconut, buttery place, eggplant')).toEqual([]);
  expect(namedAllergens('')).toEqual([]);
});

it('[R35.76] returns the allergens of an item that the guest must not eat', () => {
  const cake = { allergens: ['Eggs', 'Milk', 'Nuts'] };
  expect(allergensAgainst(cake, 'cashew, egg')).toEqual(['Eggs', 'Nuts']);
  expect(allergensAgainst(cake, 'fish')).toEqual([]);
  expect(allergensAgainst({}, 'egg')).toEqual([]);
});
