/**
 * The API of the print server: what a till posts to the print server on its own machine, and the responses.
 * A job contains everything to print; the print server looks nothing up and computes no tax.
 * Source: R18.23, docs/rules.md#print-body, docs/rules.md#print-jobs, docs/rules.md#print-server.
 */

import * as z from 'zod/mini';
import type { Bill, BillCustomer, BillItem } from '../../bill/bill.ts';
import { lineAmount } from '../../bill/totals.ts';
import { findForbiddenText, type TextPath } from '../../form/plain-text.ts';
import type { ItemMarks } from '../../menu/marks.ts';
import { defaultCurrency, defaultTimezone } from '../../outlet/defaults.ts';
import type { Outlet } from '../../outlet/outlet.ts';
import type { Payment } from '../../payment/payment.ts';
import { type CourseMark, courseMarks } from '../../ticket/ticket.ts';
import type { WaitReason } from './print-words.ts';

/**
 * Slip: a short text about cash, the drawer, a report, or a moved table; its bill has no items. Image: a bill or a picture as a PDF file, on the
 * named printer if it is a PDF printer, otherwise on the first one (R18.23).
 */
export const printTypes = ['Bill', 'Kot', 'Bot', 'Image', 'Slip'] as const;
export type PrintType = (typeof printTypes)[number];

/** The heading of a printed bill. The print server replaces it when the bill's state does not allow it. */
export const printTitles = ['Bill', 'Receipt', 'Tax Invoice'] as const;
export const ticketKinds = ['New', 'Add', 'Cancel', 'Transfer', 'Reprint'] as const;
export const lineChanges = ['New', 'Void', 'Changed'] as const;

const text = (max: number) => z.string().check(z.maxLength(max));
/** A field that may be absent or null, and is then `fallback`. */
const or = <T extends z.ZodMiniType, F>(schema: T, fallback: F) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): NonNullable<z.output<T>> | F => (value ?? fallback) as NonNullable<z.output<T>> | F),
  );
const blank = (max: number) => or(text(max), '');
const laari = z.int();
const noLaari = or(z.int(), 0);
const percent = or(z.number(), 0);
const flag = or(z.boolean(), false);

const printItem = z.object({
  key: blank(100),
  name: text(200),
  size: blank(60),
  /** The item comes in several sizes, so its size is printed. Absent: from a till of an earlier release. */
  hasSizes: z.nullish(z.boolean()),
  menuItem: z.nullish(z.object({ type: blank(20) })),
  qty: z.number().check(z.gte(-999_999.999), z.lte(999_999.999)),
  /** The unit of a quantity by weight ('kg'); '' for counted items. */
  unit: blank(10),
  sellingPrice: noLaari,
  /** The head of a set menu, which costs nothing itself: its parts follow. */
  setPrice: z.nullish(laari),
  /** A part of a set menu: the key of its head, and the name of the set. */
  parentKey: blank(100),
  setName: blank(200),
  /** Laari for the whole item; absent: price × qty less the item's own discount. */
  amount: z.nullish(laari),
  notes: or(z.array(text(500)).check(z.maxLength(50)), []),
  /** What the kitchen and the guest must know about the item; printed on tickets. */
  allergens: or(z.array(text(40)).check(z.maxLength(30)), []),
  spicy: or(z.int(), 0),
  isVegetarian: flag,
  isHalal: flag,
  modifiers: or(z.array(z.object({ name: text(200), priceDelta: noLaari })).check(z.maxLength(50)), []),
  discount: z.nullish(z.object({ type: z.enum(['Percent', 'Amount']), value: z.number(), reason: blank(200) })),
  isComp: flag,
  isVoid: flag,
  voidReason: blank(200),
  gstMode: z.nullish(z.enum(['Inclusive', 'Exclusive', 'Exempt'])),
  gstPct: z.nullish(z.number()),
  taxAmount: z.nullish(laari),
  /** An item of a refund: its part of the paid item's amount. */
  refunded: z.nullish(z.object({ amount: laari })),
  /** Kot and Bot: the change of the item; `qtyBefore` is set for Changed. */
  change: or(z.enum(lineChanges), 'New'),
  qtyBefore: z.nullish(z.number()),
  /** Kot and Bot with courses: the item's course and seat, and what the kitchen does with it. Absent: no courses. */
  courseNo: or(z.int(), 0),
  seat: or(z.int(), 0),
  mark: z.nullish(z.enum(courseMarks)),
  /** The copy for an expediter: the station that has the item. '' on other tickets. */
  stationName: blank(60),
});

