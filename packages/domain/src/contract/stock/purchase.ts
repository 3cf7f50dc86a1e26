/**
 * Purchase invoices in the API. Quantities with at most 3 decimals, amounts in hundredths of the invoice's currency, percentages plain, `rate` is
 * rufiyaa per unit of the currency. Source: docs/rules.md#purchase-invoices.
 */
import * as z from 'zod/mini';
import { gstModes } from '../../outlet/outlet.ts';
import { invoiceStates, paymentStates, receivingStates } from '../../stock/purchase.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import {
  calendarDate,
  foreignId,
  id,
  idParams,
  key,
  listQuery,
  money,
  pageOf,
  percent,
  quantity,
  requiredText,
  text,
} from '../platform/shape.ts';
import { positiveQty, step } from './stock.ts';

const line = z.object({
  kind: z.enum(['Item', 'Expense']),
  itemId: z.optional(foreignId),
  financialAccountId: z.optional(foreignId),
  description: z.optional(text(120)),
  qty: quantity.check(z.minimum(0.001, 'Quantity must be more than 0')),
  unit: z.optional(text(20)),
  unitPrice: money,
  discountPct: z.optional(percent),
  gstPct: z.optional(percent),
  batch: z.optional(text(40)),
  expiry: z.optional(z.nullable(calendarDate)),
});

/** The maximum size of an attachment, in bytes. */
export const maxAttachmentBytes = 10 * 1024 * 1024;
export const attachmentKinds = ['application/pdf', 'image/webp'] as const;

const attachment = z.object({
  name: requiredText(1, 120),
  url: z.string().check(z.regex(/^[\w./-]{1,200}$/)),
});

/** A stored document or picture of an invoice; people who may read invoices can download it from `url`. */
export const keptAttachment = z.object({ name: z.string(), url: z.string(), mime: z.enum(attachmentKinds) });
export type KeptAttachment = z.infer<typeof keptAttachment>;

const content = {
  vendorInvoiceNo: requiredText(1, 40),
  vendorId: id.check(z.minimum(1, 'Vendor is required')),
  invoiceDate: calendarDate,
  dueDate: z.optional(z.nullable(calendarDate)),
  /** The storage that receives the goods; 0 for the default. */
  storageId: z.optional(foreignId),
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  rate: z.optional(z.number().check(z.minimum(0.0001), z.maximum(100_000))),
  gstMode: z.enum(gstModes),
  lines: z.array(line).check(z.minLength(1, 'Add at least one line'), z.maxLength(200)),
  discount: z.optional(money),
  otherCharges: z.optional(money),
  /** The total on the vendor's invoice; null: not entered. */
  vendorTotal: z.optional(z.nullable(money)),
  isTotalAcknowledged: z.optional(z.boolean()),
  attachments: z.optional(z.array(attachment).check(z.maxLength(5))),
  note: z.optional(text(300)),
};

export const purchaseInvoice = z.object({
  id,
  key: z.string(),
  version: z.int(),
  number: z.string(),
  vendorInvoiceNo: z.string(),
  vendorId: id,
  vendorName: z.string(),
  invoiceDate: z.string(),
  dueDate: z.string(),
  receivedDate: z.nullable(z.string()),
  storageId: foreignId,
  storageName: z.string(),
  currency: z.string(),
  rate: z.number(),
  gstMode: z.enum(gstModes),
  lines: z.array(
    z.object({
      id,
      kind: z.enum(['Item', 'Expense']),
      itemId: foreignId,
      financialAccountId: foreignId,
      name: z.string(),
      description: z.string(),
      qty: z.number(),
      unit: z.string(),
      unitPrice: z.int(),
      discountPct: z.number(),
      gstPct: z.number(),
      lineTotal: z.int(),
      qtyReceived: z.number(),
      batch: z.string(),
      expiry: z.nullable(z.string()),
    }),
  ),
  discount: z.int(),
  otherCharges: z.int(),
  subTotal: z.int(),
  gst: z.int(),
  total: z.int(),
  vendorTotal: z.nullable(z.int()),
  isTotalAcknowledged: z.boolean(),
  attachments: z.array(keptAttachment),
  note: z.string(),
  status: z.enum(invoiceStates),
  receiving: z.enum(receivingStates),
  paid: z.int(),
  paymentState: z.enum(paymentStates),
  payments: z.array(
    z.object({
      key: z.string(),
      date: z.string(),
      amount: z.int(),
      method: z.string(),
      reference: z.string(),
      financialAccountId: foreignId,
      paidFromShift: z.boolean(),
      byName: z.string(),
    }),
  ),
  reason: z.string(),
  steps: z.array(step),
  createdAt: z.string(),
  createdByName: z.string(),
});
export type PurchaseInvoice = z.infer<typeof purchaseInvoice>;

const access = { who: 'member' as const, anyOf: ['Invoices' as const] };
const posting = { ...access, allOf: ['invoice.post' as const] };
const ref = z.union([id, key]);

