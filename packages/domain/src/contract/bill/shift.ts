/** Shifts and the cash drawer in the API. Source: docs/rules.md#shifts, docs/rules.md#cash-events, docs/rules.md#shift-close. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, idParams, key, listQuery, money, pageOf, signedMoney, text } from '../platform/shape.ts';

/** Foreign cash at a rate that the outlet had not set; rates in laari per unit, null for none. Without `units` for blind counting. */
const unsetRates = z.array(
  z.object({
    key: z.string(),
    invoice: z.string(),
    currency: z.string(),
    rate: z.int(),
    serverRate: z.nullable(z.int()),
    units: z.optional(z.int()),
  }),
);

/** Figures of a shift; money in laari. The same shape for X and Z. */
export const shiftTotals = z.object({
  bills: z.int(),
  covers: z.int(),
  gross: signedMoney,
  discount: signedMoney,
  serviceCharge: signedMoney,
  gst: signedMoney,
  rounding: signedMoney,
  tip: signedMoney,
  total: signedMoney,
  /** Gift cards sold, beside the total; absent without any. */
  cardsSold: z.optional(signedMoney),
  /** Refundable deposits taken, beside the total; absent without any. */
  deposits: z.optional(signedMoney),
  voids: z.object({ count: z.int(), amount: signedMoney }),
  comps: z.object({ count: z.int(), amount: signedMoney }),
  refunds: z.object({ count: z.int(), amount: signedMoney }),
  byMethod: z.array(z.object({ method: z.string(), count: z.int(), amount: signedMoney })),
  byType: z.array(z.object({ type: z.string(), bills: z.int(), total: signedMoney })),
  byCurrency: z.optional(z.array(z.object({ currency: z.string(), units: z.int(), amount: signedMoney }))),
  /** Corrections of payment methods, already in the other figures; absent without any. */
  corrections: z.optional(
    z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        count: z.int(),
        amount: signedMoney,
        rounding: z.optional(signedMoney),
      }),
    ),
  ),
  /** Cash that refunds paid out; absent without any. */
  cashRefunds: z.optional(signedMoney),
  /** Absent without any. */
  unsetRates: z.optional(unsetRates),
  gstByRate: z.array(z.object({ gstMode: z.string(), gstPct: z.number(), base: signedMoney, gst: signedMoney })),
  cashIn: signedMoney,
  cashOut: signedMoney,
  expectedCash: signedMoney,
  firstInvoice: z.nullable(z.string()),
  lastInvoice: z.nullable(z.string()),
});
export type ShiftTotals = z.infer<typeof shiftTotals>;

/** Kinds of cash movements; a drop goes to the safe. */
export const cashTypes = ['PayIn', 'PayOut', 'Drop', 'TipOut'] as const;

export const shift = z.object({
  id,
  key: z.string(),
  number: z.int(),
  date: z.string(),
  createdAt: z.string(),
  createdBy: z.int(),
  createdByName: z.string(),
  openingBalance: money,
  isOpen: z.boolean(),
  status: z.enum(['Open', 'Counting', 'Closed']),
  closedAt: z.nullable(z.string()),
  closedByName: z.nullable(z.string()),
  totals: z.nullable(shiftTotals),
  cash: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['In', 'Out']),
      amount: money,
      reason: z.string(),
      /** '' when no type was sent. */
      type: z.string(),
      payee: z.string(),
      at: z.string(),
      byName: z.string(),
    }),
  ),
  closing: z.nullable(
    z.object({
      /** Foreign cash has its units in hundredths, unless an earlier release counted it. */
      counted: z.array(z.object({ method: z.string(), amount: money, units: z.optional(z.int()) })),
      expected: z.array(z.object({ method: z.string(), amount: signedMoney, units: z.optional(z.int()) })),
      difference: signedMoney,
      differenceReason: z.string(),
      denominations: z.array(z.object({ value: money, count: z.int() })),
      note: z.string(),
      carried: z.int(),
    }),
  ),
  version: z.int(),
  /** The expected cash, and what tells it, is left out: blind close, without shift.viewExpected (R35.19). */
  isBlind: z.optional(z.boolean()),
  /** Number of its Z report; only in the response for a single shift. */
  zNumber: z.optional(z.nullable(z.int())),
  /** The signed end of the history when it was closed, 'outlet:number:hash:signature'; like `zNumber` (R36.23). */
  signedHead: z.optional(z.string()),
});
export type Shift = z.infer<typeof shift>;

/** The Z report: numbered and never changed. */
export const zReport = z.object({
  number: z.int(),
  at: z.string(),
  totals: shiftTotals,
  signedHead: z.optional(z.string()),
});

export const activeShift = defineEndpoint({
  key: 'shift.active',
  method: 'GET',
  path: '/bis/shift/active',
  summary: 'Returns the open shift, or null',
  access: { who: 'member' },
  answer: z.nullable(shift),
  refusals: [],
});

export const createShift = defineEndpoint({
  key: 'shift.create',
  method: 'POST',
  path: '/bis/shift/create',
  summary: 'Opens a shift with the cash that is in the drawer; returns the same shift for a repeated key',
  access: { who: 'member', anyOf: ['shift.open'] },
  body: z.object({ key, openingBalance: money, createdAt: z.optional(z.string()) }),
  answer: shift,
  refusals: ['shiftOpen', 'keyReused'],
});

