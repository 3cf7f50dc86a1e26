/** Categories of inventory items. Source: R20.3. */
export const inventoryCategories = ['Food', 'Beverage', 'Ingredients', 'Others'] as const;
export type InventoryCategory = (typeof inventoryCategories)[number];
