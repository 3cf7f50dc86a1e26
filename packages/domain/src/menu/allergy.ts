/** Which allergens a typed allergy names, and which items contain them. Source: R35.76, docs/rules.md#allergens. */
import { allergens } from './allergen.ts';

type Allergen = (typeof allergens)[number];

/** Words that name an allergen, in the singular; shellfish is both kinds, and nuts may mean peanuts. */
const words: Readonly<Record<Allergen, readonly string[]>> = {
  Celery: ['celery', 'celeriac'],
  Crustaceans: ['crustacean', 'shrimp', 'prawn', 'crab', 'lobster', 'shellfish', 'seafood'],
  Eggs: ['egg'],
  Fish: ['fish', 'tuna', 'seafood'],
  Gluten: ['gluten', 'wheat', 'barley', 'rye', 'coeliac', 'celiac'],
  Lupin: ['lupin', 'lupine'],
  Milk: ['milk', 'dairy', 'lactose', 'cheese', 'butter', 'cream'],
  Molluscs: ['mollusc', 'mollusk', 'squid', 'octopus', 'clam', 'mussel', 'oyster', 'shellfish', 'seafood'],
  Mustard: ['mustard'],
  Nuts: ['nut', 'almond', 'cashew', 'hazelnut', 'walnut', 'pecan', 'pistachio', 'macadamia'],
  Peanuts: ['peanut', 'groundnut', 'nut'],
  Sesame: ['sesame', 'tahini'],
  Soya: ['soya', 'soy'],
  Sulphites: ['sulphite', 'sulfite'],
};

/** Returns the allergens that a typed text names: 'No nuts, lactose' names Milk, Nuts and Peanuts. */
export function namedAllergens(text: string): readonly Allergen[] {
  const typed = new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);
  return allergens.filter((each) => words[each].some((word) => typed.has(word) || typed.has(`${word}s`)));
}

/** Returns the allergens of an item that a guest's allergies name. */
export function allergensAgainst(
  item: { readonly allergens?: readonly string[] | undefined },
  allergies: string,
): string[] {
  const named: readonly string[] = namedAllergens(allergies);
  return (item.allergens ?? []).filter((each) => named.includes(each));
}
