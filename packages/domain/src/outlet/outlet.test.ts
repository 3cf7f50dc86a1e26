import { describe, expect, it } from 'vitest';
import { accountTypes, financialAccountTypes } from '../account/account.ts';
import { menuItemTypes, sizeNames } from '../menu/menu.ts';
import { findSize, onlySize } from '../menu/size.ts';
import { inventoryCategories } from '../stock/category.ts';
import { ratesAt } from '../tax/tax.ts';
import { defaultBusinessType, defaultCurrency, defaultGstPct, defaultSlot, defaultSlotTypes } from './defaults.ts';
import { gstModes } from './outlet.ts';
import { settingOf } from './settings.ts';
import { findSlot, slotNumbers } from './slot.ts';

describe('defaults', () => {
  const now = '2026-01-01T00:00:00.000Z';
  const rows = (business: 'Restaurant' | 'Retail') =>
    defaultSlotTypes(business).map((one) => {
      const { serviceChargePct, gstPct } = ratesAt(one, now);
      return [one.type, one.slotCount, serviceChargePct, gstPct];
    });

  it('[R20.1] gives a restaurant tables, delivery and takeaway', () => {
    expect(rows('Restaurant')).toEqual([
      ['Table', 41, 10, 8],
      ['Delivery', 41, 0, 8],
      ['Takeaway', 41, 0, 8],
    ]);
  });

  it('[R20.1] gives a shop a counter and delivery', () => {
    expect(rows('Retail')).toEqual([
      ['Counter', 24, 0, 8],
      ['Delivery', 24, 0, 8],
    ]);
  });

  it('[R20.2] defines the three kinds of GST and the default rate', () => {
    expect(gstModes).toEqual(['Inclusive', 'Exclusive', 'Exempt']);
    expect(defaultGstPct).toBe(8);
  });

  it('defines dated GST rates for the tourism sector', () => {
    const [table] = defaultSlotTypes('Restaurant', 'Tourism');
    expect(table && ratesAt(table, '2025-06-30T18:59:59Z').gstPct).toBe(16);
    expect(table && ratesAt(table, '2025-06-30T19:00:00Z').gstPct).toBe(17);
  });

  it('[R20.3] defines the constants of the specification', () => {
    expect(inventoryCategories).toEqual(['Food', 'Beverage', 'Ingredients', 'Others']);
    expect(menuItemTypes).toEqual(['NA', 'Kitchen', 'Bar', 'Grill']);
    expect(sizeNames).toEqual(['Small', 'Medium', 'Large']);
    expect(accountTypes).toEqual(['Personal', 'Business']);
    expect(financialAccountTypes).toEqual(['Income', 'Expense']);
    expect([defaultBusinessType, defaultCurrency]).toEqual(['Restaurant', 'MVR']);
    expect(defaultSlot).toEqual({ type: 'Table', slot: '1' });
  });
});

describe('slots', () => {
  const outlet = { slotTypes: defaultSlotTypes('Restaurant') };
  const reason = (type: string, slot: string) => {
    const found = findSlot(outlet, type, slot);
    return found.ok ? found.value.type : found.refusal.reason;
  };

  it('[R16.5] numbers slots from 1 and below the slot count', () => {
    const numbers = slotNumbers({ slotCount: 41 });
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([40, '1', '40']);
    expect(reason('Table', '1')).toBe('Table');
    expect(reason('Table', '40')).toBe('Table');
    for (const slot of ['41', '0', '-1', '01', '1.0', '', 'x', '99999'])
      expect(reason('Table', slot)).toBe('slotOutOfRange');
  });

  it('[R2.8] refuses a slot type that the outlet does not have', () => {
    expect(reason('Counter', '1')).toBe('slotTypeUnknown');
  });
});

describe('settings', () => {
  const settings = [
    { key: 'KotPrinter', value: ' Kitchen ' },
    { key: 'DrawerKick', value: 'false' },
    { key: 'LateTableMinutes', value: '60' },
    { key: 'VoidReasons', values: ['Mistake'] },
  ];

  it('reads texts, lists, numbers and switches', () => {
    expect(settingOf(settings, 'KotPrinter')).toBe('Kitchen');
    expect(settingOf(settings, 'BotPrinter')).toBe('');
    expect(settingOf(settings, 'VoidReasons')).toEqual(['Mistake']);
    expect(settingOf(settings, 'LateTableMinutes')).toBe(60);
    expect(settingOf(settings, 'DrawerKick')).toBe(false);
    expect(settingOf(settings, 'AutoPrintEnabled')).toBe(true);
  });
});

describe('sizes', () => {
  const small = { value: 'Small', sellingPrice: 100, isDefault: true };
  const large = { value: 'Large', sellingPrice: 200, isDefault: false };

  it('chooses the size of an item that has only one', () => {
    expect(onlySize({ sizes: [small] })).toBe(small);
    expect(onlySize({ sizes: [small, large] })).toBeUndefined();
    expect(findSize({ sizes: [small] }, '')).toBe(small);
    expect(findSize({ sizes: [small, large] }, '')).toBeUndefined();
    expect(findSize({ sizes: [small, large] }, 'Large')).toBe(large);
  });
});