const printPayment = z.object({
  method: text(40),
  amount: laari,
  tendered: noLaari,
  change: noLaari,
  reference: blank(120),
  /** The gift card that paid, and what is left on it: not known before the server has answered. */
  wallet: z.nullish(z.object({ last4: text(4), left: z.nullish(laari) })),
  status: or(text(20), 'Captured'),
});

const printBill = z.object({
  id: z.nullish(z.number()),
  key: blank(100),
  /** The outlet's short number, or a device's own series while offline ('T3-127'). */
  number: z.nullish(z.union([z.number(), text(40)])),
  invoiceNumber: z.nullish(text(60)),
  invoiceType: z.nullish(text(20)),
  type: text(20),
  slot: text(20),
  checkNo: or(z.number(), 1),
  name: blank(120),
  status: z.nullish(text(20)),
  isVoid: flag,
  covers: or(z.number(), 0),
  note: blank(500),
  customer: z.nullish(
    z.object({ name: blank(200), phone: blank(40), tin: blank(40), address: blank(400), allergies: blank(1000) }),
  ),
  createdAt: z.nullish(text(40)),
  modifiedAt: z.nullish(text(40)),
  completedAt: z.nullish(text(40)),
  createdByName: blank(120),
  discountPercentage: percent,
  discountAmount: z.nullish(laari),
  items: z.array(printItem).check(z.maxLength(500)),
  /** What promotions take off the items: a line for each below them. */
  promotions: or(z.array(z.object({ words: text(60), amount: laari })).check(z.maxLength(100)), []),
  /** Gift cards that the bill sells, and deposits that it takes: they are paid beside the total. */
  cards: or(
    z
      .array(z.object({ last4: text(4), amount: laari, kind: z.optional(z.literal('Deposit')) }))
      .check(z.maxLength(500)),
    [],
  ),
  /** Instalments of its order that were paid before, with GST; `net` is what all take off the column of the bill. */
  advances: or(z.array(z.object({ invoiceNumber: blank(60), amount: laari })).check(z.maxLength(100)), []),
  advanceNet: noLaari,
  /** The points that the customer got, and their balance. */
  points: z.nullish(z.object({ earned: z.int(), spent: noLaari, balance: z.int() })),
  /** Points that the guest claims by the QR code of the receipt. */
  claim: z.nullish(z.object({ points: z.int() })),
  payments: or(z.array(printPayment).check(z.maxLength(50)), []),
  /** Laari. A ticket has no totals; a bill must have them. */
  subTotal: z.nullish(laari),
  discount: z.nullish(laari),
  serviceCharge: z.nullish(laari),
  gst: z.nullish(laari),
  total: z.nullish(laari),
  roundingAmount: noLaari,
  tip: noLaari,
  serviceChargePct: percent,
  gstPct: percent,
  gstMode: z.nullish(z.enum(['Inclusive', 'Exclusive', 'Exempt'])),
  refundOfId: z.nullish(z.number()),
  /** How often the bill was printed before: the next print of an open bill is 'Revised' or a copy. */
  printCount: or(z.number(), 0),
});

const printOutlet = z.object({
  outletId: z.nullish(z.number()),
  name: text(120),
  legalName: blank(120),
  address: blank(400),
  phone: blank(60),
  tin: blank(40),
  gstActivityNo: blank(40),
  /** Printed when it is a `data:image/png` or `jpeg` URL; any other URL is ignored (nothing is fetched). */
  logo: z.nullish(text(300_000)),
  currency: or(text(8), defaultCurrency),
  timezone: or(text(60), defaultTimezone),
  header: blank(600),
  footer: blank(600),
  receiptHeader: blank(600),
  receiptFooter: blank(600),
  /** A practice outlet: its papers say so, and only a printer that is marked for practice prints them (R31.48). */
  practice: flag,
});

