/** Modifiers: choices that come with a menu item, such as cooking or toppings. Source: docs/rules.md#modifiers. */

/** One choice; `priceDelta` in laari, added to the unit price. `optionId` stays the same when the option is renamed. */
export interface ModifierOption {
  readonly optionId: number;
  readonly name: string;
  readonly priceDelta: number;
  readonly isDefault: boolean;
  /** Whether the option is printed on the kitchen ticket. */
  readonly isPrinted: boolean;
  /** The inventory item that it consumes, 0 for none. `qty` in stock units, at most 3 decimals, null for none. */
  readonly inventoryItemId: number;
  readonly qty: number | null;
  /** The code of the station that makes it; absent: that of its item. */
  readonly station?: string | undefined;
}

/** Options of which at least `min` and at most `max` are chosen; the first `freeCount` of them are free. */
export interface ModifierGroup {
  readonly id: number;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly freeCount: number;
  readonly options: readonly ModifierOption[];
}
