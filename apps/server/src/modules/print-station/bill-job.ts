/** Builds the print job of a bill from the stored bill, so that another till prints what the server knows. Source: R36.18, docs/rules.md#handed-bills. */
import type { Bill } from '@atoll/domain/bill/bill';
import { deviceNumberIn } from '@atoll/domain/bill/device-number';
import { liveItems } from '@atoll/domain/bill/items';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { headedPaid } from '@atoll/domain/contract/bill/print-tax-invoice';
import { settingOf } from '@atoll/domain/outlet/settings';
import { printerLanguage, printName } from '@atoll/domain/ticket/printers';
import { refused } from '../../platform/errors/refused.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import {
  findStored,
  type OutletTerms,
  outletTerms,
  requireView,
  type StoredBill,
  withRowsBeside,
} from '../bill/service.ts';
import { presentOutlet } from '../outlet/service.ts';
import type { JobBody, StationActor } from './job.ts';

/** A job as a station gets it. `billKey`: the paid bill whose receipt it is. */
export interface BuiltJob {
  readonly body: JobBody;
  /** The bill as it is stored. */
  readonly stored: StoredBill;
  readonly billKey: string | null;
  /** Key of the payment in cash for which it may open the drawer. */
  readonly paymentKey: string | null;
}

/** A receipt is an original only for this long after the payment. */
const originalMs = 24 * 3_600_000;

/** Returns whether a job prints a bill: a bill, receipt or tax invoice, on paper or as a file. */
export const isBillJob = ({ type, picture }: JobBody): boolean =>
  type === 'Bill' || (type === 'Image' && picture === undefined);

/** Returns the job of a bill, from the stored one. Refused: 'billNotSaved' when it lacks something of the till's, 'servedByOther'. */
export async function buildBillJob(tx: OutletTx, actor: StationActor, sent: JobBody): Promise<BuiltJob> {
  const asked = sent['bill'] as { readonly key?: unknown; readonly items?: unknown } | undefined;
  const stored = typeof asked?.key === 'string' ? await findStored(tx, asked.key) : undefined;
  if (stored === undefined || lacksItems(stored.bill, asked?.items)) throw refused('billNotSaved');
  const bill = await withRowsBeside(tx.db, tx.head.outletId, stored.bill);
  requireView(actor, bill);
  const isPaid = bill.status === 'Complete';
  const terms = await outletTerms(tx);
  const body = await bodyOf(tx, bill, { actor, sent, terms });
  if (!isPaid) {
    const copies = Math.min(Math.max(1, Number(sent['copies']) || 1), settingOf(terms.settings, 'BillCopies'));
    return { body: { ...body, title: 'Bill', copies } as unknown as JobBody, stored, billKey: null, paymentKey: null };
  }
  const copyNo = await copyOf(tx, bill, sent);
  const headed = headedPaid(body, bill);
  const whole = { ...headed, ...(await refundOf(tx, bill)), ...(copyNo > 0 && { copyNo }) };
  const cash = bill.payments.find(({ method, status }) => method === 'Cash' && status !== 'Voided');
  const mayOpen = copyNo === 0 && !bill.taxInvoice?.isReissue && settingOf(terms.settings, 'DrawerKick');
  return {
    body: whole as unknown as JobBody,
    stored,
    billKey: receiptKey(bill),
    paymentKey: mayOpen && cash ? cash.key : null,
  };
}

/** Returns whether the till shows items that the stored bill does not have: they wait in its outbox. */
function lacksItems(bill: Bill, items: unknown): boolean {
  const known = new Set(bill.items.map(({ key }) => key));
  return Array.isArray(items) && items.some((item: { key?: unknown }) => !known.has(String(item.key).toLowerCase()));
}

interface Building {
  readonly actor: StationActor;
  readonly sent: JobBody;
  readonly terms: OutletTerms;
}

/** Returns the outlet as it is printed. */
export async function outletOnPaper(tx: OutletTx) {
  const row = await tx.db.selectFrom('outlet').selectAll().where('id', '=', tx.head.outletId).executeTakeFirstOrThrow();
  return presentOutlet(row);
}

async function bodyOf(tx: OutletTx, bill: Bill, { actor, sent, terms }: Building): Promise<PrintBody> {
  const { type, printerName, jobKey } = sent;
  const outlet = await outletOnPaper(tx);
  const language = printerLanguage(terms.settings, printerName, outlet.languageBill);
  const items = liveItems(bill).map((item) => {
    const menuItem = terms.catalogue.get(item.menuItemId)?.menuItem;
    return { ...item, name: printName(menuItem, item.name, language, false) };
  });
  return {
    type,
    bill: { ...bill, number: numberOnPaper(bill), createdByName: waiterOf(bill).name, items },
    language,
    outlet,
    printerName,
    printedBy: actor.name,
    jobKey,
  };
}

/** Returns the bill's number, followed by the device number of earlier prints (docs/rules.md#provisional-receipts). */
function numberOnPaper(bill: Bill): number | string | null {
  const given = deviceNumberIn(bill);
  return bill.number === null || given === null ? (bill.number ?? given) : `${bill.number} (${given})`;
}

/** Returns the key that counts the receipts of a bill: a tax invoice that was issued later is an original of its own. */
const receiptKey = ({ key, taxInvoice }: Bill): string => (taxInvoice?.isReissue ? `${key} tax invoice` : key);

/** Returns 0 for the original of a receipt: the first that a till asks for within a day of the payment; else the number of the copy. */
async function copyOf(tx: OutletTx, bill: Bill, sent: JobBody): Promise<number> {
  const asked = Math.max(0, Math.trunc(Number(sent['copyNo']) || 0));
  const { count } = await tx.db
    .selectFrom('handed_job')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('outlet_id', '=', tx.head.outletId)
    .where('bill_key', '=', receiptKey(bill))
    .where('key', '<>', sent.jobKey)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  const issuedAt = Date.parse(bill.taxInvoice?.issuedAt ?? bill.completedAt ?? '');
  const isOld = !(issuedAt > tx.now - originalMs);
  return Math.max(asked, Number(count), isOld ? 1 : 0);
}

/** Returns the printed numbers of the bill that a refund corrects. */
async function refundOf(tx: OutletTx, bill: Bill): Promise<Pick<PrintBody, 'refundOf'>> {
  if (bill.refundOfId === null) return {};
  const paid = (await findStored(tx, bill.refundOfId))?.bill;
  if (paid === undefined) return {};
  return { refundOf: { invoiceNumber: paid.invoiceNumber ?? '', number: String(numberOnPaper(paid) ?? '') } };
}