/** The body of POST /print. Each press of the button and each automatic ticket has its own `jobKey`: the same key prints once. */
export const printRequest = z.object({
  type: z.enum(printTypes),
  bill: printBill,
  outlet: printOutlet,
  printerName: text(60).check(z.minLength(1)),
  printedBy: blank(120),
  jobKey: z.nullish(text(100).check(z.minLength(1))),
  copies: or(z.int().check(z.gte(1), z.lte(20)), 1),
  openDrawer: flag,
  /** 1 and up: the number of this copy of an earlier print. */
  copyNo: or(z.int().check(z.gte(0), z.lte(9999)), 0),
  /** Given by the server per outlet and business day; offline a number of the device's own series ('T3-41'). */
  kotNo: z.nullish(z.union([z.number(), text(40)])),
  /** When the round of a ticket was sent (ISO); the bill may have changed since. */
  sentAt: z.nullish(text(40)),
  /** A tax invoice that was issued after the receipt: when, and when the receipt was (ISO). */
  reissue: z.nullish(z.object({ at: text(40), receiptAt: text(40) })),
  /** The printed numbers of the bill that a refund corrects. */
  refundOf: z.nullish(z.object({ invoiceNumber: blank(60), number: blank(40) })),
  station: blank(60),
  kind: z.nullish(z.enum(ticketKinds)),
  title: z.nullish(z.enum(printTitles)),
  language: z.nullish(text(20)),
  /** A link to print as a QR code. */
  qr: z.nullish(text(300)),
  /** Image: the picture to print, instead of the bill. Its size is in pixels. */
  picture: z.nullish(
    z.object({
      image: z.string().check(z.maxLength(700_000), z.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/)),
      width: z.int().check(z.gte(1), z.lte(10_000)),
      height: z.int().check(z.gte(1), z.lte(10_000)),
    }),
  ),
  /** The content of a slip; `large` is printed in large letters. */
  slip: z.nullish(
    z.object({
      title: text(60).check(z.minLength(1)),
      large: blank(60),
      rows: or(z.array(z.object({ label: text(60), value: text(120), isHeading: flag })).check(z.maxLength(200)), []),
      note: blank(300),
    }),
  ),
});

/** Returns the path of the first text with control characters or half a surrogate pair (R35.91), or null. Paper has line breaks everywhere. */
export const findUnprintable = (body: unknown): TextPath | null => findForbiddenText(body, () => true);

/** A validated print job with its defaults filled in. */
export type PrintRequest = z.output<typeof printRequest>;
export type PrintItem = PrintRequest['bill']['items'][number];
export type PrintBill = PrintRequest['bill'];

/**
 * Returns the printed price and amount of an item, laari. The price is the unit price with modifiers, never below zero. The amount is the one
 * that was sent, for a refund the part of the paid item, 0 for a complimentary item, otherwise price × quantity less the item's own discount, as in the totals (docs/rules.md#print-body).
 * Throws when an amount is too large to be exact.
 */
export function printedLine(item: PrintItem): { readonly price: number; readonly amount: number } {
  const { sellingPrice, qty, discount } = item;
  const modifiers = item.modifiers.map((modifier) => ({ optionId: 0, ...modifier }));
  const price = lineAmount({ sellingPrice, modifiers, qty: 1, discount: null });
  const amount =
    item.amount ??
    item.refunded?.amount ??
    (item.isComp ? 0 : lineAmount({ sellingPrice, modifiers, qty, discount: discount ?? null }));
  return { price, amount };
}

/** An item as a till sends it: the bill's item, for tickets with its change. */
export type PrintLineBody = Partial<BillItem> &
  ItemMarks &
  Pick<BillItem, 'name' | 'qty'> & {
    readonly amount?: number | null;
    readonly change?: (typeof lineChanges)[number];
    readonly qtyBefore?: number;
    readonly mark?: CourseMark;
    readonly stationName?: string;
  };

/** The content of a slip. */
export interface PrintSlip {
  readonly title: string;
  readonly large?: string;
  /** A heading begins a group of rows, in bold. */
  readonly rows?: readonly { readonly label: string; readonly value: string; readonly isHeading?: boolean }[];
  readonly note?: string;
}

