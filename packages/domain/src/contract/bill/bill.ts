/** Bills in the API. Source: R18.5–R18.11, docs/rules.md#merge-items, docs/rules.md#payments. */
import * as z from 'zod/mini';
import { appliedEnds, appliedFlags } from '../../bill/applied.ts';
import { billStatuses, mergeableFields, priceFlags } from '../../bill/bill.ts';
import { deliveryChannels, deliveryStatuses } from '../../bill/bill-delivery.ts';
import { maxCourse } from '../../bill/course.ts';
import { maxSeat } from '../../bill/seat.ts';
import { menuItemTypes } from '../../menu/menu.ts';
import { gstModes, slotTypeNames } from '../../outlet/outlet.ts';
import { paymentMethods } from '../../payment/methods.ts';
import { couponHash } from '../outlet/prices.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  calendarDate,
  foreignId,
  id,
  idParams,
  instant,
  key,
  listQuery,
  money,
  pageOf,
  percent,
  quantity,
  signedMoney,
  text,
} from '../platform/shape.ts';

const nullable = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema);
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

const positiveQuantity = quantity.check(z.refine((n) => n > 0, 'Quantity must be more than 0'));

const stationCode = z.string().check(z.regex(/^[A-Z0-9]{1,12}$/));

const course = z.int().check(z.minimum(0), z.maximum(maxCourse));

const hashOfCode = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A new card: the SHA-256 of the SHA-256 of its code, which proves no payment, and the last 4 letters. */
export const soldCard = z.object({
  hash: hashOfCode,
  last4: z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{4}$/)),
});

/** A card that a line sells, or the deposit that it takes. */
const lineCard = z.extend(soldCard, {
  /** Absent: a gift card. */
  kind: z.optional(z.literal('Deposit')),
  /** What a deposit is for. */
  note: z.optional(text(40)),
});

/** An item as a device sends it. Fields that the server writes may be sent, but are ignored. */
export const billItemInput = z.object({
  key,
  index: z.optional(z.number().check(z.minimum(0), z.maximum(1e15))),
  menuItemId: foreignId,
  name: z.optional(text(120)),
  size: z.optional(text(20)),
  sellingPrice: z.optional(money),
  /** The version of the price rules by which the till priced it at its tap; the server proves `sellingPrice` by them. */
  rulesVersion: z.optional(z.int().check(z.minimum(0))),
  /** Why `sellingPrice` differs from the menu's: requires price.override, or an approval. */
  priceReason: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(200))),
  /** The person confirmed that no menu offers it now: requires menu.offHours, or an approval. */
  isOffHours: z.optional(z.boolean()),
  /** The price per unit at which the till sells a set menu; its `sellingPrice` is 0. */
  setPrice: z.optional(money),
  /** A part of a set menu: its set, and the choice group that it was chosen from. */
  parentKey: z.optional(key),
  choiceGroupId: z.optional(foreignId),
  qty: positiveQuantity,
  notes: z.optional(z.array(text(200)).check(z.maxLength(20))),
  isVoid: z.optional(z.boolean()),
  voidReason: maybe(text(200)),
  /** The code of the station to which the device sends it; one that the outlet does not know is ignored. Absent: the server decides. */
  station: z.optional(stationCode),
  sentQty: z.optional(quantity.check(z.minimum(0, 'Quantity must be 0 or more'))),
  ticketIds: z.optional(z.array(text(64)).check(z.maxLength(200))),
  /** The course and the seat, and when they were last changed; a course can be changed until it is fired (R23.11). */
  courseNo: z.optional(course),
  seat: z.optional(z.int().check(z.minimum(0), z.maximum(maxSeat))),
  placedAt: z.optional(instant),
  /** The item's course is fired: the first firing stays (R23.14). */
  firedAt: z.optional(instant),
  modifiers: z.optional(
    z
      .array(
        z.object({
          optionId: foreignId,
          name: text(60),
          priceDelta: signedMoney,
          station: z.optional(stationCode),
        }),
      )
      .check(z.maxLength(40)),
  ),
  /** The line sells a gift card for `sellingPrice`, or takes a deposit. Requires wallet.issue. */
  card: z.optional(lineCard),
  discount: maybe(
    z.object({ type: z.enum(['Percent', 'Amount']), value: z.number().check(z.minimum(0)), reason: text(200) }),
  ),
  isComp: z.optional(z.boolean()),
  createdAt: z.optional(instant),
  modifiedAt: z.optional(instant),
});
export type BillItemInput = z.infer<typeof billItemInput>;

