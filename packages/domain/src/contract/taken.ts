/**
 * The fields that a response must have before a till treats a sent entry as done. They are the part of the contract's responses that every
 * release has: a server of another release may leave out or add other fields. Source: R35.81.
 */
import * as z from 'zod/mini';
import { bill, billItem, payment } from './bill/bill.ts';
import { shift } from './bill/shift.ts';

/** A bill in the response to check-in, save, payment and void. */
export const takenBill = z.object({
  ...z.pick(bill, { id: true, key: true, version: true, type: true, slot: true, isVoid: true, isOpen: true }).shape,
  total: bill.shape.total,
  items: z.array(z.pick(billItem, { key: true, qty: true, isVoid: true })),
  payments: z.array(z.pick(payment, { key: true, amount: true })),
});
export type TakenBill = z.infer<typeof takenBill>;

/** A shift in the response to its start and to cash put in or taken out. */
export const takenShift = z.object({
  ...z.pick(shift, { id: true, key: true, version: true, isOpen: true }).shape,
  cash: z.array(z.object({ key: z.string(), amount: z.number() })),
});

/** A record that was created with a key of the till, such as a customer. */
export const takenRecord = z.object({ id: bill.shape.id, key: z.string(), version: bill.shape.version });
