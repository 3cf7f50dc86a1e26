import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCardNumber } from './card-text.ts';
import { fieldMessage } from './validate.ts';

const card = '4111 1111 1111 1111';

describe('card numbers in free texts', () => {
  it('[R36.14] finds a card number in a note, a name, a reason and a reference, wherever they stand in a call', () => {
    expect(findCardNumber({ note: `pays with ${card}` })).toEqual(['note']);
    expect(findCardNumber({ items: [{ notes: ['no ice'] }, { notes: ['x', card.replaceAll(' ', '-')] }] })).toEqual([
      'items',
      1,
      'notes',
      1,
    ]);
    for (const field of ['name', 'reason', 'voidReason', 'reference', 'description', 'payee', 'tags'])
      expect(findCardNumber({ [field]: card }), field).toEqual([field]);
  });

  it('[R36.14] finds a card number in the keys and values that a bill is marked with, and not in the numbers of a till', () => {
    const meta = [{ key: 'deviceNumber', value: 'T12-1048' }];
    expect(findCardNumber({ meta })).toBeNull();
    expect(findCardNumber({ meta: [...meta, { key: 'x', value: card }] })).toEqual(['meta', 1, 'value']);
    expect(findCardNumber({ meta: [{ key: card, value: '' }] })).toEqual(['meta', 0, 'key']);
    expect(findCardNumber({ key: card, value: card })).toBeNull();
  });

  it('[R36.14] leaves codes, phone and account numbers alone, and numbers that are no card numbers', () => {
    const digits = card.replaceAll(' ', '');
    for (const field of ['barcode', 'code', 'phone', 'accountNo', 'tin', 'key', 'vendorInvoiceNo'])
      expect(findCardNumber({ [field]: digits }), field).toBeNull();
    expect(findCardNumber({ note: '4111 1111 1111 1112', name: 'Table 12, 7771234' })).toBeNull();
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (note) => {
        expect(findCardNumber({ note })).toBeNull();
      }),
    );
  });

  it('[R36.14] refuses it in a form with the label of the field', () => {
    const field = { key: 'name', label: 'Name', kind: 'text' } as const;
    expect(fieldMessage(field, card)).toBe('Name has a card number. Remove it: Atoll does not store card numbers');
    expect(fieldMessage({ key: 'barcode', label: 'Barcode', kind: 'text' }, '4111111111111111')).toBeNull();
  });
});