/** Foreign cash: `units` in hundredths of the currency, `rate` in laari per unit of the currency. */
const foreignCash = z.object({
  code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  units: z.int().check(z.minimum(1), z.maximum(999_999_999)),
  rate: z.int().check(z.minimum(1), z.maximum(9_999_999)),
});

export const paymentInput = z.object({
  key,
  method: z.enum(paymentMethods),
  amount: money.check(z.refine((n) => n > 0, 'Amount must be more than 0')),
  tendered: z.optional(money),
  reference: z.optional(text(60)),
  currency: z.optional(foreignCash),
  /** The wallet that pays, with what proves its code: a hold, or without the server the SHA-256 of the code. */
  wallet: z.optional(z.object({ id, last4: text(4), holdKey: z.optional(key), codeHash: z.optional(hashOfCode) })),
  /** Store credit that a refund gives: on a printed code, or without one on the wallet of the bill's customer. */
  credit: z.optional(z.object({ card: z.optional(soldCard) })),
});
export type PaymentInput = z.infer<typeof paymentInput>;

const appliedPart = z.object({ itemKey: key, qty: positiveQuantity, amount: money });

const appliedTerms = z.object({
  percent: z.optional(percent),
  amount: z.optional(money),
  minSpend: z.optional(money),
  isStacked: z.optional(z.boolean()),
  groupIds: z.optional(z.array(foreignId)),
  customerId: z.optional(foreignId),
});

/** A promotion as a device gave it: the server proves it by the rules of its version. */
const appliedInput = z.object({
  key,
  /** 0: the discount of the bill's customer. */
  promotionId: foreignId,
  version: z.int().check(z.minimum(0)),
  at: instant,
  order: z.int().check(z.minimum(0)),
  words: text(40),
  scope: z.enum(['Line', 'Bill']),
  parts: z.optional(z.array(appliedPart).check(z.maxLength(99))),
  terms: z.optional(appliedTerms),
  customerId: z.optional(foreignId),
});
export type AppliedInput = z.infer<typeof appliedInput>;

/** A promotion taken off the bill, and why: requires promotion.remove. */
const declinedPromotion = z.object({
  promotionId: foreignId,
  reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
});

const billCoupon = z.object({
  key: couponHash,
  promotionId: id,
  last4: z.string().check(z.maxLength(4)),
});

/** A bill as a device sends it in create, update and pay. */
export const billInput = z.object({
  id: maybe(id),
  key,
  version: z.optional(z.int().check(z.minimum(0))),
  type: z.enum(slotTypeNames),
  slot: z.string().check(z.regex(/^[1-9]\d{0,3}$/)),
  checkNo: z.optional(z.int().check(z.minimum(1), z.maximum(9))),
  name: z.optional(text(40)),
  status: maybe(z.string()),
  printJobKey: z.optional(text(64)),
  /** The total on the printed bill. The server computes it too; a till without the latest items may have printed more. */
  printedTotal: z.optional(money),
  discountPercentage: z.optional(percent),
  discountAmount: maybe(money),
  discountReason: z.optional(text(200)),
  items: z.optional(z.array(billItemInput).check(z.maxLength(500))),
  /** The promotions that a till with the rules gave; one that names none lets the server plan them. */
  applied: z.optional(z.array(appliedInput).check(z.maxLength(1000))),
  /** Promotions to take off. */
  declined: z.optional(z.array(declinedPromotion).check(z.maxLength(50))),
  /** Coupons by the SHA-256 of their codes; the server proves them. */
  coupons: z.optional(z.array(billCoupon).check(z.maxLength(20))),
  customerId: z.optional(foreignId),
  customer: maybe(z.object({ key: z.optional(key), name: text(120), phone: z.optional(text(30)) })),
  covers: z.optional(z.int().check(z.minimum(0), z.maximum(99))),
  note: z.optional(text(500)),
  /** Longer than the field of a till: a bill that takes in another one has the allergies of both. */
  allergies: z.optional(text(400)),
  /** Null takes the limit away. Lines beyond it, and a greater limit or none, require payment.credit. */
  tabLimit: maybe(money),
  invoiceType: z.optional(z.enum(['Receipt', 'TaxInvoice'])),
  meta: z.optional(z.array(z.object({ key: text(40), value: text(500) })).check(z.maxLength(50))),
  createdAt: z.optional(instant),
  modifiedAt: z.optional(instant),
  /** The fields that this request changes (docs/rules.md#merge-fields). Without it all of them count when `version` is the stored one. */
  changed: z.optional(z.array(z.enum(mergeableFields))),
});
export type BillInput = z.infer<typeof billInput>;

