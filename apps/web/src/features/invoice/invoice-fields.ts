import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import type { FieldDefinition } from '@atoll/domain/form/field';
import { gstModes } from '@atoll/domain/outlet/outlet';
import { bodyOf, type FormValues } from '../../form/form-values.ts';
import { useTranslation } from '../../locale/use-translation.ts';

export interface InvoiceFields {
  readonly fields: readonly FieldDefinition[];
  readonly more: readonly FieldDefinition[];
}

/** Returns the fields of a purchase invoice: the ones of a usual invoice, and those that are rarely needed. */
export function useInvoiceFields(): InvoiceFields {
  const { t } = useTranslation();
  const line: FieldDefinition[] = [
    { key: 'kind', label: t('invoice.kind'), kind: 'choice', options: ['Item', 'Expense'], required: true },
    { key: 'itemId', label: t('invoice.item'), kind: 'reference', entity: 'inventory_item' },
    {
      key: 'financialAccountId',
      label: t('invoice.account'),
      kind: 'reference',
      entity: 'account',
      newRecord: { kind: 'Financial', financialType: 'Expense' },
    },
    { key: 'description', label: t('invoice.description'), kind: 'text', maxLength: 120 },
    { key: 'qty', label: t('invoice.qty'), kind: 'quantity', min: 0.001, required: true },
    { key: 'unit', label: t('invoice.unit'), kind: 'text', maxLength: 20 },
    { key: 'unitPrice', label: t('invoice.price'), kind: 'money', min: 0, required: true },
    { key: 'discountPct', label: t('invoice.discountPct'), kind: 'percent' },
    { key: 'gstPct', label: t('invoice.gstPct'), kind: 'percent' },
  ];
  return {
    fields: [
      { key: 'vendorId', label: t('invoice.vendor'), kind: 'reference', entity: 'vendor', required: true },
      { key: 'vendorInvoiceNo', label: t('invoice.vendorNo'), kind: 'text', required: true, maxLength: 40 },
      { key: 'invoiceDate', label: t('invoice.date'), kind: 'date', required: true },
      { key: 'gstMode', label: t('invoice.gstMode'), kind: 'choice', options: gstModes, required: true },
      { key: 'lines', label: t('invoice.lines'), kind: 'list', required: true, min: 1, max: 200, fields: line },
      { key: 'vendorTotal', label: t('invoice.vendorTotal'), kind: 'money', min: 0 },
    ],
    more: [
      { key: 'discount', label: t('invoice.discount'), kind: 'money', min: 0 },
      { key: 'otherCharges', label: t('invoice.otherCharges'), kind: 'money', min: 0, hint: t('invoice.otherHint') },
      { key: 'dueDate', label: t('invoice.due'), kind: 'date', hint: t('invoice.dueHint') },
      { key: 'storageId', label: t('invoice.storage'), kind: 'reference', entity: 'storage' },
      { key: 'currency', label: t('invoice.currency'), kind: 'choice', options: ['MVR', 'USD', 'EUR', 'LKR', 'INR'] },
      { key: 'rate', label: t('invoice.rate'), kind: 'quantity', min: 0, hint: t('invoice.rateHint') },
      {
        key: 'attachments',
        label: t('invoice.attachments'),
        kind: 'list',
        max: 5,
        fields: [
          { key: 'name', label: t('invoice.fileName'), kind: 'text', required: true, maxLength: 120 },
          { key: 'url', label: t('invoice.attachment'), kind: 'text', required: true },
          { key: 'mime', label: t('invoice.attachment'), kind: 'text' },
        ],
      },
      { key: 'note', label: t('invoice.note'), kind: 'multiline', maxLength: 300 },
    ],
  };
}

/** Returns an invoice of the API as form values; each row names an item or an account. */
export function formOf(invoice: PurchaseInvoice): FormValues {
  return {
    ...invoice,
    rate: invoice.currency === 'MVR' ? null : invoice.rate,
    lines: invoice.lines.map((line) => ({ ...line, itemName: line.name, financialAccountName: line.name })),
  };
}

const given = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** Returns the form values as the API expects them, without empty ones. */
export function invoiceBody({ fields, more }: InvoiceFields, values: FormValues): Record<string, unknown> {
  const body = given(bodyOf([...fields, ...more], values));
  const lines = body['lines'] as readonly Record<string, unknown>[];
  return { ...body, vendorTotal: values['vendorTotal'] ?? null, lines: lines.map(given) };
}
