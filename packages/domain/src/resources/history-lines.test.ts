import fc from 'fast-check';
import { expect, it } from 'vitest';
import { historyLines, referencesIn } from './history-lines.ts';
import { allResources } from './registry.ts';

const texts = {
  label: (text: string) => text,
  instant: (iso: string) => `at ${iso.slice(11, 16)}`,
  yes: 'Yes',
  no: 'No',
};
const linesIn = (subject: string, before: unknown, after: unknown, names: Record<string, string> = {}, key = 'k') =>
  historyLines({ subject, key, before, after }, { ...texts, names }).map(({ field, was, is }) =>
    `${field}: ${was ?? '–'} → ${is ?? '–'}`.replaceAll('\u00a0', ' '),
  );

it('[R35.57] writes amounts in MVR, times and dates as people read them, and switches as Yes and No', () => {
  expect(
    linesIn('Bill', { total: 4500, paidAt: '2026-03-04T08:00:00Z' }, { total: 4800, paidAt: null, isVoid: true }),
  ).toEqual(['Total: MVR 45.00 → MVR 48.00', 'Paid at: at 08:00 → –', 'Is void: – → Yes']);
  expect(linesIn('Invoice', { dueDate: '2026-03-04' }, { dueDate: '2026-04-01' })).toEqual([
    'Due date: 04-Mar-2026 → 01-Apr-2026',
  ]);
  expect(linesIn('Stock', { onHand: 361_864 }, { onHand: 300_000, qty: 32_238 })).toEqual([
    'On hand: 361.864 → 300',
    'Quantity: – → 32.238',
  ]);
  expect(linesIn('Setting', { value: 'false' }, { value: 'true' }, {}, 'BlindClose')).toEqual(['Value: No → Yes']);
  expect(linesIn('Setting', { value: '' }, { value: '500' }, {}, 'MaxCashDifference')).toEqual(['Value: – → MVR 5.00']);
});

it('[R35.57] writes what happened to a bill in words: its status, how it was paid, what was allowed, and no field that a note left out', () => {
  const paid = { invoiceNumber: '2026-000012', gst: 520, payments: [{ method: 'BankTransfer', amount: 7020 }] };
  expect(linesIn('Bill', { status: 'Saved', total: 7020 }, { total: 7020, ...paid })).toEqual([
    'Invoice number: – → 2026-000012',
    'GST: – → MVR 5.20',
    'Payments › Bank transfer › Amount: – → MVR 70.20',
  ]);
  expect(linesIn('Bill', { status: 'CheckedIn' }, { status: 'BillPrinted' })).toEqual([
    'Status: Checked in → Bill printed',
  ]);
  const label = (text: string) => (text === 'shift.closeOther' ? 'Close the shifts of others' : text);
  const asked = { subject: 'Approval', key: 'k', before: null, after: { permission: 'shift.closeOther' } };
  expect(historyLines(asked, { ...texts, label, names: {} })).toEqual([
    { field: 'Permission', was: null, is: 'Close the shifts of others' },
  ]);
  const given = { subject: 'User', key: 'k', before: { permissions: ['Billing'] }, names: {} };
  expect(
    historyLines({ ...given, after: { permissions: ['Billing', 'shift.closeOther'] } }, { ...texts, label, names: {} }),
  ).toEqual([{ field: 'Permissions', was: 'Billing', is: 'Billing, Close the shifts of others' }]);
  const sent = { items: [{ name: 'Burger', qty: 2, sentQty: 2 }] };
  expect(linesIn('Bill', { items: [{ name: 'Burger', qty: 2, sentQty: 0 }] }, sent)).toEqual([
    'Items › Burger › Quantity sent to the kitchen: 0 → 2',
  ]);
});

it('[R35.57] names the records that values refer to, and leaves out keys that nobody can read', () => {
  const uuid = '019aa5c0-0000-7000-8000-000000000001';
  const other = '019aa5c0-0000-7000-8000-000000000002';
  const after = { itemId: 4, storageId: 2, toKey: uuid, checks: [other] };
  const names = { 'inventory_item:4': 'Rice', 'storage:2': 'Cellar', [`bill:${uuid}`]: '2026-000012' };
  expect(referencesIn({ subject: 'Stock', key: 'k', before: null, after })).toEqual([
    { table: 'inventory_item', ref: '4' },
    { table: 'storage', ref: '2' },
    { table: 'bill', ref: uuid },
    { table: 'bill', ref: other },
  ]);
  expect(linesIn('Stock', null, after, names)).toEqual([
    'Item: – → Rice',
    'Storage: – → Cellar',
    'To key: – → 2026-000012',
  ]);
});

it('[R35.57] has a line for each changed field of the rows of a list, by the name of the row', () => {
  const sizes = (price: number) => [
    { value: 'Small', sellingPrice: 3000 },
    { value: 'Large', sellingPrice: price },
  ];
  expect(linesIn('Menu Item', { sizes: sizes(4500) }, { sizes: sizes(4800) })).toEqual([
    'Sizes › Large › Price: MVR 45.00 → MVR 48.00',
  ]);
  const counted = (amount: number) => ({ counted: [{ method: 'Cash', amount }] });
  expect(linesIn('Shift', counted(100), counted(250))).toEqual(['Counted › Cash › Amount: MVR 1.00 → MVR 2.50']);
});

it('[R35.57] has the label and both values of every field of every entity, and never raw data', () => {
  for (const { name, fields } of allResources)
    for (const { key, label, kind, entity } of fields) {
      const [was, is] = {
        money: [150, 250],
        boolean: [false, true],
        reference: [1, 2],
        references: [[1], [1, 2]],
        list: [[{ name: 'a', price: 1 }], []],
      }[kind as string] ?? ['1', '2'];
      const lines = linesIn(name, { [key]: was }, { [key]: is }, { [`${entity}:1`]: 'One', [`${entity}:2`]: 'Two' });
      expect([name, key, lines.length]).toEqual([name, key, key === 'key' || key === 'version' ? 0 : 1]);
      expect(lines[0]).toMatch(new RegExp(`^${label.replace(/[()]/g, '.')}`));
      if (kind === 'money') expect(lines[0]).toContain('MVR 1.50 → MVR 2.50');
      if (kind === 'reference') expect(lines[0]).toContain('One → Two');
    }
  fc.assert(
    fc.property(
      fc.constantFrom('Bill', 'Shift', 'Outlet', 'Website'),
      fc.object({ maxDepth: 3 }),
      fc.object({ maxDepth: 3 }),
      (subject, before, after) => {
        for (const { field, was, is } of historyLines({ subject, key: 'k', before, after }, { ...texts, names: {} })) {
          expect(typeof field).toBe('string');
          expect(was).not.toBe(is);
        }
      },
    ),
    { seed: 57, numRuns: 300 },
  );
});