/** Who gave something away, and who approved it. */
const giver = z.object({ by: nullable(z.int()), approver: nullable(z.int()) });

export const billItem = z.object({
  id: nullable(id),
  key: z.string(),
  index: z.number(),
  menuItemId: z.int(),
  menuItem: nullable(z.object({ id, name: z.string(), type: z.enum(menuItemTypes) })),
  name: z.string(),
  size: z.string(),
  hasSizes: z.optional(z.boolean()),
  sellingPrice: money,
  listPrice: z.optional(money),
  priceRule: z.optional(z.object({ id, version: z.int(), words: z.string() })),
  rulesVersion: z.optional(z.int()),
  priceReason: z.optional(z.string()),
  maxDiscountPct: z.optional(z.number()),
  laterPrice: z.optional(money),
  isOffHours: z.optional(z.boolean()),
  priceFlag: z.optional(z.enum(priceFlags)),
  setPrice: z.optional(money),
  parentKey: z.optional(z.string()),
  choiceGroupId: z.optional(z.int()),
  ofSet: z.optional(z.object({ id, name: z.string() })),
  extraPrice: z.optional(money),
  qty: z.number(),
  unit: z.optional(z.string()),
  notes: z.array(z.string()),
  printable: z.boolean(),
  station: z.optional(z.string()),
  isVoid: z.boolean(),
  voidReason: nullable(z.string()),
  voidedBy: nullable(z.int()),
  voidedAt: nullable(z.string()),
  approvalKey: nullable(z.string()),
  sentQty: z.number(),
  ticketIds: z.array(z.string()),
  courseNo: z.optional(z.int()),
  seat: z.optional(z.int()),
  placedAt: z.optional(z.string()),
  firedAt: z.optional(z.string()),
  firedSent: z.optional(z.string()),
  firedBy: z.optional(nullable(z.int())),
  card: z.optional(
    z.object({
      hash: z.string(),
      last4: z.string(),
      kind: z.optional(z.literal('Deposit')),
      note: z.optional(z.string()),
    }),
  ),
  isAdvance: z.optional(z.boolean()),
  modifiers: z.array(
    z.object({ optionId: z.int(), name: z.string(), priceDelta: z.int(), station: z.optional(z.string()) }),
  ),
  discount: nullable(z.object({ type: z.enum(['Percent', 'Amount']), value: z.number(), reason: z.string() })),
  isComp: z.boolean(),
  givenBy: z.optional(giver),
  gstMode: z.enum(gstModes),
  gstPct: z.number(),
  serviceChargeable: z.boolean(),
  taxAmount: z.int(),
  refunded: z.optional(
    z.object({
      gross: z.int(),
      amount: z.int(),
      discount: z.int(),
      serviceCharge: z.int(),
      taxAmount: z.int(),
      promotion: z.optional(z.int()),
      advance: z.optional(z.int()),
    }),
  ),
  createdAt: z.string(),
  modifiedAt: z.string(),
  createdBy: nullable(z.int()),
  createdByName: z.string(),
  modifiedBy: nullable(z.int()),
});

/** The foreign cash of a payment; a reversed one has negative units. */
const storedCash = z.extend(foreignCash, { units: z.int() });

export const payment = z.object({
  key: z.string(),
  method: z.enum(paymentMethods),
  amount: z.int(),
  tendered: z.int(),
  change: z.int(),
  reference: z.string(),
  status: z.enum(['Captured', 'Voided', 'Refunded']),
  receivedBy: nullable(z.int()),
  shiftId: nullable(z.int()),
  at: nullable(z.string()),
  currency: z.optional(storedCash),
  wallet: z.optional(z.object({ id: z.int(), last4: z.string(), left: z.int() })),
  /** The outlet had not set the rate of the foreign cash: its own rate then, null for none. Only on payments that arrived late. */
  unsetRate: z.optional(z.object({ serverRate: nullable(z.int()) })),
});

