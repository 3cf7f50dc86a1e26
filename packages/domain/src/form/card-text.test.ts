import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../contract/contract.ts';
import type { Endpoint } from '../contract/platform/endpoint.ts';
import { findCardNumber } from './card-text.ts';
import { fieldMessage } from './validate.ts';

const card = '4111 1111 1111 1111';

interface Part {
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly options?: readonly unknown[];
  readonly items?: readonly unknown[];
  readonly [part: string]: unknown;
}

/** Returns the names of the fields of a schema that hold a text. */
function textsOf(schema: unknown, name = ''): string[] {
  const def = (schema as { readonly _zod?: { readonly def: Part } } | undefined)?._zod?.def;
  if (def === undefined) return [];
  if (def['type'] === 'string') return [name];
  const parts = ['innerType', 'element', 'valueType', 'in', 'out', 'left', 'right'].map((part) => def[part]);
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([field, part]) => textsOf(part, field)),
    ...[...parts, ...(def.options ?? []), ...(def.items ?? [])].flatMap((part) => textsOf(part, name)),
  ];
}

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

  /** Fields that are chosen from a list, or hold codes, units, secrets, times, settings, addresses of pages and folders or what a till made. */
  const others =
    'accountId accountNo accountType action allergens at bar barcode batch beside bill billId billIds billKey birthday bucket businessDayCutoff buttonLink ' +
    'categoryId checkInKey code codeHash color columns combines confirmPassword costMethod countFrequency countedAt createdAt csv currency currentPassword date day ' +
    'defaultType deviceId drawerKey dueAt dueDate email expiry file financialType firedAt folder from fromDate fromDay gender gstActivityNo gstMode hash ' +
    'head holdKey host hostKey hour id image invoiceDate invoicePrefix itemKey itemKeys items jobKey key kind kitchen language last4 lineKeys logo madeAt marks ' +
    'modifiedAt neededBy newPassword offset orderKey orderTypes ownerCode page parentKey passcode passphrase password path paymentKey phone phone2 placedAt ' +
    'printJobKey printerName printers promisedAt publishFrom publishTo purchaseUnit refreshToken region reportKey secret sectionIds shiftId showFrom showTo ' +
    'signInKey signature size slot slotTypes slots slug station status stockUnit storageId store subject subjectKey subjectType ticketIds ticketType time ' +
    'timezone tin to toDate toDay token trigger type types unit url user userId value values vendorId vendorInvoiceNo waiting website yieldUnit';

  it('[R36.14] finds one in every text of a call that people type, but codes and what is chosen', () => {
    const texts = new Set(Object.values(contract as Record<string, Endpoint>).flatMap(({ body }) => textsOf(body)));
    expect(texts.size).toBeGreaterThan(100);
    const unseen = [...texts].filter((field) => findCardNumber({ [field]: card }) === null);
    expect(unseen.toSorted()).toEqual(others.split(' '));
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
