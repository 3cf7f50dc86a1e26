/** The paper that a guest gets: bill, receipt, tax invoice. Every figure comes from the request. */
import { type PrintBill, type PrintRequest, printedLine } from '@atoll/domain/contract/print';
import type { Block, TicketDocument } from './block.ts';
import { amountText, localTime, percentText, qtyText } from './figure.ts';
import type { JobMarks } from './marks.ts';
import { copyMark, doubtMark } from './marks.ts';

type Head = 'Bill' | 'Receipt' | 'Tax Invoice' | 'Provisional receipt' | 'Refund' | 'Void bill';

/**
 * The head that the bill's own state allows (decisions A3, A12): no bill that is unpaid is headed as a receipt, none
 * without an invoice number as more than provisional, and none as a tax invoice without the seller's TIN.
 */
export function billHead(request: PrintRequest): Head {
  const { bill, outlet, title } = request;
  if (bill.isVoid) return 'Void bill';
  if (bill.status !== 'Complete') return 'Bill';
  if (!bill.invoiceNumber) return 'Provisional receipt';
  if (bill.refundOfId) return 'Refund';
  if (outlet.tin === '' || title === 'Receipt') return 'Receipt';
  const wanted = title === 'Tax Invoice' || bill.invoiceType === 'TaxInvoice' || Boolean(bill.customer?.tin);
  return wanted ? 'Tax Invoice' : 'Receipt';
}

/** Lays out a bill. */
export function billDocument(request: PrintRequest, marks: JobMarks): TicketDocument {
  const head = billHead(request);
  const { bill } = request;
  return {
    title: `${head} ${bill.invoiceNumber ?? bill.number ?? ''}`.trim(),
    blocks: [
      ...doubtMark(marks, head.toUpperCase(), bill.invoiceNumber ?? bill.number ?? ''),
      ...sellerBlocks(request),
      { kind: 'rule', mark: '-' },
      ...headBlocks(head, request, marks),
      ...particulars(request),
      { kind: 'rule', mark: '-' },
      { kind: 'columns' },
      ...itemBlocks(bill),
      { kind: 'rule', mark: '-' },
      ...totalBlocks(request),
      ...paymentBlocks(head, bill),
      ...footBlocks(request, marks),
    ],
  };
}

function sellerBlocks({ outlet }: PrintRequest): Block[] {
  const lines = [outlet.header || outlet.receiptHeader, outlet.address, outlet.phone && `Tel ${outlet.phone}`];
  if (outlet.legalName && outlet.legalName !== outlet.name) lines.unshift(outlet.legalName);
  if (outlet.tin) lines.push(`TIN ${outlet.tin}`);
  if (outlet.gstActivityNo) lines.push(`GST activity no. ${outlet.gstActivityNo}`);
  return [
    ...(outlet.logo?.startsWith('data:image/') ? [{ kind: 'logo', image: outlet.logo } as const] : []),
    { kind: 'text', text: outlet.name, align: 'center', double: true },
    ...lines.filter(Boolean).map((text) => ({ kind: 'text', text, align: 'center' }) as const),
  ];
}

function headBlocks(head: Head, { bill }: PrintRequest, marks: JobMarks): Block[] {
  const blocks: Block[] = [{ kind: 'text', text: head, align: 'center', double: true, bold: true }];
  if (head === 'Bill') blocks.push({ kind: 'text', text: 'NOT A TAX INVOICE - NOT PAID', align: 'center', bold: true });
  if (head === 'Void bill')
    blocks.push({ kind: 'text', text: 'VOID - NOT TO BE PAID', align: 'center', inverse: true });
  if (head === 'Provisional receipt') {
    blocks.push({ kind: 'text', text: 'The invoice number follows', align: 'center' });
  }
  if (head === 'Refund') blocks.push({ kind: 'text', text: `Refund of bill ${bill.refundOfId}`, align: 'center' });
  return [...blocks, ...againMark(head, bill, marks)];
}

/** An open bill that was on paper before is a copy, or revised when something was added since (B12). */
function againMark(head: Head, bill: PrintBill, marks: JobMarks): Block[] {
  if (head !== 'Bill' || bill.printCount < 1 || marks.copyNo > 0) return copyMark(marks);
  if (bill.status === 'BillPrinted') return copyMark({ ...marks, copyNo: bill.printCount });
  return [{ kind: 'text', text: `** REVISED ${bill.printCount} **`, align: 'center', bold: true }];
}

/** 'Table 12', with the check where a slot has several. */
export function slotText(bill: PrintBill): string {
  const slot = `${bill.type} ${bill.slot}`;
  return bill.checkNo > 1 ? `${slot} check ${bill.checkNo}` : slot;
}

function particulars({ bill, outlet }: PrintRequest): Block[] {
  const number = bill.invoiceNumber ? `Invoice ${bill.invoiceNumber}` : `Bill ${bill.number ?? ''}`;
  const made = localTime(bill.completedAt ?? bill.modifiedAt ?? bill.createdAt, outlet.timezone);
  const by = bill.createdByName ? `By: ${bill.createdByName}` : '';
  const blocks: Block[] = [
    { kind: 'pair', left: number.trim(), right: slotText(bill) },
    { kind: 'pair', left: `${made.date} ${made.time}`, right: by },
  ];
  if (bill.invoiceNumber && bill.number) blocks.push({ kind: 'pair', left: `Bill ${bill.number}`, right: '' });
  if (bill.name) blocks.push({ kind: 'pair', left: bill.name, right: '' });
  if (bill.covers > 0) blocks.push({ kind: 'pair', left: `Guests ${bill.covers}`, right: '' });
  const { customer } = bill;
  if (customer?.name) {
    blocks.push({ kind: 'pair', left: `Customer: ${customer.name}`, right: '' });
    if (customer.tin) blocks.push({ kind: 'pair', left: `Customer TIN ${customer.tin}`, right: '' });
    if (customer.address) blocks.push({ kind: 'text', text: customer.address });
    if (customer.phone && bill.type === 'Delivery') blocks.push({ kind: 'text', text: `Tel ${customer.phone}` });
  }
  if (bill.note && bill.type === 'Delivery') blocks.push({ kind: 'text', text: bill.note });
  return blocks;
}

