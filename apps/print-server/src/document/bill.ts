/** What a guest receives: bill, receipt or tax invoice. Every figure comes from the request. */
import { type PrintBill, type PrintRequest, printedLine } from '@atoll/domain/contract/bill/print';
import { quantityText, weighedText } from '@atoll/domain/money/quantity';
import type { Block, TicketDocument } from './block.ts';
import { amountText, localTime, percentText, sizeText } from './figure.ts';
import type { JobMarks } from './marks.ts';
import { copyMark, duplicateMark } from './marks.ts';
import { type DocumentWords, documentWords } from './words.ts';

type Head = 'Bill' | 'Receipt' | 'Deposit receipt' | 'Tax Invoice' | 'Provisional receipt' | 'Refund' | 'Void bill';

/**
 * Returns the heading that the bill's state allows (docs/rules.md#tax-invoice): an unpaid bill is never headed as a receipt, one without an
 * invoice number is at most provisional, and one without the seller's TIN is never a tax invoice. A buyer with a TIN alone makes none.
 */
export function billHead(request: PrintRequest): Head {
  const { bill, outlet, title } = request;
  if (bill.isVoid) return 'Void bill';
  if (bill.status !== 'Complete') return 'Bill';
  if (!bill.invoiceNumber) return 'Provisional receipt';
  if (bill.refundOfId) return 'Refund';
  if (isDepositOnly(bill)) return 'Deposit receipt';
  if (outlet.tin === '' || title === 'Receipt') return 'Receipt';
  const wanted = title === 'Tax Invoice' || bill.invoiceType === 'TaxInvoice';
  return wanted ? 'Tax Invoice' : 'Receipt';
}

/** Returns whether a bill takes deposits and sells nothing: it bears no GST. */
const isDepositOnly = ({ items, cards }: PrintBill): boolean =>
  items.length === 0 && cards.length > 0 && cards.every(({ kind }) => kind === 'Deposit');

/** Returns the layout of a bill. */
export function billDocument(request: PrintRequest, marks: JobMarks): TicketDocument {
  const head = billHead(request);
  const { bill } = request;
  const words = documentWords(request.language);
  return {
    words,
    title: `${head} ${bill.invoiceNumber ?? bill.number ?? ''}`.trim(),
    blocks: [
      ...duplicateMark(marks, words, words.heads[head].toUpperCase(), bill.invoiceNumber ?? bill.number ?? ''),
      ...sellerBlocks(request, words),
      { kind: 'rule', mark: '-' },
      ...headBlocks(head, request, marks, words),
      ...particulars(request, words),
      { kind: 'rule', mark: '-' },
      { kind: 'columns' },
      ...itemBlocks(bill, words),
      { kind: 'rule', mark: '-' },
      ...totalBlocks(request, words),
      ...paymentBlocks(head, bill, words),
      ...footBlocks(request, marks, words),
    ],
  };
}

function sellerBlocks({ outlet }: PrintRequest, words: DocumentWords): Block[] {
  const lines = [
    outlet.header || outlet.receiptHeader,
    outlet.address,
    outlet.phone && `${words.phone} ${outlet.phone}`,
  ];
  if (outlet.legalName && outlet.legalName !== outlet.name) lines.unshift(outlet.legalName);
  if (outlet.tin) lines.push(`${words.tin} ${outlet.tin}`);
  if (outlet.gstActivityNo) lines.push(`${words.activityNo} ${outlet.gstActivityNo}`);
  return [
    ...(outlet.logo?.startsWith('data:image/') ? [{ kind: 'logo', image: outlet.logo } as const] : []),
    { kind: 'text', text: outlet.name, align: 'center', double: true },
    ...lines.filter(Boolean).map((text) => ({ kind: 'text', text, align: 'center' }) as const),
  ];
}

