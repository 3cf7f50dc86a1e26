/** How many of an item are left. Source: R21.29, docs/rules.md#items-left. */

/** The last known count of an item. */
export interface ItemCount {
  readonly menuItemId: number;
  /** null: nobody counts it. Below 0, more was sold than there was. */
  readonly left: number | null;
  /** The business day of it, 'YYYY-MM-DD'. */
  readonly day: string;
  /** With how many each business day begins; absent: the count goes on. */
  readonly dailyQty?: number | undefined;
}

/** Returns how many are left on a business day; null for an item that is not counted. */
export function leftOn({ left, day, dailyQty }: Omit<ItemCount, 'menuItemId'>, today: string): number | null {
  return dailyQty !== undefined && day < today ? dailyQty : left;
}

/** Returns a count after so many more were sold, or given back where `sold` is below 0. Thousandths are exact. */
export function afterSale(left: number, sold: number): number {
  return Math.round((left - sold) * 1000) / 1000;
}