/** A correction of the payment method of a paid bill. */
const paymentExchange = z.object({
  ofKey: z.string(),
  reversed: payment,
  captured: payment,
  reason: z.string(),
  at: z.string(),
  byName: z.string(),
});

/** Destination and steps of a delivery or a takeaway. */
export const billDelivery = z.object({
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  landmark: z.string(),
  zoneId: z.int(),
  zoneName: z.string(),
  zoneFee: money,
  minOrder: money,
  freeAbove: nullable(money),
  isFeeFixed: z.boolean(),
  fee: money,
  channel: z.enum(deliveryChannels),
  promisedAt: nullable(z.string()),
  riderId: nullable(z.int()),
  riderName: z.string(),
  note: z.string(),
  allergies: z.optional(z.string()),
  steps: z.array(
    z.object({
      status: z.enum(deliveryStatuses),
      at: z.string(),
      by: nullable(z.int()),
      byName: z.string(),
      reason: z.string(),
    }),
  ),
});

const taxBuyer = z.object({ name: z.string(), address: z.string(), tin: z.string() });

/** The tax invoice of a paid bill, with both parties as they were when it was issued. */
const taxInvoice = z.object({
  buyer: taxBuyer,
  seller: nullable(z.extend(taxBuyer, { legalName: z.string(), gstActivityNo: z.string() })),
  issuedAt: z.string(),
  isReissue: z.boolean(),
});

export const bill = z.object({
  id: nullable(id),
  key: z.string(),
  version: z.int(),
  number: nullable(z.int()),
  invoiceNumber: nullable(z.string()),
  invoiceType: z.enum(['Receipt', 'TaxInvoice']),
  taxInvoice: z.optional(taxInvoice),
  type: z.enum(slotTypeNames),
  slot: z.string(),
  checkNo: z.int(),
  name: z.string(),
  status: nullable(z.enum(billStatuses)),
  isVoid: z.boolean(),
  voidReason: nullable(z.string()),
  isOpen: z.boolean(),
  discountPercentage: z.number(),
  discountAmount: nullable(z.int()),
  discountReason: z.optional(z.string()),
  discountShare: z.optional(z.number()),
  discountSeen: z.optional(z.int()),
  discountBy: z.optional(giver),
  items: z.array(billItem),
  applied: z.optional(
    z.array(
      z.object({
        key: z.string(),
        rootKey: z.string(),
        promotionId: z.int(),
        version: z.int(),
        words: z.string(),
        at: z.string(),
        order: z.int(),
        scope: z.enum(['Line', 'Bill']),
        parts: z.optional(z.array(z.object({ itemKey: z.string(), qty: z.number(), amount: z.int() }))),
        terms: z.optional(appliedTerms),
        customerId: z.optional(z.int()),
        flag: z.optional(z.enum(appliedFlags)),
        endReason: z.optional(z.enum(appliedEnds)),
      }),
    ),
  ),
  declined: z.optional(z.array(z.object({ promotionId: z.int(), reason: z.string() }))),
  coupons: z.optional(z.array(z.extend(billCoupon, { points: z.optional(z.int()) }))),
  customerId: z.int(),
  customer: nullable(
    z.object({
      id: nullable(z.int()),
      key: z.string(),
      name: z.string(),
      phone: z.string(),
      tin: z.string(),
      allergies: z.optional(z.string()),
      groupId: z.optional(z.int()),
      discountPct: z.optional(z.number()),
      points: z.optional(z.int()),
      tier: z.optional(z.string()),
      birthday: z.optional(z.object({ day: z.string(), used: z.array(z.int()) })),
      buyer: z.optional(taxBuyer),
    }),
  ),
  covers: z.int(),
  note: z.string(),
  allergies: z.optional(z.string()),
  tabLimit: z.optional(nullable(money)),
  createdAt: z.string(),
  modifiedAt: z.string(),
  receivedAt: nullable(z.string()),
  createdBy: nullable(z.int()),
  createdByName: z.string(),
  waiterId: z.optional(id),
  waiterName: z.optional(z.string()),
  joinedSlots: z.optional(z.array(z.string())),
  isMasked: z.optional(z.boolean()),
  modifiedBy: nullable(z.int()),
  modifiedByName: z.optional(z.string()),
  completedAt: nullable(z.string()),
  businessDate: nullable(z.string()),
  payments: z.array(payment),
  payment: nullable(payment),
  promotion: z.optional(z.int()),
  cardsSold: z.optional(z.int()),
  points: z.optional(z.object({ earned: z.int(), spent: z.optional(z.int()), balance: z.int() })),
  claim: z.optional(z.object({ points: z.int(), url: z.optional(z.string()) })),
  advances: z.optional(
    z.array(z.object({ key: z.string(), billId: z.int(), invoiceNumber: z.string(), amount: money })),
  ),
  advance: z.optional(z.int()),
  advanceNet: z.optional(z.int()),
  order: z.optional(z.object({ key: z.string(), number: z.string() })),
  exchanges: z.optional(z.array(paymentExchange)),
  subTotal: z.int(),
  discount: z.int(),
  serviceCharge: z.int(),
  gst: z.int(),
  total: z.int(),
  roundingAmount: z.int(),
  tip: z.int(),
  serviceChargePct: z.number(),
  gstPct: z.number(),
  gstMode: z.enum(gstModes),
  gstOnServiceCharge: z.boolean(),
  shiftId: nullable(z.int()),
  approved: z.array(z.string()),
  meta: z.array(z.object({ key: z.string(), value: z.string() })),
  deliveryStatus: nullable(z.enum(deliveryStatuses)),
  delivery: nullable(billDelivery),
  refundOf: z.optional(z.object({ invoiceNumber: z.string(), number: z.string() })),
  refundOfId: nullable(z.int()),
  refundState: nullable(z.enum(['Partial', 'Full'])),
  printCount: z.int(),
  printed: z.optional(
    z.object({
      total: z.int(),
      allowed: z.int(),
      version: z.int(),
      lowered: z.optional(
        z.object({ by: nullable(z.int()), approvalKey: nullable(z.string()), isUnapproved: z.boolean() }),
      ),
    }),
  ),
  lastSavedAt: nullable(z.string()),
  fieldVersions: z.record(z.string(), z.int()),
  lastSyncedAt: nullable(z.string()),
  pending: z.boolean(),
});

