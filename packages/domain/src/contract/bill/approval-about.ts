/** What an approval is about, as its approver reads it: the server makes it from its own bills. Source: R36.16, R36.17, docs/rules.md#approvals. */
import * as z from 'zod/mini';
import { actionPermissions } from '../../access/permission.ts';
import { id, key, money, quantity, requiredText, text } from '../platform/shape.ts';

/** The calls that a till keeps in its outbox (docs/rules.md#offline-calls). */
export const outboxCallKeys = [
  'bill.create',
  'bill.update',
  'bill.pay',
  'bill.void',
  'shift.create',
  'shift.cash',
  'customer.create',
  'order.create',
] as const;
export type OutboxCallKey = (typeof outboxCallKeys)[number];

/** How many waiting entries one approval covers; the rest waits for the next one. */
export const maxSentEntries = 200;

/** A waiting entry of a till's outbox, as it will be sent. */
export const waitingEntry = z.object({
  call: z.enum(outboxCallKeys),
  body: z.record(z.string(), z.unknown()),
  /** Who made it; the person who asks when absent. */
  authorId: z.optional(id),
});
export type WaitingEntry = z.infer<typeof waitingEntry>;

const itemKeys = z.array(key).check(z.maxLength(500));

const place = {
  type: z.nullable(z.string()),
  slot: z.nullable(z.string()),
  number: z.nullable(z.int()),
};

/** A percentage off a bill that takes off more than when it was given. Laari. */
const grownDiscount = z.object({ percentage: z.number(), seen: z.int(), now: z.int() });

const aboutEntry = z.object({
  call: z.enum(outboxCallKeys),
  author: z.string(),
  ...place,
  /** Laari: new items, payments, cash, or what is voided. */
  amount: z.int(),
  /** Lowers what the guest pays: voided items, free ones, changed prices, and the discount of the bill in percent or laari. */
  voided: z.int(),
  free: z.int(),
  repriced: z.int(),
  reduced: z.int(),
  discountPercentage: z.nullable(z.number()),
  discountAmount: z.nullable(z.int()),
  /** The discount for which a payment is asked about. */
  grown: z.optional(grownDiscount),
  /** Cash that is put in or taken out. */
  cash: z.nullable(z.enum(['In', 'Out'])),
});
export type AboutEntry = z.infer<typeof aboutEntry>;

/** An item that is not on the bill yet, as a till asks about it. */
const newItem = z.object({
  key,
  menuItemId: id,
  size: z.optional(text(20)),
  qty: quantity,
  /** Laari per unit, without modifiers. */
  sellingPrice: money,
});
export type NewItem = z.infer<typeof newItem>;

/** How many new items one approval is about. */
const maxNewItems = 20;

const itemAbout = z.object({
  key: z.string(),
  name: z.string(),
  qty: z.number(),
  amount: z.int(),
  /** The item of the menu, of a new item. */
  menuItemId: z.optional(id),
  /** What a new item would cost by the menu. */
  menuAmount: z.optional(z.int()),
});
export type ItemAbout = z.infer<typeof itemAbout>;

export const approvalAbout = z.object({
  /** The bill; its total is null when the person who asks may not see it. */
  bill: z.nullable(z.object({ ...place, total: z.nullable(z.int()) })),
  /** The items that it is about; none means any of the bill. */
  items: z.array(itemAbout),
  /** The person, account, section, shift, advance order or card that it is about. */
  name: z.string(),
  /** Who gets the bills that are handed over. */
  to: z.optional(z.object({ id, name: z.string() })),
  /** The waiting work that is sent with it. */
  entries: z.array(aboutEntry),
  /** What the person says they do, when the approval is for reducing a printed bill by an amount. */
  doing: z.optional(z.enum(actionPermissions)),
  /** The discount of the bill, when the approval is for one that was given before and takes off more now. */
  grown: z.optional(grownDiscount),
});
export type ApprovalAbout = z.infer<typeof approvalAbout>;

/** Of an approval that an earlier release stored. */
export const aboutNothing: ApprovalAbout = { bill: null, items: [], name: '', entries: [] };

/** What an approval is asked for, in the requests. */
export const askedSubject = {
  subjectType: requiredText(1, 40),
  subjectKey: requiredText(1, 80),
  itemKeys: z.optional(itemKeys),
  /** Those of them that the command will add. */
  newItems: z.optional(z.array(newItem).check(z.maxLength(maxNewItems))),
  entries: z.optional(z.array(waitingEntry).check(z.minLength(1), z.maxLength(maxSentEntries))),
  /** Who gets the bills that are handed over. */
  toUserId: z.optional(id),
};