function itemBlocks(bill: PrintBill): Block[] {
  return bill.items
    .filter((item) => !item.isVoid)
    .map((item) => {
      const { price, amount } = printedLine(item);
      const extras = item.modifiers.map((modifier) => modifier.name).filter(Boolean);
      const name = [
        item.name,
        item.size && item.size !== 'Regular' ? `(${item.size})` : '',
        extras.length > 0 ? `+ ${extras.join(', ')}` : '',
        item.isComp ? '(complimentary)' : '',
        item.discount && !item.isComp ? discountWord(item.discount) : '',
      ];
      return {
        kind: 'item',
        qty: qtyText(item.qty),
        name: name.filter(Boolean).join(' '),
        price: amountText(price),
        amount: amountText(amount),
        showPrice: item.qty !== 1 || amount !== price,
      } satisfies Block;
    });
}

function discountWord(discount: { type: 'Percent' | 'Amount'; value: number }): string {
  return discount.type === 'Percent' ? `(less ${percentText(discount.value)})` : `(less ${amountText(discount.value)})`;
}

function sum(left: string, laari: number): Block {
  return { kind: 'pair', left, right: amountText(laari) };
}

function totalBlocks({ bill, outlet }: PrintRequest): Block[] {
  const [total, gst] = [bill.total ?? 0, bill.gst ?? 0];
  const blocks: Block[] = [sum('Subtotal', bill.subTotal ?? 0)];
  if (bill.discount) {
    const rate =
      bill.discountAmount == null && bill.discountPercentage ? ` ${percentText(bill.discountPercentage)}` : '';
    blocks.push(sum(`Discount${rate}`, -bill.discount));
  }
  if (bill.serviceCharge) {
    const rate = bill.serviceChargePct ? ` ${percentText(bill.serviceChargePct)}` : '';
    blocks.push(sum(`Service charge${rate}`, bill.serviceCharge));
  }
  blocks.push(sum('Total excl. GST', total - gst), ...gstBlocks(bill), { kind: 'rule', mark: '=' });
  blocks.push({ kind: 'pair', left: `TOTAL ${outlet.currency}`, right: amountText(total), double: true, bold: true });
  if (bill.roundingAmount) blocks.push(sum('Rounding', bill.roundingAmount));
  if (bill.tip) blocks.push(sum('Tip', bill.tip));
  if (bill.roundingAmount || bill.tip) blocks.push(sum('To pay', total + bill.roundingAmount + bill.tip));
  return blocks;
}

/** One line a rate and kind where the lines' own tax says it to the laari; else the bill's tax in one line. */
function gstBlocks(bill: PrintBill): Block[] {
  const gst = bill.gst ?? 0;
  const groups = new Map<string, number>();
  for (const item of bill.items) {
    if (item.isVoid || item.isComp) continue;
    const label = gstLabel(item.gstMode ?? bill.gstMode ?? 'Exclusive', item.gstPct ?? bill.gstPct);
    groups.set(label, (groups.get(label) ?? 0) + (item.taxAmount ?? Number.NaN));
  }
  const [only] = groups.keys();
  if (groups.size <= 1) return [sum(only ?? gstLabel(bill.gstMode ?? 'Exclusive', bill.gstPct), gst)];
  const parts = [...groups].filter(([label]) => label !== 'GST exempt');
  const adds = parts.reduce((all, [, tax]) => all + tax, 0) === gst;
  return adds ? parts.map(([label, tax]) => sum(label, tax)) : [sum('GST', gst)];
}

function gstLabel(mode: 'Inclusive' | 'Exclusive' | 'Exempt', percent: number): string {
  if (mode === 'Exempt') return 'GST exempt';
  return mode === 'Inclusive' ? `GST ${percentText(percent)} included` : `GST ${percentText(percent)}`;
}

const methodWords: Readonly<Record<string, string>> = {
  BankTransfer: 'Bank transfer',
  MobileWallet: 'Mobile wallet',
  HouseAccount: 'Account',
  GiftCard: 'Gift card',
};

function paymentBlocks(head: Head, bill: PrintBill): Block[] {
  if (head === 'Bill' || head === 'Void bill') return [];
  const captured = bill.payments.filter((payment) => payment.status !== 'Voided');
  const change = captured.reduce((all, payment) => all + payment.change, 0);
  const blocks = captured.map((payment) => {
    const word = methodWords[payment.method] ?? payment.method;
    const left = payment.reference ? `${word} ${payment.reference}` : word;
    return sum(left, payment.tendered || payment.amount);
  });
  return change ? [...blocks, sum('Change', change)] : blocks;
}

function footBlocks(request: PrintRequest, marks: JobMarks): Block[] {
  const { outlet, qr, printedBy } = request;
  const footer = outlet.footer || outlet.receiptFooter;
  return [
    ...(qr ? [{ kind: 'qr', data: qr } as const] : []),
    ...(footer ? [{ kind: 'text', text: footer, align: 'center' } as const] : []),
    { kind: 'pair', left: `job ${marks.job}`, right: printedBy ? `Printed by ${printedBy}` : '' },
  ];
}