const conflict = z.object({ field: z.string(), yours: z.unknown(), stands: z.unknown() });

export const createBill = defineEndpoint({
  key: 'bill.create',
  method: 'POST',
  path: '/bis/bill/create',
  summary: 'Checks in, or sends a bill that was opened offline; returns the current bill for a known key',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: billInput,
  answer: bill,
  refusals: [
    'servedByOther',
    'alreadyCheckedIn',
    'noShiftActive',
    'slotTypeUnknown',
    'slotOutOfRange',
    'menuItemUnknown',
    'sizeUnknown',
    'forbidden',
  ],
});

export const updateBill = defineEndpoint({
  key: 'bill.update',
  method: 'PUT',
  path: '/bis/bill/update',
  summary: 'Merges the body into the stored bill and returns the result; nothing that the body lacks is removed',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: billInput,
  answer: z.extend(bill, { insertedKeys: z.array(z.string()), conflicts: z.array(conflict) }),
  refusals: [
    'servedByOther',
    'notFound',
    'billClosed',
    'billVoid',
    'notCheckedIn',
    'menuItemUnknown',
    'sizeUnknown',
    'forbidden',
    'printJobMissing',
    'reasonMissing',
    'approvalNeeded',
    'approvalInvalid',
    'setPart',
  ],
});

export const payBill = defineEndpoint({
  key: 'bill.pay',
  method: 'PUT',
  path: '/bis/bill/pay',
  summary: 'Completes the bill with its payments; refused when the bill differs from what the till showed',
  access: { who: 'member', anyOf: ['bill.pay'] },
  body: z.extend(z.partial(billInput), {
    key,
    /** Empty when nothing is due: everything is complimentary. */
    payments: z.array(paymentInput).check(z.maxLength(50)),
    seen: z.optional(z.object({ itemKeys: z.array(key), total: signedMoney })),
    total: z.optional(signedMoney),
    tip: z.optional(money),
    /** The cash rounding that the till computed. The server computes its own; 0 tells that an older till did not round several payments. */
    roundingAmount: z.optional(signedMoney),
  }),
  answer: z.extend(bill, { change: z.int() }),
  refusals: [
    'servedByOther',
    'pointsShort',
    'notFound',
    'noShiftActive',
    'billClosed',
    'billVoid',
    'billChanged',
    'paymentShort',
    'overpaid',
    'keyReused',
    'cardNumber',
    'referenceMissing',
    'coversMissing',
    'currencyRate',
    'creditOff',
    'stockShort',
    'walletShort',
    'walletOffline',
    'walletBlocked',
    'walletUnknown',
    'setPart',
  ],
});