function headBlocks(head: Head, request: PrintRequest, marks: JobMarks, words: DocumentWords): Block[] {
  const { bill, refundOf } = request;
  const blocks: Block[] = [{ kind: 'text', text: words.heads[head], align: 'center', double: true, bold: true }];
  if (head === 'Tax Invoice') blocks.push(...reissueMark(request, words));
  if (head === 'Bill') blocks.push({ kind: 'text', text: words.notPaid, align: 'center', bold: true });
  if (head === 'Void bill') blocks.push({ kind: 'text', text: words.notToPay, align: 'center', inverse: true });
  if (head === 'Provisional receipt') {
    blocks.push({ kind: 'text', text: words.numberFollows, align: 'center' });
  }
  if (head === 'Refund' && refundOf) {
    const corrected = [
      refundOf.invoiceNumber && `${words.invoice} ${refundOf.invoiceNumber}`,
      refundOf.number && `${words.bill} ${refundOf.number}`,
    ].filter(Boolean);
    for (const [index, text] of corrected.entries())
      blocks.push({ kind: 'text', text: index === 0 ? `${words.refundOf} ${text}` : text, align: 'center' });
  }
  return [...blocks, ...copyOrRevisedMark(head, bill, marks, words)];
}

/** Marks a tax invoice that was issued after the receipt of the payment, with both dates. */
function reissueMark({ reissue, outlet }: PrintRequest, words: DocumentWords): Block[] {
  if (!reissue) return [];
  const [issued, receipt] = [reissue.at, reissue.receiptAt].map((at) => localTime(at, outlet.timezone).date);
  const texts = [`${words.issued} ${issued}`, `${words.forReceiptOf} ${receipt}`];
  return texts.map((text) => ({ kind: 'text', text, align: 'center' }));
}

/** Marks an open bill that was printed before: as a copy, or as revised when items were added since (docs/rules.md#copies). */
function copyOrRevisedMark(head: Head, bill: PrintBill, marks: JobMarks, words: DocumentWords): Block[] {
  if (head !== 'Bill' || bill.printCount < 1 || marks.copyNo > 0) return copyMark(marks, words);
  if (bill.status === 'BillPrinted') return copyMark({ ...marks, copyNo: bill.printCount }, words);
  return [{ kind: 'text', text: `** ${words.revised} ${bill.printCount} **`, align: 'center', bold: true }];
}

/** Returns 'Table 12', with the check number where a slot has several. */
export function slotText(bill: PrintBill, words: DocumentWords): string {
  const slot = `${words.types[bill.type] ?? bill.type} ${bill.slot}`;
  return bill.checkNo > 1 ? `${slot} ${words.check} ${bill.checkNo}` : slot;
}

function particulars({ bill, outlet }: PrintRequest, words: DocumentWords): Block[] {
  const number = bill.invoiceNumber ? `${words.invoice} ${bill.invoiceNumber}` : `${words.bill} ${bill.number ?? ''}`;
  const made = localTime(bill.completedAt ?? bill.modifiedAt ?? bill.createdAt, outlet.timezone);
  const by = bill.createdByName ? `${words.by} ${bill.createdByName}` : '';
  const blocks: Block[] = [
    { kind: 'pair', left: number.trim(), right: slotText(bill, words) },
    { kind: 'pair', left: `${made.date} ${made.time}`, right: by },
  ];
  if (bill.invoiceNumber && bill.number) blocks.push({ kind: 'pair', left: `${words.bill} ${bill.number}`, right: '' });
  if (bill.name) blocks.push({ kind: 'pair', left: bill.name, right: '' });
  if (bill.covers > 0) blocks.push({ kind: 'pair', left: `${words.guests} ${bill.covers}`, right: '' });
  const { customer } = bill;
  if (customer?.name) {
    blocks.push({ kind: 'pair', left: `${words.customer} ${customer.name}`, right: '' });
    if (customer.tin) blocks.push({ kind: 'pair', left: `${words.customerTin} ${customer.tin}`, right: '' });
    if (customer.address) blocks.push({ kind: 'text', text: customer.address });
    if (customer.phone && bill.type === 'Delivery')
      blocks.push({ kind: 'text', text: `${words.phone} ${customer.phone}` });
  }
  if (bill.note && bill.type === 'Delivery') blocks.push({ kind: 'text', text: bill.note });
  return blocks;
}

