/** Kinds of stock movements, and which of them a person may enter. Source: docs/rules.md#stock-movements. */
export const movementTypes = [
  'Opening',
  'Purchase',
  'PurchaseReturn',
  'Sale',
  'SaleVoid',
  'Return',
  'Waste',
  'Expired',
  'Lost',
  'StaffMeal',
  'TransferOut',
  'TransferIn',
  'TransferRejected',
  'CountAdjust',
  'ConvertOut',
  'ConvertIn',
  'Production',
  'Set',
] as const;
export type MovementType = (typeof movementTypes)[number];

/** How a type changes the stock; 'either' may increase or decrease it. */
export type Direction = 'in' | 'out' | 'either';

interface MovementKind {
  readonly direction: Direction;
  /** Whether a person may enter it as an adjustment. */
  readonly isManual: boolean;
}

const kind = (direction: Direction, isManual = false): MovementKind => ({ direction, isManual });

/** Direction and entry rule of every type. */
export const movementKinds: Readonly<Record<MovementType, MovementKind>> = {
  Opening: kind('in', true),
  Purchase: kind('in'),
  PurchaseReturn: kind('out', true),
  Sale: kind('out'),
  SaleVoid: kind('in'),
  Return: kind('in', true),
  Waste: kind('out', true),
  Expired: kind('out', true),
  Lost: kind('out', true),
  StaffMeal: kind('out', true),
  TransferOut: kind('out'),
  TransferIn: kind('in'),
  TransferRejected: kind('in'),
  CountAdjust: kind('either'),
  ConvertOut: kind('out', true),
  ConvertIn: kind('in', true),
  Production: kind('in', true),
  Set: kind('either', true),
};

/** Types that a person may enter. For 'Set' they enter the quantity on hand, for the others the quantity that went in or out. */
export const manualTypes = movementTypes.filter((type) => movementKinds[type].isManual);

/** Returns the signed quantity of an adjustment: `qty` (zero or more, thousandths) is what the person entered, `onHand` the current stock. */
export function adjustmentQty(type: MovementType, qty: number, onHand: number): number {
  const { direction } = movementKinds[type];
  if (direction === 'either') return qty - onHand;
  return direction === 'in' ? qty : qty === 0 ? 0 : -qty;
}

/** Values of the setting `NegativeStock`: what happens when a sale takes more than is on hand. Absent: Warn. */
export const negativeStockRules = ['Allow', 'Warn', 'Block'] as const;
export type NegativeStockRule = (typeof negativeStockRules)[number];

/** Returns whether a change takes an item from above its reorder level to the level or below. Always false for a level of 0. */
export function dropsToReorderLevel(before: number, after: number, reorderLevel: number): boolean {
  return reorderLevel > 0 && before > reorderLevel && after <= reorderLevel;
}
