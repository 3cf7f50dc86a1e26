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

/** What a type does to what lies there: 'either' may do both. */
export type Direction = 'in' | 'out' | 'either';

interface MovementKind {
  readonly direction: Direction;
  /** A person may enter it as an adjustment. */
  readonly isManual: boolean;
}

const kind = (direction: Direction, isManual = false): MovementKind => ({ direction, isManual });

/** Every type once. */
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

/** Types that a person may enter. 'Set' says what lies there; of the others the quantity that went in or out is said. */
export const manualTypes = movementTypes.filter((type) => movementKinds[type].isManual);

/** Answers the signed quantity of an adjustment: `qty` (zero or more, thousandths) as the person said it, `onHand` as it is. */
export function adjustmentQty(type: MovementType, qty: number, onHand: number): number {
  const { direction } = movementKinds[type];
  if (direction === 'either') return qty - onHand;
  return direction === 'in' ? qty : qty === 0 ? 0 : -qty;
}

/** What `NegativeStock` says of a sale that takes more than lies there. Absent: Warn. */
export const negativeStockRules = ['Allow', 'Warn', 'Block'] as const;
export type NegativeStockRule = (typeof negativeStockRules)[number];

/** Answers whether an item dips to its reorder level by this change: it was above it and is no more. A level of 0 never warns. */
export function dips(before: number, after: number, reorderLevel: number): boolean {
  return reorderLevel > 0 && before > reorderLevel && after <= reorderLevel;
}