function itemBlocks(bill: PrintBill, words: DocumentWords): Block[] {
  const heads = new Set(bill.items.filter(({ setPrice }) => setPrice != null).map(({ key }) => key));
  return bill.items
    .filter((item) => !item.isVoid)
    .map((item) => {
      if (heads.has(item.key)) return headBlock(item);
      const isPart = heads.has(item.parentKey);
      const { price, amount } = printedLine(item);
      const extras = item.modifiers.map((modifier) => modifier.name).filter(Boolean);
      const name = [
        !isPart && item.setName ? `${item.setName}: ${item.name}` : item.name,
        sizeText(item),
        extras.length > 0 ? `+ ${extras.join(', ')}` : '',
        item.isComp ? words.complimentary : '',
        item.discount && !item.isComp ? discountWord(item.discount, words) : '',
      ];
      const weighed = weighedText(item);
      return {
        kind: 'item',
        qty: weighed || isPart ? '' : quantityText(item.qty),
        ...(isPart && { isPart }),
        name: name.filter(Boolean).join(' '),
        ...(weighed ? { detail: weighed } : {}),
        price: weighed ? '' : amountText(price),
        amount: amountText(amount),
        showPrice: !weighed && (item.qty !== 1 || amount !== price),
      } satisfies Block;
    });
}

/** Returns the line of a set menu, whose parts below it have its amounts. */
const headBlock = (item: PrintBill['items'][number]): Block => ({
  kind: 'item',
  qty: quantityText(item.qty),
  name: [item.name, sizeText(item)].filter(Boolean).join(' '),
  price: '',
  amount: '',
  showPrice: false,
});

function discountWord({ type, value }: { type: 'Percent' | 'Amount'; value: number }, words: DocumentWords): string {
  return `(${words.less} ${type === 'Percent' ? percentText(value) : amountText(value)})`;
}

function sum(left: string, laari: number): Block {
  return { kind: 'pair', left, right: amountText(laari) };
}

function totalBlocks({ bill, outlet }: PrintRequest, words: DocumentWords): Block[] {
  const [total, gst] = [bill.total ?? 0, bill.gst ?? 0];
  const blocks: Block[] = [
    ...bill.promotions.map((one) => sum(one.words, -one.amount)),
    sum(words.subTotal, bill.subTotal ?? 0),
  ];
  if (bill.discount) {
    const rate =
      bill.discountAmount == null && bill.discountPercentage ? ` ${percentText(bill.discountPercentage)}` : '';
    blocks.push(sum(`${words.discount}${rate}`, -bill.discount));
  }
  if (bill.serviceCharge) {
    const rate = bill.serviceChargePct ? ` ${percentText(bill.serviceChargePct)}` : '';
    blocks.push(sum(`${words.serviceCharge}${rate}`, bill.serviceCharge));
  }
  blocks.push(...advanceBlocks(bill, words));
  blocks.push(sum(words.withoutGst, total - gst), ...gstBlocks(bill, words), { kind: 'rule', mark: '=' });
  blocks.push({
    kind: 'pair',
    left: `${words.total} ${outlet.currency}`,
    right: amountText(total),
    double: true,
    bold: true,
  });
  for (const { last4, amount, kind = 'GiftCard' } of bill.cards)
    blocks.push(sum(`${words.methods[kind]} ${last4}`, amount));
  const cards = bill.cards.reduce((all, { amount }) => all + amount, 0);
  if (bill.roundingAmount) blocks.push(sum(words.rounding, bill.roundingAmount));
  if (bill.tip) blocks.push(sum(words.tip, bill.tip));
  if (bill.roundingAmount || bill.tip || cards)
    blocks.push(sum(words.toPay, total + cards + bill.roundingAmount + bill.tip));
  return blocks;
}

/** Returns 'Less advance, invoice AC-2026-001537' for each instalment that was paid before. Where tax is added to prices, one line takes it off without tax. */
function advanceBlocks({ advances, advanceNet }: PrintBill, words: DocumentWords): Block[] {
  const all = advances.reduce((sum_, { amount }) => sum_ + amount, 0);
  if (advanceNet === 0) return [];
  const named = ({ invoiceNumber, amount }: { invoiceNumber: string; amount: number }, shown: number): Block =>
    sum(`${words.lessAdvance} ${invoiceNumber}${shown === amount ? '' : ` (${amountText(amount)})`}`, -shown);
  if (all === advanceNet) return advances.map((one) => named(one, one.amount));
  const [first] = advances;
  if (first && advances.length === 1) return [named(first, advanceNet)];
  const numbers = advances.map(({ invoiceNumber }) => invoiceNumber).join(', ');
  return [sum(`${words.lessAdvance} ${numbers}`, -advanceNet)];
}

