import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bill, billItem, payment } from './bill/bill.ts';
import { shift } from './bill/shift.ts';
import { takenBill, takenRecord, takenShift } from './taken.ts';

const billSchema = z.object({
  ...z.pick(bill, { id: true, key: true, version: true, type: true, slot: true, isVoid: true, isOpen: true }).shape,
  total: bill.shape.total,
  items: z.array(z.pick(billItem, { key: true, qty: true, isVoid: true })),
  payments: z.array(z.pick(payment, { key: true, amount: true })),
});
const shiftSchema = z.object({
  ...z.pick(shift, { id: true, key: true, version: true, isOpen: true }).shape,
  cash: z.array(z.object({ key: z.string(), amount: z.number() })),
});
const recordSchema = z.object({ id: bill.shape.id, key: z.string(), version: bill.shape.version });

/** Values of every kind, likely ones more often. */
const any = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, 0, 1, -1, 1.5, Number.NaN, 2 ** 60, '', 'k', 'Table', true, false, [], {}),
  fc.integer(),
);
const often = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: any });
const text = often(fc.constantFrom('k', 'l', ''));
const whole = often(fc.integer({ min: -2, max: 9 }));
const flag = often(fc.boolean());
const listOf = (one: fc.Arbitrary<unknown>) => often(fc.array(often(one), { maxLength: 3 }));
const record = { id: often(fc.option(fc.integer({ min: 0, max: 9 }))), key: text, version: whole };
const answers = often(
  fc.record(
    {
      ...record,
      type: often(fc.constantFrom('Table', 'Counter', 'Elsewhere')),
      slot: text,
      isVoid: flag,
      isOpen: flag,
      total: whole,
      items: listOf(fc.record({ key: text, qty: often(fc.double()), isVoid: flag })),
      payments: listOf(fc.record({ key: text, amount: whole })),
      cash: listOf(fc.record({ key: text, amount: often(fc.double()) })),
      more: any,
    },
    { requiredKeys: ['key'] },
  ),
);

it('[R35.81] takes the same responses for a bill, a shift or a record as the schemas of the contract do', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(takenBill(answer) !== null).toBe(billSchema.safeParse(answer).success);
      expect(takenShift(answer) !== null).toBe(shiftSchema.safeParse(answer).success);
      expect(takenRecord(answer) !== null).toBe(recordSchema.safeParse(answer).success);
    }),
    { numRuns: 3000 },
  );
});