export const voidBill = defineEndpoint({
  key: 'bill.void',
  method: 'PUT',
  path: '/bis/bill/void',
  summary: 'Voids the bill with a reason; also cancels an empty check-in',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: z.object({
    billId: z.union([id, key]),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
    /** The bill is voided only while it is this check-in and has no items: a till noted its end without the server. */
    checkInKey: z.optional(key),
  }),
  answer: bill,
  refusals: ['servedByOther', 'notFound', 'billClosed', 'forbidden', 'reasonMissing'],
});

export const slotRef = z.object({ type: z.enum(slotTypeNames), slot: z.string().check(z.regex(/^[1-9]\d{0,3}$/)) });

export const transferBill = defineEndpoint({
  key: 'bill.transfer',
  method: 'PUT',
  path: '/bis/bill/transfer',
  summary: 'Moves a bill, or some of its items, to another slot; returns the bill in the target slot',
  access: { who: 'member', anyOf: ['bill.transfer'] },
  body: z.object({
    from: z.looseObject({ key, version: z.optional(z.int()) }),
    to: z.looseObject(slotRef.shape),
    items: z.optional(z.array(key)),
  }),
  answer: bill,
  refusals: [
    'servedByOther',
    'notFound',
    'billClosed',
    'billVoid',
    'slotOccupied',
    'slotTypeUnknown',
    'slotOutOfRange',
    'setPart',
  ],
});

export const mergeBills = defineEndpoint({
  key: 'bill.merge',
  method: 'PUT',
  path: '/bis/bill/merge',
  summary: 'Merges a bill into another and returns it; the key of the first becomes an alias',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: z.object({ from: z.union([id, key]), to: z.union([id, key]) }),
  answer: bill,
  refusals: ['servedByOther', 'notFound', 'billClosed', 'billVoid', 'forbidden', 'approvalNeeded', 'approvalInvalid'],
});

export const splitBill = defineEndpoint({
  key: 'bill.split',
  method: 'POST',
  path: '/bis/bill/split',
  summary: 'Splits a bill by items, in equal parts, by seats, or by an amount; returns the bill and its new checks',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: z.object({
    billId: z.union([id, key]),
    /** The key of the first new check; required for equal parts, seats and amounts. */
    key: z.optional(key),
    items: z.optional(z.array(z.object({ key, qty: positiveQuantity })).check(z.minLength(1), z.maxLength(500))),
    /** The number of checks that share every item equally, including the bill itself. */
    parts: z.optional(z.int().check(z.minimum(2), z.maximum(9))),
    /** Groups of seats: a check for each; the first keeps the bill when every seat is named (R23.10). */
    seats: z.optional(
      z
        .array(z.array(z.int().check(z.minimum(1), z.maximum(maxSeat))).check(z.minLength(1), z.maxLength(maxSeat)))
        .check(z.minLength(1), z.maxLength(8)),
    ),
    /** The total of the new check, laari. */
    amount: z.optional(money),
    to: z.optional(slotRef),
  }),
  answer: z.array(bill),
  refusals: [
    'servedByOther',
    'notFound',
    'billClosed',
    'billVoid',
    'invalid',
    'nothingToPay',
    'checksFull',
    'slotOccupied',
    'slotTypeUnknown',
    'slotOutOfRange',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
    'setPart',
  ],
});

export const divideItem = defineEndpoint({
  key: 'bill.divide',
  method: 'PUT',
  path: '/bis/bill/divide',
  summary: 'Cuts an item of a bill in two and returns the bill, so that a part of the quantity can be voided alone',
  access: { who: 'member', anyOf: ['bill.open'] },
  body: z.object({ billId: z.union([id, key]), itemKey: key, qty: positiveQuantity }),
  answer: bill,
  refusals: [
    'servedByOther',
    'notFound',
    'billClosed',
    'billVoid',
    'invalid',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
    'setPart',
  ],
});

