/** Categories of inventory items. Source: specification 9, requirements R20.3. */
export const inventoryCategories = ['Food', 'Beverage', 'Ingredients', 'Others'] as const;
export type InventoryCategory = (typeof inventoryCategories)[number];
