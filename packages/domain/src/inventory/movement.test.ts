import { expect, it } from 'vitest';
import { adjustmentQty, dips, manualTypes, movementKinds, movementTypes } from './movement.ts';

it('[R2.22] signs an adjustment by its type; Set says what lies there', () => {
  expect(adjustmentQty('Waste', 500, 2000)).toBe(-500);
  expect(adjustmentQty('Opening', 500, 2000)).toBe(500);
  expect(adjustmentQty('Set', 500, 2000)).toBe(-1500);
  expect(adjustmentQty('Lost', 0, 2000)).toBe(0);
});

it('[R2.22] lets nobody enter what sales, transfers, counts and vendors’ invoices post', () => {
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

it('[R2.22] notices the dip to the reorder level once, and never for an item without one', () => {
  expect(dips(5000, 4000, 4000)).toBe(true);
  expect(dips(4000, 3000, 4000)).toBe(false);
  expect(dips(5000, 4001, 4000)).toBe(false);
  expect(dips(5000, -1, 0)).toBe(false);
});
