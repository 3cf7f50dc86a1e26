/** The demo restaurant's opening stock, what it cost, and what its dishes are made of. */

/** Rufiyaa for one unit, the quantity at the opening, and how much of that is in the kitchen. */
type Opening = readonly [name: string, price: number, store: number, kitchen: number];

export const demoOpening: readonly Opening[] = [
  ['Yellowfin tuna', 75, 14, 4],
  ['Reef fish fillet', 85, 8, 2.5],
  ['Prawns', 140, 6, 2],
  ['Smoked tuna', 160, 5, 1.5],
  ['Chicken breast', 62, 18, 5],
  ['Chicken thigh', 54, 14, 4],
  ['Beef patty', 14.5, 120, 36],
  ['Beef sirloin', 210, 6, 2],
  ['Eggs', 2.4, 210, 60],
  ['Burger buns', 3.5, 96, 36],
  ['Toast bread', 1.6, 80, 20],
  ['Tortilla wraps', 4.2, 48, 24],
  ['Basmati rice', 24, 60, 12],
  ['Wheat flour', 13, 50, 8],
  ['Egg noodles', 28, 20, 6],
  ['Cooking oil', 22, 40, 8],
  ['Coconut milk', 38, 24, 6],
  ['Sugar', 17, 30, 5],
  ['Curry powder', 95, 4, 1],
  ['Chilli', 60, 3, 1],
  ['Onions', 16, 20, 5],
  ['Tomatoes', 32, 10, 4],
  ['Lettuce', 55, 5, 1.5],
  ['Potatoes', 18, 30, 10],
  ['Fresh coconut', 12, 40, 15],
  ['Limes', 45, 6, 2],
  ['Mango', 40, 9, 3],
  ['Cheese slices', 1.9, 168, 84],
  ['Butter', 120, 6, 1.5],
  ['Fresh milk', 24, 36, 18],
  ['Coffee beans', 260, 6, 2],
  ['Black tea', 180, 2, 0.5],
  ['Cola', 7.2, 144, 48],
  ['Water 500 ml', 3.1, 192, 72],
  ['Ice cream', 68, 20, 5],
];

/** Item, quantity, unit, wastage in per cent. */
type Ingredient = readonly [name: string, qty: number, unit: string, wastagePct?: number];

export interface DemoRecipe {
  readonly name: string;
  /** Absent for a part of other recipes. */
  readonly menuItem?: string;
  readonly size?: string;
  readonly yieldQty?: number;
  readonly yieldUnit?: string;
  readonly method?: string;
  readonly lines: readonly Ingredient[];
}