/** Returns one GST line for each rate and kind when the items' own tax adds up to the bill's; otherwise one line with the bill's tax. */
function gstBlocks(bill: PrintBill, words: DocumentWords): Block[] {
  const gst = bill.gst ?? 0;
  const groups = new Map<string, number>();
  for (const item of bill.items) {
    if (item.isVoid || item.isComp) continue;
    const label = gstLabel(item.gstMode ?? bill.gstMode ?? 'Exclusive', item.gstPct ?? bill.gstPct, words);
    groups.set(label, (groups.get(label) ?? 0) + (item.taxAmount ?? Number.NaN));
  }
  const [only] = groups.keys();
  if (groups.size <= 1) return [sum(only ?? gstLabel(bill.gstMode ?? 'Exclusive', bill.gstPct, words), gst)];
  const exempt = gstLabel('Exempt', 0, words);
  const parts = [...groups].filter(([label]) => label !== exempt);
  const adds = parts.reduce((all, [, tax]) => all + tax, 0) === gst;
  return adds ? parts.map(([label, tax]) => sum(label, tax)) : [sum(words.gst, gst)];
}

function gstLabel(mode: 'Inclusive' | 'Exclusive' | 'Exempt', percent: number, words: DocumentWords): string {
  if (mode === 'Exempt') return `${words.gst} ${words.exempt}`;
  const rate = `${words.gst} ${percentText(percent)}`;
  return mode === 'Inclusive' ? `${rate} ${words.included}` : rate;
}

function paymentBlocks(head: Head, bill: PrintBill, words: DocumentWords): Block[] {
  if (head === 'Bill' || head === 'Void bill') return [];
  const captured = bill.payments.filter((payment) => payment.status !== 'Voided');
  const change = captured.reduce((all, payment) => all + payment.change, 0);
  const blocks = captured.map((payment) => {
    const word = words.methods[payment.method] ?? payment.method;
    const about = payment.reference || payment.wallet?.last4;
    const left = about ? `${word} ${about}` : word;
    return sum(left, payment.tendered || payment.amount);
  });
  const paid = change ? [...blocks, sum(words.change, change)] : blocks;
  const left = captured.flatMap(({ wallet }) =>
    wallet?.left == null ? [] : [sum(`${words.leftOnCard} ${wallet.last4}`, wallet.left)],
  );
  return [...paid, ...left, ...pointsBlocks(bill, words), ...correctionBlocks(bill, words)];
}

/** Returns 'Points +22, balance 340'. */
function pointsBlocks({ points }: PrintBill, words: DocumentWords): Block[] {
  if (!points) return [];
  const { earned, spent, balance } = points;
  const signed = (n: number): string => (n < 0 ? String(n) : `+${n}`);
  const moves = [-spent, earned].filter((n) => n !== 0).map(signed);
  const text = `${words.points} ${moves.join(' ')}, ${words.balance} ${balance}`;
  return [{ kind: 'text', text }];
}

/** Returns a line with the methods that were corrected after payment (R35.36). */
function correctionBlocks({ payments }: PrintBill, words: DocumentWords): Block[] {
  const before = payments
    .filter(({ status }) => status === 'Voided')
    .map(({ method }) => words.methods[method] ?? method);
  return before.length > 0 ? [{ kind: 'text', text: `${words.correctedFrom} ${before.join(', ')}` }] : [];
}

function footBlocks(request: PrintRequest, marks: JobMarks, words: DocumentWords): Block[] {
  const { outlet, qr, printedBy } = request;
  const footer = outlet.footer || outlet.receiptFooter;
  const claim = request.bill.claim?.points;
  return [
    ...(qr && claim
      ? [{ kind: 'text', text: `${words.points} +${claim}: ${words.claim}`, align: 'center' } as const]
      : []),
    ...(qr ? [{ kind: 'qr', data: qr } as const] : []),
    ...(footer ? [{ kind: 'text', text: footer, align: 'center' } as const] : []),
    { kind: 'pair', left: `${words.job} ${marks.job}`, right: printedBy ? `${words.printedBy} ${printedBy}` : '' },
  ];
}
