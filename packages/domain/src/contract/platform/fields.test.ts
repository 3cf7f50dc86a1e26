import { describe, expect, it } from 'vitest';
import { bill, billItem, payment } from '../bill/bill.ts';
import { shift } from '../bill/shift.ts';
import { menu, menuItem } from '../outlet/menu.ts';
import { searchResult } from '../outlet/search.ts';
import { setting } from './app.ts';
import type { SyncMessage } from './hub.ts';
import { pageOf } from './shape.ts';

const words = (text: string): string[] => text.split(' ').filter(Boolean);

describe('fields that the specification lists', () => {
  it.each([
    [
      'bill',
      bill,
      'id slot type status isVoid discountPercentage items customer createdAt createdBy modifiedAt payment payments subTotal discount serviceCharge gst total isOpen shiftId approved meta lastSyncedAt lastSavedAt deliveryStatus pending',
    ],
    [
      'bill item',
      billItem,
      'id isVoid qty name size sellingPrice createdAt modifiedAt createdBy modifiedBy notes index menuItemId menuItem printable',
    ],
    ['menu item', menuItem, 'id name type sizes'],
    ['menu', menu, 'categories'],
    ['shift', shift, 'date createdAt createdBy openingBalance isOpen'],
    ['setting', setting, 'key value values'],
    ['search result', searchResult, 'id name entityName'],
    ['payment', payment, 'key method amount tendered change'],
    ['page', pageOf(bill), 'items count pageSize totalPages'],
  ] as const)('[R14.1] the schema of a %s has every field of the specification', (_name, schema, fields) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(words(fields)));
  });

  it('[R14.1] a size has a value and a selling price', () => {
    expect(Object.keys(menuItem.shape.sizes.def.element.shape)).toEqual(
      expect.arrayContaining(['value', 'sellingPrice']),
    );
  });

  it('[R14.1] a hub message carries bill, action, message, type and outlet', () => {
    const message: SyncMessage = {
      billId: 1,
      action: 'Updated',
      message: '',
      type: 'Bill',
      outlet: 1,
      version: 1,
      seq: 1,
      origin: null,
    };
    expect(Object.keys(message)).toEqual(expect.arrayContaining(words('billId action message type outlet')));
  });
});