export const closeShift = defineEndpoint({
  key: 'shift.close',
  method: 'PUT',
  path: '/bis/shift/close',
  summary:
    'Closes the shift with the counted amounts; refused with a list of the open bills unless they are carried over',
  access: { who: 'member', anyOf: ['shift.close'] },
  body: z.object({
    id: z.union([id, key]),
    /** `units`: counted foreign cash in hundredths; the server computes its amount. */
    counted: z.array(z.object({ method: text(40), amount: money, units: z.optional(money) })).check(z.maxLength(40)),
    denominations: z.optional(
      z.array(z.object({ value: money, count: z.int().check(z.minimum(0), z.maximum(100_000)) })),
    ),
    openBills: z.optional(z.literal('carry')),
    differenceReason: z.optional(text(300)),
    note: z.optional(text(300)),
  }),
  answer: z.extend(shift, { z: zReport }),
  refusals: [
    'notFound',
    'openBills',
    'ridersHoldCash',
    'shiftClosed',
    'reasonMissing',
    'approvalNeeded',
    'approvalInvalid',
  ],
});

export const xReport = defineEndpoint({
  key: 'shift.x',
  method: 'GET',
  path: '/bis/shift/x/:id',
  summary:
    'Returns the current figures of a shift; changes nothing. Those of a shift that somebody else closed need Shift History',
  access: { who: 'member', anyOf: ['Close Shift', 'Shift History'] },
  params: idParams,
  answer: shiftTotals,
  refusals: ['notFound'],
});

/** What is to be counted before a shift is closed, without the expected amounts, for blind counting (R35.19). */
export const shiftToCount = defineEndpoint({
  key: 'shift.toCount',
  method: 'GET',
  path: '/bis/shift/to-count/:id',
  summary:
    'Returns the foreign currencies that were taken in a shift, each with its average rate in laari per unit, and the rates that were not set',
  access: { who: 'member', anyOf: ['Close Shift', 'shift.close'] },
  params: idParams,
  answer: z.object({
    currencies: z.array(z.object({ currency: z.string(), rate: z.number() })),
    unsetRates: z.optional(unsetRates),
  }),
  refusals: ['notFound'],
});

/** A till other than the caller's, with its last reported status. */
export const otherTill = z.object({
  /** The n of 'T{n}-127'. */
  number: z.int(),
  /** The user of its last call. */
  userName: z.string(),
  heardAt: z.string(),
  /** No call for two minutes. */
  isSilent: z.boolean(),
  /** The number of entries that it had and the server had not, and their amount in laari. */
  waiting: z.int(),
  amount: money,
});
export type OtherTill = z.infer<typeof otherTill>;

export const otherTills = defineEndpoint({
  key: 'shift.tills',
  method: 'GET',
  path: '/bis/shift/tills/:id',
  summary: 'Returns the other tills that were used in a shift or reported waiting entries',
  access: { who: 'member', anyOf: ['Close Shift'] },
  params: idParams,
  answer: z.array(otherTill),
  refusals: ['notFound'],
});

export const shiftCash = defineEndpoint({
  key: 'shift.cash',
  method: 'POST',
  path: '/bis/shift/cash',
  summary: 'Records cash put into or taken out of the drawer, with a reason',
  access: { who: 'member', anyOf: ['cash.in', 'cash.out', 'bill.open', 'bill.pay'] },
  body: z.object({
    key,
    shiftId: z.union([id, key]),
    kind: z.enum(['In', 'Out']),
    amount: money.check(z.refine((n) => n > 0, 'Amount must be more than 0')),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
    type: z.optional(z.enum(cashTypes)),
    payee: z.optional(text(80)),
  }),
  answer: shift,
  refusals: ['notFound', 'shiftClosed', 'keyReused', 'forbidden', 'approvalNeeded', 'approvalInvalid'],
});

export const openDrawer = defineEndpoint({
  key: 'shift.drawer',
  method: 'POST',
  path: '/bis/shift/drawer',
  summary: 'Records that the drawer was opened without a sale, with a reason; listed with the cash events of the shift',
  access: { who: 'member', anyOf: ['drawer.open', 'bill.pay'] },
  body: z.object({
    key,
    shiftId: z.union([id, key]),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
  }),
  answer: shift,
  refusals: ['notFound', 'shiftClosed', 'keyReused', 'forbidden', 'approvalNeeded', 'approvalInvalid'],
});

export const listShifts = defineEndpoint({
  key: 'shift.list',
  method: 'GET',
  path: '/bis/shifts/list',
  summary: 'Lists shifts',
  access: { who: 'member', anyOf: ['Shift History'] },
  query: listQuery,
  answer: z.union([pageOf(shift), z.array(shift)]),
  refusals: ['pageSizeUnknown', 'listTooLong'],
});

export const findShift = defineEndpoint({
  key: 'shift.find',
  method: 'GET',
  path: '/bis/shifts/find/:id',
  summary: 'Returns one shift by id or key',
  access: { who: 'member', anyOf: ['Shift History'] },
  params: idParams,
  answer: shift,
  refusals: ['notFound'],
});
