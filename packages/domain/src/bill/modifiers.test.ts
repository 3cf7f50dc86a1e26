import { describe, expect, it } from 'vitest';
import type { ModifierGroup } from '../menu/modifier.ts';
import { defaultModifiers, modifierGaps, pricedModifiers } from './modifiers.ts';

const option = (optionId: number, name: string, priceDelta: number, isDefault = false) => ({
  optionId,
  name,
  priceDelta,
  isDefault,
  isPrinted: true,
  inventoryItemId: 0,
  qty: null,
});
const cooking: ModifierGroup = {
  id: 1,
  name: 'Cooking',
  min: 1,
  max: 1,
  freeCount: 0,
  options: [option(11, 'Medium', 0, true), option(12, 'Well done', 0)],
};
const toppings: ModifierGroup = {
  id: 2,
  name: 'Toppings',
  min: 0,
  max: 3,
  freeCount: 1,
  options: [option(21, 'Cheese', 500), option(22, 'Egg', 800), option(23, 'No onion', -200)],
};
const groups = [cooking, toppings];
const chosen = (...ids: number[]) => ids.map((optionId) => ({ optionId }));

describe('modifiers of an item', () => {
  it('[R14.1] prices modifiers from the menu, the first free ones at zero, and ignores prices of the device', () => {
    const sent = [{ optionId: 22, priceDelta: 1 }, { optionId: 21 }, { optionId: 12 }, { optionId: 99 }];
    expect(pricedModifiers(groups, sent)).toEqual([
      { optionId: 12, name: 'Well done', priceDelta: 0 },
      { optionId: 22, name: 'Egg', priceDelta: 0 },
      { optionId: 21, name: 'Cheese', priceDelta: 500 },
    ]);
    // A negative price still counts when the option is free.
    expect(pricedModifiers(groups, chosen(23)).map((one) => one.priceDelta)).toEqual([-200]);
  });

  it('a negative price counts once for an option, and for no more options than its group allows', () => {
    const prices = (...ids: number[]) => pricedModifiers(groups, chosen(...ids)).map((one) => one.priceDelta);
    expect(prices(23, 23, 23)).toEqual([-200, 0, 0]);
    expect(prices(21, 22, 21, 23)).toEqual([0, 800, 500, 0]);
  });

  it('[R14.1] reports groups with fewer than the minimum or more than the maximum', () => {
    const gaps = (...ids: number[]) => modifierGaps(groups, chosen(...ids)).map((gap) => [gap.group.id, gap.missing]);
    expect(gaps()).toEqual([[1, 1]]);
    expect(gaps(11, 12)).toEqual([[1, -1]]);
    expect(gaps(11, 21, 21, 22, 23)).toEqual([[2, -1]]);
    expect(gaps(11, 21, 21, 22)).toEqual([]);
    expect(defaultModifiers(groups).map((one) => one.optionId)).toEqual([11]);
  });
});