export const refundBill = defineEndpoint({
  key: 'bill.refund',
  method: 'POST',
  path: '/bis/bill/refund',
  summary: 'Refunds a paid bill, or items of it, by a linked bill of negative quantities in the current shift',
  access: { who: 'member', anyOf: ['Billing History'] },
  body: z.object({
    key,
    billId: z.union([id, key]),
    /** Items of the paid bill; absent: all that is left is refunded. */
    items: z.optional(z.array(z.object({ key, qty: positiveQuantity })).check(z.minLength(1), z.maxLength(500))),
    /** Payments to the guest, with amounts above zero. Empty when nothing is due. */
    payments: z.array(paymentInput).check(z.maxLength(50)),
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
  }),
  answer: bill,
  refusals: [
    'servedByOther',
    'notFound',
    'notPaid',
    'refundOfRefund',
    'nothingToRefund',
    'refundTooLarge',
    'refundAboveMethod',
    'noShiftActive',
    'paymentShort',
    'overpaid',
    'paymentMethodUnknown',
    'keyReused',
    'cardNumber',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
  ],
});

export const correctPayment = defineEndpoint({
  key: 'bill.correctPayment',
  method: 'POST',
  path: '/bis/bill/correct-payment',
  summary:
    'Exchanges a payment of a paid bill for another of the same amount, in the current shift; returns the bill with it',
  access: { who: 'member', anyOf: ['Billing History'] },
  body: z.object({
    billId: z.union([id, key]),
    /** The payment that was recorded by mistake. */
    paymentKey: key,
    /** The payment that replaces it; its amount is the same. A repeated key changes nothing. */
    payment: paymentInput,
    reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
  }),
  answer: bill,
  refusals: [
    'notFound',
    'paymentNotCorrectable',
    'paymentCorrected',
    'noShiftActive',
    'invalid',
    'paymentShort',
    'overpaid',
    'paymentMethodUnknown',
    'referenceMissing',
    'currencyRate',
    'creditOff',
    'keyReused',
    'cardNumber',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
  ],
});

export const reprintBill = defineEndpoint({
  key: 'bill.reprint',
  method: 'POST',
  path: '/bis/bill/reprint',
  summary: 'Records a reprint of a receipt after checking the permission; the bill is unchanged',
  access: { who: 'member', anyOf: ['bill.pay', 'bill.print', 'bill.reprint', 'Billing History'] },
  body: z.object({
    billId: z.union([id, key]),
    /** The key of the print job. */
    jobKey: key,
    copyNo: z.int().check(z.minimum(1), z.maximum(9999)),
  }),
  answer: bill,
  refusals: ['servedByOther', 'notFound', 'notPaid', 'forbidden', 'approvalNeeded', 'approvalInvalid'],
});

const required = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));

export const issueTaxInvoice = defineEndpoint({
  key: 'bill.taxInvoice',
  method: 'POST',
  path: '/bis/bill/tax-invoice',
  summary: 'Makes a tax invoice of a receipt, with the same number, once; the paid bill itself is unchanged',
  access: { who: 'member', anyOf: ['Billing History'] },
  body: z.object({
    /** A device sends the same key again for the same tax invoice. */
    key,
    billId: z.union([id, key]),
    buyer: z.object({ name: required(120), address: required(300), tin: required(20) }),
  }),
  answer: bill,
  refusals: [
    'notFound',
    'stateForbids',
    'sellerIncomplete',
    'keyReused',
    'forbidden',
    'approvalNeeded',
    'approvalInvalid',
  ],
});

/** An event in the timeline of a bill. */
export const billEvent = z.object({
  seq: z.int(),
  at: z.string(),
  action: z.string(),
  userName: z.string(),
  /** Who sent it in their name, when that was somebody else (R36.15). */
  sentBy: z.optional(z.string()),
  /** The person had the permission when acting, but no longer when the entry arrived. */
  isRevoked: z.boolean(),
  deviceId: nullable(z.string()),
  /** Who approved it. */
  approverName: nullable(z.string()),
  /** It was approved with a code that the till checked while the server was away (R36.5). */
  isOfflineApproval: z.optional(z.boolean()),
  before: z.unknown(),
  after: z.unknown(),
});
export type BillEvent = z.infer<typeof billEvent>;

