/** Vendors, storages, inventory items and other records of the demo outlets. */
import type { InventoryCategory } from '@atoll/domain/stock/category';

/** Name, phone, contact, payment terms in days. */
type Vendor = readonly [name: string, phone: string, contact: string, termsDays: number];

export const demoVendors: readonly Vendor[] = [
  ['Malé Fish Market', '3321100', 'Hassan Fulhu', 0],
  ['Island Greens', '3325571', 'Aishath Nazima', 7],
  ['Coral Foods Trading', '3310042', 'Ibrahim Rameez', 30],
  ['Equator Beverages', '3337718', 'Mohamed Simah', 30],
  ['Atoll Dairy Imports', '3348820', 'Shifana Ali', 15],
  ['Blue Lagoon Bakery', '3316640', 'Yoosuf Manik', 0],
  ['Highland Coffee Roasters', '3329913', 'Nadha Saeed', 30],
  ['Southern Poultry', '3301287', 'Ahmed Vishan', 15],
  ['Spice Route Maldives', '3318876', 'Fathimath Suha', 30],
  ['Lagoon Packaging', '3340915', 'Ali Hameed', 30],
  ['Crystal Water Company', '3322204', 'Adam Naseem', 7],
  ['Reef Cleaning Supplies', '3335089', 'Mariyam Didi', 30],
  ['Sunrise Souvenirs', '3344471', 'Hawwa Shadha', 45],
];

export const demoStorages = [
  { name: 'Dry store', type: 'Dry', isDefaultReceiving: true, isDefaultIssue: false, countFrequency: 'Monthly' },
  { name: 'Chiller', type: 'Chiller', isDefaultReceiving: false, isDefaultIssue: false, countFrequency: 'Weekly' },
  { name: 'Freezer', type: 'Freezer', isDefaultReceiving: false, isDefaultIssue: false, countFrequency: 'Weekly' },
  { name: 'Kitchen', type: 'Kitchen', isDefaultReceiving: false, isDefaultIssue: true, countFrequency: 'Daily' },
] as const;

/** Name, category, unit, purchase unit and how many units it holds, reorder level, vendor, storage. */
type Goods = readonly [
  name: string,
  category: InventoryCategory,
  unit: string,
  purchaseUnit: string,
  factor: number,
  reorder: number,
  vendor: number,
  storage: number,
];

/** Vendors and storages are given by their index in the lists above. */
export const demoInventory: readonly Goods[] = [
  ['Yellowfin tuna', 'Food', 'kg', '', 1, 8, 0, 1],
  ['Reef fish fillet', 'Food', 'kg', '', 1, 5, 0, 1],
  ['Prawns', 'Food', 'kg', 'box', 2, 4, 0, 2],
  ['Smoked tuna', 'Food', 'kg', '', 1, 3, 0, 1],
  ['Chicken breast', 'Food', 'kg', 'case', 10, 10, 7, 2],
  ['Chicken thigh', 'Food', 'kg', 'case', 10, 8, 7, 2],
  ['Beef patty', 'Food', 'pc', 'case', 48, 48, 7, 2],
  ['Beef sirloin', 'Food', 'kg', '', 1, 4, 7, 2],
  ['Eggs', 'Food', 'pc', 'tray', 30, 90, 7, 1],
  ['Sausages', 'Food', 'pc', 'pack', 20, 40, 7, 2],
  ['Burger buns', 'Food', 'pc', 'pack', 12, 48, 5, 0],
  ['Toast bread', 'Food', 'pc', 'pack', 20, 40, 5, 0],
  ['Tortilla wraps', 'Food', 'pc', 'pack', 12, 24, 5, 0],
  ['Basmati rice', 'Ingredients', 'kg', 'bag', 20, 25, 2, 0],
  ['Wheat flour', 'Ingredients', 'kg', 'bag', 25, 25, 2, 0],
  ['Egg noodles', 'Ingredients', 'kg', 'case', 10, 8, 2, 0],
  ['Pasta', 'Ingredients', 'kg', 'case', 12, 6, 2, 0],
  ['Cooking oil', 'Ingredients', 'l', 'can', 20, 20, 2, 0],
  ['Coconut milk', 'Ingredients', 'l', 'case', 12, 12, 2, 0],
  ['Sugar', 'Ingredients', 'kg', 'bag', 25, 15, 2, 0],
  ['Salt', 'Ingredients', 'kg', 'bag', 10, 4, 2, 0],
  ['Curry powder', 'Ingredients', 'kg', 'pack', 1, 2, 8, 0],
  ['Chilli', 'Ingredients', 'kg', '', 1, 2, 1, 1],
  ['Onions', 'Ingredients', 'kg', 'bag', 10, 10, 1, 0],
  ['Tomatoes', 'Ingredients', 'kg', 'box', 8, 6, 1, 1],
  ['Lettuce', 'Ingredients', 'kg', '', 1, 3, 1, 1],
  ['Potatoes', 'Ingredients', 'kg', 'bag', 10, 15, 1, 0],
  ['Fresh coconut', 'Ingredients', 'pc', '', 1, 20, 1, 0],
  ['Limes', 'Ingredients', 'kg', '', 1, 4, 1, 1],
  ['Watermelon', 'Ingredients', 'kg', '', 1, 10, 1, 1],
  ['Mango', 'Ingredients', 'kg', 'box', 6, 6, 1, 1],
  ['Cheese slices', 'Ingredients', 'pc', 'pack', 84, 84, 4, 1],
  ['Butter', 'Ingredients', 'kg', 'case', 10, 4, 4, 1],
  ['Fresh milk', 'Beverage', 'l', 'case', 12, 24, 4, 1],
  ['Oat milk', 'Beverage', 'l', 'case', 6, 6, 4, 0],
  ['Coffee beans', 'Beverage', 'kg', 'bag', 1, 4, 6, 0],
  ['Black tea', 'Beverage', 'kg', 'pack', 1, 1, 6, 0],
  ['Cola', 'Beverage', 'can', 'case', 24, 72, 3, 0],
  ['Water 500 ml', 'Beverage', 'bottle', 'case', 24, 96, 10, 0],
  ['Ice cream', 'Food', 'l', 'box', 5, 10, 4, 2],
  ['Takeaway boxes', 'Others', 'pc', 'case', 200, 200, 9, 0],
  ['Paper napkins', 'Others', 'pack', 'case', 24, 12, 9, 0],
];