/** The request that a till posts: its bill (for Kot and Bot with only the items to print) and the outlet. Unknown fields are ignored. */
export interface PrintBody {
  readonly type: PrintType;
  readonly bill: Omit<Partial<Bill>, 'items' | 'payments' | 'number' | 'customer'> &
    Pick<Bill, 'type' | 'slot'> & {
      readonly number?: number | string | null;
      readonly customer?: (Partial<BillCustomer> & { readonly name: string; readonly address?: string }) | null;
      readonly items: readonly PrintLineBody[];
      readonly promotions?: readonly { readonly words: string; readonly amount: number }[];
      readonly cards?: readonly {
        readonly last4: string;
        readonly amount: number;
        readonly kind?: 'Deposit' | undefined;
      }[];
      readonly payments?: readonly (Partial<Payment> & Pick<Payment, 'method' | 'amount'>)[];
    };
  readonly outlet: Partial<Outlet> &
    Pick<Outlet, 'name'> & { readonly header?: string; readonly footer?: string; readonly practice?: boolean };
  readonly printerName: string;
  readonly printedBy: string;
  readonly jobKey?: string;
  readonly copies?: number;
  readonly openDrawer?: boolean;
  /** Key of the payment, cash event or drawer event for which a drawer of another till opens (R36.18). */
  readonly drawerKey?: string;
  readonly copyNo?: number;
  readonly kotNo?: number | string;
  readonly sentAt?: string;
  readonly reissue?: { readonly at: string; readonly receiptAt: string };
  readonly refundOf?: { readonly invoiceNumber: string; readonly number: string };
  readonly station?: string;
  readonly kind?: (typeof ticketKinds)[number];
  readonly title?: (typeof printTitles)[number];
  readonly language?: string;
  readonly qr?: string;
  readonly picture?: { readonly image: string; readonly width: number; readonly height: number };
  readonly slip?: PrintSlip;
}

/** States of a print job (docs/rules.md#print-jobs). `printed` was confirmed by the device, `sent` was not. */
export const printStates = ['queued', 'sending', 'waiting', 'held', 'sent', 'printed', 'failed', 'cancelled'] as const;
export type PrintState = (typeof printStates)[number];

export const printerKinds = ['tcp', 'file', 'queue', 'pdf', 'text'] as const;
export const statusModes = ['none', 'dle', 'dle+confirm'] as const;
export const codePages = ['cp858', 'cp437'] as const;

/** A printer in `printers.json` and PUT /printers/{name}. */
export const printerConfig = z.object({
  name: text(60).check(z.minLength(1)),
  kind: z.enum(printerKinds),
  host: z.optional(text(255)),
  port: z.optional(z.int().check(z.gte(1), z.lte(65_535))),
  path: z.optional(text(400)),
  queue: z.optional(text(120)),
  columns: z._default(z.optional(z.literal([32, 42, 48])), 48),
  /** How a network printer reports its status. Absent: not determined yet. */
  statusMode: z.optional(z.enum(statusModes)),
  codePage: z._default(z.optional(z.enum(codePages)), 'cp858'),
  /** Prints every line as a picture, for printers with unreliable code pages. */
  allRaster: z._default(z.optional(z.boolean()), false),
  feedBeforeCut: z._default(z.optional(z.int().check(z.gte(0), z.lte(12))), 4),
  enabled: z._default(z.optional(z.boolean()), true),
  /** Whether it prints the papers of practice outlets. */
  practice: z._default(z.optional(z.boolean()), false),
});
export type PrinterConfig = z.output<typeof printerConfig>;

/** A printer in GET /printers: its configuration and state. */
export interface PrinterView extends PrinterConfig {
  readonly state: 'ready' | 'sending' | 'waiting' | 'disabled';
  readonly lastError: string | null;
  /** The code of `lastError`. Absent in answers of an older release. */
  readonly reason?: WaitReason | null;
  readonly waiting: number;
}

/** A job in GET /jobs and /jobs/{id}, without the bill. */
export interface PrintJobView {
  readonly jobId: string;
  readonly jobKey: string | null;
  readonly type: PrintType | 'Test';
  readonly printer: string;
  readonly state: PrintState;
  readonly reason: WaitReason | null;
  readonly message: string | null;
  readonly title: string;
  readonly copyNo: number;
  readonly attempts: number;
  readonly mayBeDuplicate: boolean;
  readonly acceptedAt: string;
  readonly changedAt: string;
}