export const billTimeline = defineEndpoint({
  key: 'bill.timeline',
  method: 'GET',
  path: '/bis/bills/timeline/:id',
  summary: 'Returns the events of a bill, and what can still be refunded',
  access: { who: 'member', anyOf: ['Billing History', 'Manage Delivery'] },
  params: idParams,
  answer: z.object({
    events: z.array(billEvent),
    refunds: z.array(
      z.object({ id, invoiceNumber: nullable(z.string()), total: z.int(), at: z.string(), reason: z.string() }),
    ),
    /** Items of a paid bill with the quantity that can still be refunded. */
    left: z.array(z.object({ key: z.string(), qty: z.number() })),
    /** The amount that a refund of all that is left would pay out, laari. */
    owed: z.int(),
    /** What goes back to the wallets that paid before anything is paid out, laari. Absent without any. */
    toWallets: z.optional(z.int()),
    /** The same by wallet, in the order in which they get it. */
    wallets: z.optional(z.array(z.object({ last4: z.string(), method: z.enum(paymentMethods), amount: z.int() }))),
    /** What can still be paid out by methods other than cash, laari. Absent from servers of earlier releases. */
    byMethod: z.optional(z.array(z.object({ method: z.enum(paymentMethods), amount: z.int() }))),
  }),
  refusals: ['servedByOther', 'notFound'],
});

export const findBill = defineEndpoint({
  key: 'bill.find',
  method: 'GET',
  path: '/bis/bills/find/:id',
  summary: 'Returns one bill by id or key',
  access: { who: 'member', anyOf: ['New Bill', 'Billing History', 'bill.open', 'Kitchen', 'Manage Delivery'] },
  params: idParams,
  answer: bill,
  refusals: ['notFound'],
});

export const activeBills = defineEndpoint({
  key: 'bill.active',
  method: 'GET',
  path: '/bis/bills/active',
  summary: 'Returns all open bills of the outlet; the header X-Outlet-Seq is the change number that they include',
  access: { who: 'member' },
  answer: z.array(bill),
  refusals: [],
});

/** An amount in laari in a query; '' for none. */
const laariText = z.string().check(z.regex(/^(-?\d{1,9})?$/));

export const billPeople = defineEndpoint({
  key: 'bill.people',
  method: 'GET',
  path: '/bis/bills/people',
  summary: 'Returns the people of the outlet by name, also former ones, to filter bills by who opened them',
  access: { who: 'member', anyOf: ['Billing History'] },
  answer: z.array(z.object({ id, name: z.string() })),
  refusals: [],
});

export const listBills = defineEndpoint({
  key: 'bill.list',
  method: 'GET',
  path: '/bis/bills/list',
  summary: 'Lists bills, filtered by business day, type, slot, status, method, customer, shift, user or total',
  access: { who: 'member', anyOf: ['Billing History'] },
  query: z.extend(listQuery, {
    type: z.optional(z.string()),
    status: z.optional(z.string()),
    customerId: z.optional(z.string()),
    shiftId: z.optional(z.string()),
    userId: z.optional(z.string()),
    slot: z.optional(z.string().check(z.regex(/^\d{0,4}$/))),
    /** The method of one of its payments. */
    method: z.optional(z.string()),
    /** Business days, both included, as reports and the dashboard use them. */
    fromDay: z.optional(calendarDate),
    toDay: z.optional(calendarDate),
    /** The total of the bill in laari, both included. */
    minTotal: z.optional(laariText),
    maxTotal: z.optional(laariText),
  }),
  answer: z.union([pageOf(bill), z.array(bill)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const changes = defineEndpoint({
  key: 'change.list',
  method: 'GET',
  path: '/bis/changes',
  summary: 'Returns the changes of the outlet after a change number; `reset` when that is too long ago',
  access: { who: 'member' },
  query: z.object({ since: z.string().check(z.regex(/^\d{1,15}$/)) }),
  answer: z.union([
    z.object({
      head: z.int(),
      changes: z.array(
        z.object({ seq: z.int(), entity: z.string(), id: nullable(z.int()), version: z.int(), action: z.string() }),
      ),
    }),
    z.object({ head: z.int(), reset: z.literal(true) }),
  ]),
  refusals: [],
});
