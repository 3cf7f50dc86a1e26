/** The paper that kitchen, bar and grill work from: no prices, quantities first, cancellations unmistakable. */
import type { PrintItem, PrintRequest } from '@atoll/domain/contract/print';
import { slotText } from './bill.ts';
import type { Block, TicketDocument } from './block.ts';
import { localTime, qtyText } from './figure.ts';
import type { JobMarks } from './marks.ts';
import { copyMark, doubtMark } from './marks.ts';

const kindWords = { New: 'NEW', Add: 'ADD-ON', Cancel: 'VOID', Transfer: 'MOVED', Reprint: 'REPRINT' } as const;

/** Lays out a KOT or BOT. */
export function ticketDocument(request: PrintRequest, marks: JobMarks): TicketDocument {
  const { bill, type } = request;
  const word = type === 'Bot' ? 'BOT' : 'KOT';
  const number = ticketNumber(request);
  const station = (request.station || (type === 'Bot' ? 'Bar' : 'Kitchen')).toUpperCase();
  return {
    title: `${word} ${number}`.trim(),
    blocks: [
      ...doubtMark(marks, word, number),
      { kind: 'text', text: `${station} ${word} ${number}`, align: 'center', double: true },
      { kind: 'text', text: slotText(bill).toUpperCase(), align: 'center', double: true, inverse: true },
      ...copyMark(marks),
      ...lateMark(marks),
      ...aboutBlocks(request),
      { kind: 'rule', mark: '=' },
      ...lineBlocks(request),
      ...noteBlocks(request),
      { kind: 'rule', mark: '=' },
      ...countBlocks(request),
      { kind: 'pair', left: `Printer: ${marks.printer}`, right: `job ${marks.job}` },
    ],
  };
}

/** A number as four figures; a device's own as it is. */
function ticketNumber({ kotNo }: PrintRequest): string {
  if (kotNo === null || kotNo === undefined) return '';
  return typeof kotNo === 'number' ? String(kotNo).padStart(4, '0') : kotNo;
}

function lateMark(marks: JobMarks): Block[] {
  if (marks.lateSince === null) return [];
  return [{ kind: 'text', text: `LATE: ordered ${marks.lateSince}`, align: 'center', inverse: true }];
}

function kindWord({ bill, kind }: PrintRequest, copyNo: number): string {
  if (kind) return kindWords[kind];
  if (copyNo > 0) return 'REPRINT';
  return bill.items.every((item) => item.change === 'Void') ? 'VOID' : 'NEW';
}

function aboutBlocks(request: PrintRequest): Block[] {
  const { bill, outlet } = request;
  const number = bill.number === null || bill.number === undefined ? '' : `  Bill ${bill.number}`;
  const ordered = localTime(bill.modifiedAt ?? bill.createdAt, outlet.timezone);
  const by = request.printedBy || bill.createdByName;
  const blocks: Block[] = [
    { kind: 'pair', left: kindWord(request, request.copyNo) + number, right: ordered.time, bold: true },
    { kind: 'pair', left: by ? `By: ${by}` : '', right: bill.covers > 0 ? `Guests ${bill.covers}` : '' },
  ];
  if (bill.name) blocks.push({ kind: 'text', text: bill.name });
  if (bill.customer?.name && bill.type !== 'Table') blocks.push({ kind: 'text', text: `For: ${bill.customer.name}` });
  if (bill.customer?.allergies) {
    blocks.push({ kind: 'text', text: `ALLERGY: ${bill.customer.allergies}`, inverse: true });
  }
  return blocks;
}

function lineBlocks({ bill }: PrintRequest): Block[] {
  const orders = bill.items.filter((item) => item.change !== 'Void');
  const voids = bill.items.filter((item) => item.change === 'Void');
  const between: Block[] = orders.length > 0 && voids.length > 0 ? [{ kind: 'rule', mark: '-' }] : [];
  return [...orders.flatMap(orderBlocks), ...between, ...voids.flatMap(voidBlocks)];
}

const nameOf = (item: PrintItem) => (item.size && item.size !== 'Regular' ? `${item.name} (${item.size})` : item.name);

function orderBlocks(item: PrintItem): Block[] {
  const changed = item.change === 'Changed';
  const count = changed ? `CHANGED ${qtyText(item.qtyBefore ?? 0)} -> ${qtyText(item.qty)}` : `${qtyText(item.qty)} x`;
  return [
    ...(changed ? [{ kind: 'text', text: count, double: true, inverse: true } as const] : []),
    { kind: 'text', text: oneName(item), double: true, indent: changed ? '' : `${count} ` },
    ...item.modifiers.map((modifier) => ({ kind: 'text', text: modifier.name, indent: '   + ', bold: true }) as const),
    ...item.notes.filter(Boolean).map(noteBlock),
  ];
}

const oneName = (item: PrintItem) => nameOf(item).replace(/\s+/gu, ' ');

function noteBlock(note: string): Block {
  const allergy = /allerg/i.test(note);
  return { kind: 'text', text: note.replace(/\s+/gu, ' '), indent: '   > ', bold: true, inverse: allergy };
}

function voidBlocks(item: PrintItem): Block[] {
  const text = `VOID ${qtyText(item.qty)} x ${oneName(item)}`;
  return [
    { kind: 'text', text, double: true, inverse: true },
    ...(item.voidReason
      ? [{ kind: 'text', text: `reason: ${item.voidReason}`, indent: '   > ', bold: true } as const]
      : []),
  ];
}

function noteBlocks({ bill }: PrintRequest): Block[] {
  return bill.note
    ? [
        { kind: 'rule', mark: '-' },
        { kind: 'text', text: `NOTE: ${bill.note}`, bold: true },
      ]
    : [];
}

function countBlocks({ bill }: PrintRequest): Block[] {
  const count = (voided: boolean) =>
    bill.items.filter((item) => (item.change === 'Void') === voided).reduce((all, item) => all + item.qty, 0);
  const voided = count(true);
  return [{ kind: 'pair', left: `Items ${qtyText(count(false))}`, right: voided ? `void ${qtyText(voided)}` : '' }];
}