export const listInvoices = defineEndpoint({
  key: 'invoice.list',
  method: 'GET',
  path: '/ims/invoices/list',
  summary: 'Lists purchase invoices; start and end are invoice dates',
  access,
  query: z.extend(listQuery, {
    status: z.optional(z.string()),
    vendorId: z.optional(z.string()),
    receiving: z.optional(z.string()),
  }),
  answer: z.union([pageOf(purchaseInvoice), z.array(purchaseInvoice)]),
  refusals: ['pageSizeUnknown', 'listTooLong', 'malformed'],
});

export const findInvoice = defineEndpoint({
  key: 'invoice.find',
  method: 'GET',
  path: '/ims/invoices/find/:id',
  summary: 'Returns one purchase invoice by id or key',
  access,
  params: idParams,
  answer: purchaseInvoice,
  refusals: ['notFound'],
});

export const createInvoice = defineEndpoint({
  key: 'invoice.create',
  method: 'POST',
  path: '/ims/invoice/create',
  summary: 'Creates a purchase invoice as a draft; the server computes its totals',
  access,
  body: z.object({ key, ...content }),
  answer: purchaseInvoice,
  refusals: ['invalid', 'notFound', 'duplicate', 'keyReused', 'unitUnknown'],
});

export const updateInvoice = defineEndpoint({
  key: 'invoice.update',
  method: 'PUT',
  path: '/ims/invoice/update',
  summary: 'Changes a draft',
  access,
  body: z.object({ id: ref, version: z.int(), ...content }),
  answer: purchaseInvoice,
  refusals: ['notFound', 'invalid', 'duplicate', 'stateForbids', 'versionOld', 'unitUnknown'],
});

export const deleteInvoice = defineEndpoint({
  key: 'invoice.delete',
  method: 'DELETE',
  path: '/ims/invoice/delete/:id',
  summary: 'Removes a draft from the list; a posted invoice is cancelled instead',
  access,
  params: idParams,
  refusals: ['notFound', 'stateForbids'],
});

export const stepInvoice = defineEndpoint({
  key: 'invoice.status',
  method: 'PUT',
  path: '/ims/invoice/status',
  summary: 'Posts a draft, or cancels a posted invoice, which removes its goods from stock',
  access: posting,
  body: z.object({
    id: ref,
    status: z.enum(['Posted', 'Cancelled']),
    reason: z.optional(text(200)),
    isTotalAcknowledged: z.optional(z.boolean()),
  }),
  answer: purchaseInvoice,
  refusals: ['notFound', 'stateForbids', 'totalDiffers', 'reasonMissing', 'inUse'],
});

export const receiveInvoice = defineEndpoint({
  key: 'invoice.receive',
  method: 'PUT',
  path: '/ims/invoice/receive',
  summary: 'Receives goods of a posted invoice into stock at cost, once per key',
  access: posting,
  body: z.object({
    id: ref,
    key,
    date: z.optional(calendarDate),
    storageId: z.optional(foreignId),
    /** Quantities in the unit of the line; absent: everything that is still to come. */
    lines: z.optional(z.array(z.object({ id, qty: positiveQty })).check(z.maxLength(200))),
  }),
  answer: purchaseInvoice,
  refusals: ['notFound', 'stateForbids', 'invalid'],
});

export const payInvoice = defineEndpoint({
  key: 'invoice.pay',
  method: 'PUT',
  path: '/ims/invoice/pay',
  summary: 'Records a payment to the vendor, once per key; a payment from the drawer requires an open shift',
  access: posting,
  body: z.object({
    id: ref,
    key,
    date: calendarDate,
    amount: money.check(z.minimum(1, 'Amount must be more than 0')),
    method: requiredText(1, 40),
    reference: z.optional(text(60)),
    financialAccountId: z.optional(foreignId),
    paidFromShift: z.optional(z.boolean()),
  }),
  answer: purchaseInvoice,
  refusals: ['notFound', 'stateForbids', 'invalid', 'overpaid', 'noShiftActive', 'keyReused', 'forbidden'],
});

export const saveAttachment = defineEndpoint({
  key: 'invoice.attach',
  method: 'POST',
  path: '/ims/invoice/attachment',
  summary:
    'Stores an attachment (multipart, field "file"): a PDF, or a PNG, JPEG or WebP that is converted to WebP, up to 10 MB; the type is detected from the content',
  access,
  body: z.object({ file: z.optional(z.unknown()) }),
  answer: z.object({ url: z.string(), mime: z.enum(attachmentKinds) }),
  multipart: true,
  refusals: ['invalid', 'attachmentUnreadable', 'tooLarge'],
});

export const findAttachment = defineEndpoint({
  key: 'invoice.attachment',
  method: 'GET',
  path: '/ims/invoice/attachment/:key',
  summary: 'Downloads an attachment of the outlet’s invoices',
  access,
  params: z.object({ key: z.string().check(z.regex(/^[\w-]{1,80}$/)) }),
  answer: z.string(),
  refusals: ['notFound'],
});
