import { expect, it } from 'vitest';
import { adjustmentQty, dropsToReorderLevel, manualTypes, movementKinds, movementTypes } from './movement.ts';

it('[R2.22] signs an adjustment by its type; Set is the new quantity on hand', () => {
  expect(adjustmentQty('Waste', 500, 2000)).toBe(-500);
  expect(adjustmentQty('Opening', 500, 2000)).toBe(500);
  expect(adjustmentQty('Set', 500, 2000)).toBe(-1500);
  expect(adjustmentQty('Lost', 0, 2000)).toBe(0);
});

it('[R2.22] excludes movements of sales, transfers, counts and purchase invoices from manual entry', () => {
  const posted = movementTypes.filter((type) => !manualTypes.includes(type));
  expect(posted).toEqual([
    'Purchase',
    'Sale',
    'SaleVoid',
    'TransferOut',
    'TransferIn',
    'TransferRejected',
    'CountAdjust',
  ]);
  expect(movementKinds.Set.direction).toBe('either');
});

it('[R2.22] detects the drop to the reorder level once, and never for an item without one', () => {
  expect(dropsToReorderLevel(5000, 4000, 4000)).toBe(true);
  expect(dropsToReorderLevel(4000, 3000, 4000)).toBe(false);
  expect(dropsToReorderLevel(5000, 4001, 4000)).toBe(false);
  expect(dropsToReorderLevel(5000, -1, 0)).toBe(false);
});
