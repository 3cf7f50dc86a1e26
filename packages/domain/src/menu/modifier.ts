/** What is chosen with an item: how it is cooked, what comes on top. Source: docs/rules.md#modifiers. */

/** One choice; `priceDelta` in laari, added to the price of one. `optionId` stays the same when the choice is renamed. */
export interface ModifierOption {
  readonly optionId: number;
  readonly name: string;
  readonly priceDelta: number;
  readonly isDefault: boolean;
  /** Whether the ticket says it. */
  readonly isPrinted: boolean;
  /** What it takes out of stock; 0 none. `qty` in stock units, at most 3 decimals, null none. */
  readonly inventoryItemId: number;
  readonly qty: number | null;
}

/** Choices of which at least `min` and at most `max` are taken; the first `freeCount` of them cost nothing. */
export interface ModifierGroup {
  readonly id: number;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly freeCount: number;
  readonly options: readonly ModifierOption[];
}
