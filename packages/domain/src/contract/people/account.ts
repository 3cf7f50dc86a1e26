/** The ledger of accounts. Source: docs/rules.md#account-entries. */
import * as z from 'zod/mini';
import { accountEntryTypes } from '../../account/account.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { calendarDate, id, idParams, instant, key, money, requiredText, signedMoney, text } from '../platform/shape.ts';

/** An entry of a house account. `amount` is signed: positive when the debt increases. */
export const accountEntry = z.object({
  id,
  key: z.string(),
  at: instant,
  businessDate: calendarDate,
  type: z.enum(accountEntryTypes),
  amount: signedMoney,
  balanceBefore: z.int(),
  balanceAfter: z.int(),
  billId: z.nullable(id),
  shiftId: z.nullable(id),
  method: z.string(),
  reference: z.string(),
  note: z.string(),
  madeByName: z.string(),
  /** Of a payment in the statement: it was reversed later. The reversal is a payment with a positive amount. */
  isReversed: z.optional(z.boolean()),
});
export type AccountEntry = z.infer<typeof accountEntry>;

export const ledger = z.object({
  accountId: id,
  name: z.string(),
  balance: z.int(),
  creditLimit: money,
  /** The balance before the first listed entry, and after the last. */
  opening: z.int(),
  closing: z.int(),
  /** By business day; their balances run from `opening` to `closing`. */
  entries: z.array(accountEntry),
  ageing: z.object({ days30: z.int(), days60: z.int(), days90: z.int(), older: z.int(), credit: z.int() }),
});
export type Ledger = z.infer<typeof ledger>;

export const accountLedger = defineEndpoint({
  key: 'account.ledger',
  method: 'GET',
  path: '/fin/account/ledger/:id',
  summary:
    'Returns the statement of a house account between two business days (the latest 1000 entries) and the current age of its debt',
  access: { who: 'member', anyOf: ['Accounts'] },
  params: idParams,
  query: z.object({ from: z.optional(calendarDate), to: z.optional(calendarDate) }),
  answer: ledger,
  refusals: ['notFound'],
});

/** Whether a customer can pay on account; amounts are left out (R35.20, R35.67). */
export const credit = z.object({
  hasAccount: z.boolean(),
  hasCredit: z.boolean(),
  /** The discount of the account, which bills of the customer get (R21.18). Absent: none, or the server is of an earlier release. */
  discountPct: z.optional(z.number()),
});
export type Credit = z.infer<typeof credit>;

export const accountCredit = defineEndpoint({
  key: 'account.credit',
  method: 'GET',
  path: '/fin/account/credit/:id',
  summary:
    'Returns whether a customer, by id or key, has an active house account with credit left, and its discount; without amounts',
  access: { who: 'member', anyOf: ['bill.pay'] },
  params: idParams,
  answer: credit,
  refusals: [],
});

export const accountPay = defineEndpoint({
  key: 'account.pay',
  method: 'POST',
  path: '/fin/account/pay',
  summary:
    'Records a payment or a signed adjustment of a house account, once per key; cash goes into the drawer of the open shift',
  access: { who: 'member', anyOf: ['Accounts'], allOf: ['payment.credit'] },
  body: z.object({
    key,
    id,
    type: z.enum(['Payment', 'Adjustment', 'OpeningBalance', 'WriteOff']),
    amount: signedMoney,
    method: z.optional(text(30)),
    reference: z.optional(text(60)),
    note: z.optional(requiredText(3, 200)),
  }),
  answer: accountEntry,
  refusals: ['invalid', 'keyReused', 'notFound', 'noShiftActive'],
});

export const accountReverse = defineEndpoint({
  key: 'account.reverse',
  method: 'POST',
  path: '/fin/account/reverse',
  summary:
    'Reverses a payment received on a house account, once for each payment; cash leaves the drawer of the open shift',
  access: { who: 'member', anyOf: ['Accounts'] },
  body: z.object({ id, paymentKey: key, reason: requiredText(3, 200) }),
  answer: accountEntry,
  refusals: ['invalid', 'notFound', 'noShiftActive', 'forbidden', 'approvalNeeded', 'approvalInvalid'],
});
