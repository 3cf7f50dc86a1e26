import { describe, expect, it } from 'vitest';
import { settingDefinitions, settingKeysOf, settingOf } from './settings.ts';

describe('settings of an outlet', () => {
  it('returns the default of each setting while nothing is stored', () => {
    for (const key of Object.keys(settingDefinitions) as (keyof typeof settingDefinitions)[])
      expect(settingOf([], key), key).toEqual(settingDefinitions[key].default);
  });

  it('returns what is stored, as a value of the kind of the setting', () => {
    expect(settingOf([{ key: 'RequireVoidReason', value: 'false' }], 'RequireVoidReason')).toBe(false);
    expect(settingOf([{ key: 'KitchenAmberMinutes', value: ' 7 ' }], 'KitchenAmberMinutes')).toBe(7);
    expect(settingOf([{ key: 'MaxCashDifference', value: '5000' }], 'MaxCashDifference')).toBe(5000);
    expect(settingOf([{ key: 'NegativeStock', value: 'Block' }], 'NegativeStock')).toBe('Block');
    expect(settingOf([{ key: 'KotPrinter', value: ' Kitchen ' }], 'KotPrinter')).toBe('Kitchen');
    expect(settingOf([{ key: 'VoidReasons', values: ['Too late'] }], 'VoidReasons')).toEqual(['Too late']);
  });

  it('returns the default for a value that does not fit, and keeps numbers within their limits', () => {
    expect(settingOf([{ key: 'KotCopies', value: 'many' }], 'KotCopies')).toBe(1);
    expect(settingOf([{ key: 'KotCopies', value: '9' }], 'KotCopies')).toBe(3);
    expect(settingOf([{ key: 'ToastPlace', value: 'below' }], 'ToastPlace')).toBe('top-right');
    expect(settingOf([{ key: 'PaymentMethods', values: [] }], 'PaymentMethods')).toEqual([
      'Cash',
      'Card',
      'BankTransfer',
    ]);
    expect(settingOf([{ key: 'IdleLockSeconds', value: '' }], 'IdleLockSeconds')).toBeNull();
  });

  it('lists the settings of a section in the order of the table', () => {
    expect(settingKeysOf('kitchen')).toEqual([
      'KitchenAmberMinutes',
      'KitchenRedMinutes',
      'UnseenTicketMinutes',
      'KitchenOneTap',
    ]);
  });
});