/** Parts come before the recipes that contain them; a line may name one. */
export const demoRecipes: readonly DemoRecipe[] = [
  {
    name: 'Boiled rice',
    yieldQty: 2.5,
    yieldUnit: 'kg',
    method: 'Wash three times. Boil for 12 minutes, rest for 10.',
    lines: [['Basmati rice', 1, 'kg']],
  },
  {
    name: 'Curry base',
    yieldQty: 2,
    yieldUnit: 'l',
    lines: [
      ['Coconut milk', 1.2, 'l'],
      ['Onions', 400, 'g', 10],
      ['Curry powder', 60, 'g'],
      ['Cooking oil', 100, 'ml'],
    ],
  },
  {
    name: 'Lagoon Burger',
    menuItem: 'Lagoon Burger',
    lines: [
      ['Beef patty', 1, 'pc'],
      ['Burger buns', 1, 'pc'],
      ['Cheese slices', 2, 'pc'],
      ['Lettuce', 20, 'g', 15],
      ['Tomatoes', 40, 'g', 10],
      ['Potatoes', 150, 'g', 12],
    ],
  },
  {
    name: 'Chicken Burger',
    menuItem: 'Chicken Burger',
    lines: [
      ['Chicken breast', 140, 'g', 5],
      ['Burger buns', 1, 'pc'],
      ['Lettuce', 20, 'g', 15],
      ['Cheese slices', 1, 'pc'],
      ['Potatoes', 150, 'g', 12],
    ],
  },
  {
    name: 'Reef Fish Burger',
    menuItem: 'Reef Fish Burger',
    lines: [
      ['Reef fish fillet', 130, 'g', 8],
      ['Burger buns', 1, 'pc'],
      ['Lettuce', 20, 'g', 15],
      ['Potatoes', 150, 'g', 12],
    ],
  },
  {
    name: 'Chicken Wrap',
    menuItem: 'Chicken Wrap',
    lines: [
      ['Chicken breast', 110, 'g', 5],
      ['Tortilla wraps', 1, 'pc'],
      ['Lettuce', 25, 'g', 15],
      ['Tomatoes', 30, 'g', 10],
    ],
  },
  {
    name: 'Mas Huni',
    menuItem: 'Mas Huni',
    lines: [
      ['Smoked tuna', 70, 'g'],
      ['Fresh coconut', 0.3, 'pc'],
      ['Onions', 25, 'g', 10],
      ['Chilli', 3, 'g'],
      ['Limes', 10, 'g'],
    ],
  },
  {
    name: 'Mas Huni with Egg',
    menuItem: 'Mas Huni with Egg',
    lines: [
      ['Smoked tuna', 70, 'g'],
      ['Fresh coconut', 0.3, 'pc'],
      ['Onions', 25, 'g', 10],
      ['Eggs', 2, 'pc'],
    ],
  },
  {
    name: 'Fried Rice, small',
    menuItem: 'Fried Rice',
    size: 'Small',
    lines: [
      ['Boiled rice', 250, 'g'],
      ['Eggs', 1, 'pc'],
      ['Chicken thigh', 60, 'g', 5],
      ['Cooking oil', 15, 'ml'],
    ],
  },
  {
    name: 'Fried Rice, large',
    menuItem: 'Fried Rice',
    size: 'Large',
    lines: [
      ['Boiled rice', 400, 'g'],
      ['Eggs', 2, 'pc'],
      ['Chicken thigh', 90, 'g', 5],
      ['Cooking oil', 20, 'ml'],
    ],
  },
  {
    name: 'Tuna Fried Rice',
    menuItem: 'Tuna Fried Rice',
    lines: [
      ['Boiled rice', 320, 'g'],
      ['Yellowfin tuna', 80, 'g', 10],
      ['Eggs', 1, 'pc'],
      ['Cooking oil', 15, 'ml'],
    ],
  },
  {
    name: 'Mas Riha',
    menuItem: 'Mas Riha',
    lines: [
      ['Curry base', 200, 'ml'],
      ['Yellowfin tuna', 150, 'g', 10],
      ['Boiled rice', 200, 'g'],
    ],
  },
  {
    name: 'Kukulhu Riha',
    menuItem: 'Kukulhu Riha',
    lines: [
      ['Curry base', 200, 'ml'],
      ['Chicken thigh', 160, 'g', 8],
      ['Boiled rice', 200, 'g'],
    ],
  },
  {
    name: 'Prawn Noodles',
    menuItem: 'Prawn Noodles',
    lines: [
      ['Egg noodles', 160, 'g'],
      ['Prawns', 110, 'g', 15],
      ['Cooking oil', 15, 'ml'],
    ],
  },
  { name: 'Lagoon Fries, small', menuItem: 'Lagoon Fries', size: 'Small', lines: [['Potatoes', 200, 'g', 12]] },
  { name: 'Lagoon Fries, large', menuItem: 'Lagoon Fries', size: 'Large', lines: [['Potatoes', 320, 'g', 12]] },
  { name: 'Espresso', menuItem: 'Espresso', lines: [['Coffee beans', 9, 'g']] },
  {
    name: 'Milk Tea',
    menuItem: 'Milk Tea',
    lines: [
      ['Black tea', 3, 'g'],
      ['Fresh milk', 120, 'ml'],
      ['Sugar', 12, 'g'],
    ],
  },
  {
    name: 'Mango Juice',
    menuItem: 'Mango Juice',
    lines: [
      ['Mango', 220, 'g', 25],
      ['Sugar', 10, 'g'],
    ],
  },
  { name: 'Cola', menuItem: 'Cola', lines: [['Cola', 1, 'can']] },
];

export interface DemoInvoice {
  readonly paper: string;
  readonly vendor: string;
  readonly daysAgo: number;
  /** Item, quantity, unit, rufiyaa for one. */
  readonly lines: readonly (readonly [item: string, qty: number, unit: string, price: number])[];
  readonly freight?: number;
  readonly state: 'Draft' | 'Posted' | 'Received' | 'Paid';
}

export const demoInvoices: readonly DemoInvoice[] = [
  {
    paper: 'CF-20418',
    vendor: 'Coral Foods Trading',
    daysAgo: 12,
    freight: 180,
    lines: [
      ['Basmati rice', 3, 'bag', 470],
      ['Cooking oil', 1, 'can', 452],
      ['Coconut milk', 2, 'case', 440],
    ],
    state: 'Paid',
  },
  {
    paper: 'SP-0771',
    vendor: 'Southern Poultry',
    daysAgo: 18,
    lines: [
      ['Chicken breast', 2, 'case', 635],
      ['Chicken thigh', 2, 'case', 548],
      ['Beef patty', 2, 'case', 706],
      ['Eggs', 8, 'tray', 74],
    ],
    state: 'Received',
  },
  {
    paper: 'EQ-11902',
    vendor: 'Equator Beverages',
    daysAgo: 3,
    lines: [['Cola', 6, 'case', 171]],
    state: 'Posted',
  },
  {
    paper: 'IG-5520',
    vendor: 'Island Greens',
    daysAgo: 1,
    lines: [
      ['Tomatoes', 2, 'box', 260],
      ['Onions', 2, 'bag', 158],
      ['Potatoes', 3, 'bag', 176],
    ],
    state: 'Draft',
  },
];
