/** Prints bills and receipts: the actions of the print buttons. Source: R16.1, R18.23, docs/rules.md#tax-invoice, docs/rules.md#copies. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { printedFigures, printedItems } from '@atoll/domain/contract/bill/print-figures';
import { headedPaid } from '@atoll/domain/contract/bill/print-tax-invoice';
import { canPrintBill } from '@atoll/domain/ticket/printers';
import { call, forPrinting } from '../api/api.ts';
import { useBills } from '../bills/bills.ts';
import { uuidv7 } from '../session/id.ts';
import { useSession } from '../session/session.ts';
import { notify, settingHere, settingsHere, useApp } from '../sync/app-store.ts';
import { printCards } from './card/card-slips.ts';
import { numberOnPaper } from './number-on-paper.ts';
import { type Printed, sendToPrinter } from './print.ts';
import { withPrintedNames } from './printed-name.ts';
import { copiesPrinted, countReceipt, paidHere, receiptKey } from './receipts.ts';

/** Job keys by bill. A failed print keeps its key for the next press while the bill is unchanged. */
const jobKeys = new Map<string, string>();

function jobKeyFor(name: string): string {
  const key = jobKeys.get(name) ?? uuidv7();
  jobKeys.set(name, key);
  return key;
}

function bodyOf(bill: Bill, printerName: string, jobKey: string): PrintBody {
  const { outlet } = useApp.getState();
  const { items, language } = withPrintedNames(printedItems(bill), printerName, false);
  return {
    type: 'Bill',
    bill: {
      ...bill,
      number: numberOnPaper(bill),
      createdByName: waiterOf(bill).name,
      ...printedFigures(bill, items),
    },
    language,
    outlet: outlet ?? { name: '' },
    printerName,
    printedBy: useSession.getState().user?.name ?? '',
    jobKey,
  };
}

const copiesWanted = (): number => settingHere('BillCopies');

/** 'Print Bill': saves, prints, and marks the bill as printed (docs/rules.md#save-order). Returns whether it went to the printer. */
export async function printBill(key: string): Promise<boolean> {
  const bills = useBills.getState();
  const known = bills.bills[bills.aliases[key] ?? key];
  const before = known && canPrintBill(known, settingsHere());
  if (before && !before.ok) {
    notify({ kind: 'error', message: before.refusal.message });
    return false;
  }
  const saved = await bills.save(key);
  if (!saved.ok || !before) {
    if (!saved.ok) notify({ kind: 'error', message: saved.refusal.message });
    return false;
  }
  if (saved.value.number === null) await bills.deviceNumberOf(key);
  const bill = useBills.getState().bills[saved.value.key] ?? saved.value;
  const name = `${bill.key} ${bill.printCount} ${toPay(bill)} ${bill.items.length}`;
  const jobKey = jobKeyFor(name);
  const printed = await sendToPrinter({ ...bodyOf(bill, before.value, jobKey), title: 'Bill', copies: copiesWanted() });
  if (printed.state === 'failed') return false;
  jobKeys.delete(name);
  await useBills.getState().markPrinted(bill.key, jobKey);
  return true;
}

/** Returns the numbers of the bill that a refund corrects: as the server knows them now, otherwise as the refund itself has them. */
async function refundOf(bill: Bill): Promise<Pick<PrintBody, 'refundOf'>> {
  if (bill.refundOfId === null) return {};
  try {
    const params = { id: String(bill.refundOfId) };
    const paid = (await call('bill.find', { params, ...forPrinting })) as unknown as Bill;
    return { refundOf: { invoiceNumber: paid.invoiceNumber ?? '', number: String(numberOnPaper(paid) ?? '') } };
  } catch {
    // Without the server the refund's own numbers are printed.
    return bill.refundOf ? { refundOf: bill.refundOf } : {};
  }
}

/** Prints the receipt of a completed bill. The first on the device that took the payment is the original, every other is COPY n. */
export async function printReceipt(bill: Bill): Promise<Printed | null> {
  const printer = canPrintBill(bill, settingsHere());
  if (!printer.ok) {
    notify({ kind: 'error', message: printer.refusal.message });
    return null;
  }
  const counted = receiptKey(bill);
  const copyNo = copiesPrinted(counted);
  const name = `receipt ${counted} ${copyNo}`;
  const cash = bill.payments.find(({ method, status }) => method === 'Cash' && status !== 'Voided');
  const printed = await sendToPrinter({
    ...headedPaid(bodyOf(bill, printer.value, jobKeyFor(name)), bill),
    ...(await refundOf(bill)),
    ...(bill.claim?.url ? { qr: bill.claim.url } : {}),
    ...(cash ? { drawerKey: cash.key } : {}),
    openDrawer: copyNo === 0 && cash !== undefined && !bill.taxInvoice?.isReissue && settingHere('DrawerKick'),
    ...(copyNo ? { copyNo } : {}),
  });
  if (printed.state !== 'failed') {
    jobKeys.delete(name);
    countReceipt(counted);
  }
  if (bill.cardsSold) await printCards(bill);
  return printed;
}

/** Prints the first receipt of a refund made on this device, not as a copy. */
export function printRefund(refund: Bill): Promise<Printed | null> {
  paidHere(refund.key);
  return printReceipt(refund);
}