export const demoModifiers = [
  {
    name: 'Burger extras',
    maxChoices: 4,
    options: [
      { name: 'Cheese', priceDelta: 1000 },
      { name: 'Egg', priceDelta: 800 },
      { name: 'Bacon', priceDelta: 1500 },
      { name: 'No onions', priceDelta: 0 },
    ],
    items: ['Lagoon Burger', 'Chicken Burger', 'Reef Fish Burger'],
  },
  {
    name: 'Side',
    isRequired: true,
    minChoices: 1,
    options: [
      { name: 'Fries', priceDelta: 0, isDefault: true },
      { name: 'Salad', priceDelta: 0 },
      { name: 'Sweet potato fries', priceDelta: 1200 },
    ],
    items: ['Lagoon Burger', 'Chicken Burger', 'Reef Fish Burger'],
  },
  {
    name: 'Cooked',
    isRequired: true,
    minChoices: 1,
    options: [{ name: 'Rare' }, { name: 'Medium', isDefault: true }, { name: 'Well done' }],
    items: ['Beef Steak', 'Grilled Tuna Steak'],
  },
  {
    name: 'Milk',
    options: [{ name: 'Whole milk', isDefault: true }, { name: 'Oat milk', priceDelta: 800 }, { name: 'No milk' }],
    items: ['Cappuccino', 'Flat White', 'Café Latte', 'Iced Coffee', 'Hot Chocolate'],
  },
  {
    name: 'Coffee extras',
    maxChoices: 3,
    options: [{ name: 'Extra shot', priceDelta: 1000 }, { name: 'Vanilla', priceDelta: 500 }, { name: 'Less sugar' }],
    items: ['Espresso', 'Cappuccino', 'Flat White', 'Café Latte', 'Iced Coffee'],
  },
] as const;

export const demoZones = [
  { name: 'Malé', fee: 1500, freeAbove: 30_000, etaMinutes: 25 },
  { name: 'Hulhumalé', fee: 3000, minOrder: 10_000, freeAbove: 50_000, etaMinutes: 45 },
  { name: 'Villimalé', fee: 2500, minOrder: 10_000, etaMinutes: 40 },
  { name: 'Airport', fee: 4500, minOrder: 20_000, etaMinutes: 50 },
];

/** House accounts, with the customer who signs for them; and headings of the ledger. */
export const demoAccounts = [
  {
    name: 'Blue Horizon Divers',
    accountType: 'Business',
    phone: '3321188',
    tin: '1012345GST501',
    creditLimit: 1_500_000,
    signer: 'Blue Horizon Divers',
  },
  {
    name: 'Reef Stationery',
    accountType: 'Business',
    phone: '3329071',
    tin: '1023456GST501',
    creditLimit: 500_000,
    signer: 'Reef Stationery',
  },
  { name: 'Ahmed Rasheed', accountType: 'Personal', phone: '7771201', creditLimit: 200_000, signer: 'Ahmed Rasheed' },
  { name: 'Other income', kind: 'Financial', financialType: 'Income' },
  { name: 'Rent', kind: 'Financial', financialType: 'Expense' },
  { name: 'Electricity and water', kind: 'Financial', financialType: 'Expense' },
  { name: 'Repairs', kind: 'Financial', financialType: 'Expense' },
  { name: 'Freight', kind: 'Financial', financialType: 'Expense' },
] as const;
