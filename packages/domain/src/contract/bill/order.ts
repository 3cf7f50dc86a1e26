/** Advance orders: they fix the prices of their lines, take instalments or a deposit, and open as a bill. Source: R22.12–R22.15, docs/rules.md#orders. */
import * as z from 'zod/mini';
import { orderKinds, orderStatuses, orderTaxes } from '../../bill/advance/order.ts';
import { slotTypeNames } from '../../outlet/outlet.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  calendarDate,
  id,
  idParams,
  instant,
  key,
  listQuery,
  money,
  pageOf,
  requiredText,
  text,
} from '../platform/shape.ts';
import { bill, billInput, paymentInput } from './bill.ts';

const instalment = z.object({
  date: calendarDate,
  amount: money.check(z.refine((n) => n > 0, 'Amount must be more than 0')),
});

const order = z.object({
  id,
  key: z.string(),
  version: z.int(),
  number: z.string(),
  kind: z.enum(orderKinds),
  status: z.enum(orderStatuses),
  name: z.string(),
  phone: z.string(),
  /** By the prices that it fixed and the rates of the day on which it was made. */
  total: money,
  /** What is paid ahead of it. */
  tax: z.enum(orderTaxes),
  /** Its instalments, less what was refunded of them; or its deposit, less what was given back. */
  paid: z.int(),
  dueAt: instant,
  plan: z.array(instalment),
  /** The bill that it was opened as. */
  billId: z.nullable(id),
  createdAt: instant,
});
export type Order = z.infer<typeof order>;

const orderDetails = z.extend(order, {
  /** What of its deposit goes back to the gift cards and store credit that paid it, laari. */
  toCards: z.optional(money),
  /** Its customer, whose store credit may pay it. */
  customerId: z.optional(id),
  /** The number on its slip, where a till made it without the server. */
  deviceNumber: z.optional(z.string()),
  lines: z.array(z.object({ name: z.string(), size: z.string(), qty: z.number(), amount: z.int() })),
  advances: z.array(z.object({ key: z.string(), billId: id, invoiceNumber: z.string(), amount: z.int(), at: instant })),
});
export type OrderDetails = z.infer<typeof orderDetails>;

/** What is paid of an order. */
const part = {
  /** What is paid of the order, laari, before the rounding of cash. */
  amount: money.check(z.refine((n) => n > 0, 'Amount must be more than 0')),
  payments: z.array(paymentInput).check(z.minLength(1), z.maxLength(10)),
};

export const createOrder = defineEndpoint({
  key: 'order.create',
  method: 'POST',
  path: '/fin/order/create',
  summary:
    'Keeps the lines of a bill for later at the prices of today, with what is paid of it now, once for each key; what a till took without the server stands',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: z.object({
    key,
    kind: z.optional(z.enum(orderKinds)),
    bill: billInput,
    name: requiredText(1, 120),
    phone: z.optional(text(30)),
    dueAt: instant,
    plan: z.optional(z.array(instalment).check(z.maxLength(24))),
    /** Absent: as the setting DepositTax says. */
    tax: z.optional(z.enum(orderTaxes)),
    /** An instalment or a deposit that is taken with it: then both are there, and bill.pay is needed too. */
    amount: z.optional(part.amount),
    payments: z.optional(part.payments),
    /** When the till made it. */
    madeAt: z.optional(instant),
  }),
  answer: orderDetails,
  refusals: [
    'noShiftActive',
    'slotTypeUnknown',
    'menuItemUnknown',
    'sizeUnknown',
    'forbidden',
    'invalid',
    'overpaid',
    'paymentShort',
    'paymentMethodUnknown',
    'keyReused',
  ],
});

export const payOrder = defineEndpoint({
  key: 'order.pay',
  method: 'PUT',
  path: '/fin/order/pay',
  summary: 'Takes an instalment or a deposit of an order, and returns its bill, once for each key',
  access: { who: 'member', anyOf: ['bill.pay'] },
  body: z.object({
    /** The key of the bill of the instalment or deposit. */
    key,
    orderKey: key,
    ...part,
  }),
  answer: bill,
  refusals: [
    'notFound',
    'orderClosed',
    'noShiftActive',
    'overpaid',
    'paymentShort',
    'paymentMethodUnknown',
    'keyReused',
  ],
});

export const openOrder = defineEndpoint({
  key: 'order.open',
  method: 'PUT',
  path: '/fin/order/open',
  summary: 'Opens an order as a bill in a free slot, less what was paid ahead, once for each key',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: z.object({
    /** The key of the bill. */
    key,
    orderKey: key,
    type: z.enum(slotTypeNames),
    slot: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
  }),
  answer: bill,
  refusals: ['notFound', 'orderClosed', 'slotOccupied', 'slotTypeUnknown', 'slotOutOfRange', 'noShiftActive'],
});

export const cancelOrder = defineEndpoint({
  key: 'order.cancel',
  method: 'PUT',
  path: '/fin/order/cancel',
  summary:
    'Cancels an order; what was paid of it is kept, a deposit is given back in cash by who may refund, and instalments were refunded before',
  access: { who: 'member', anyOf: ['order.cancel'] },
  body: z.object({
    orderKey: key,
    /** What was paid is kept. Otherwise a deposit leaves the drawer, and instalments have to be refunded before. */
    forfeit: z.boolean(),
    reason: requiredText(3, 200),
  }),
  answer: orderDetails,
  refusals: [
    'notFound',
    'orderClosed',
    'stateForbids',
    'noShiftActive',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
  ],
});

export const listOrders = defineEndpoint({
  key: 'order.list',
  method: 'GET',
  path: '/fin/orders/list',
  summary: 'Lists the orders of the outlet, by default those that are due first',
  access: { who: 'member', anyOf: ['Wallets', 'Billing'] },
  query: z.extend(listQuery, { status: z.optional(z.string()) }),
  answer: z.union([pageOf(order), z.array(order)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const findOrder = defineEndpoint({
  key: 'order.find',
  method: 'GET',
  path: '/fin/order/:id',
  summary: 'Returns an order with its lines and what was paid of it',
  access: { who: 'member', anyOf: ['Wallets', 'Billing'] },
  params: idParams,
  answer: orderDetails,
  refusals: ['notFound'],
});
