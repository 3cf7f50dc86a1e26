/** Tickets that kitchen, bar and grill work from: no prices, quantities first, clear cancellations. */
import type { PrintItem, PrintRequest } from '@atoll/domain/contract/bill/print';
import { quantityOf, quantityText } from '@atoll/domain/money/quantity';
import { isAllergyNote } from '@atoll/domain/ticket/allergy-note';
import { slotText } from './bill.ts';
import type { Block, TicketDocument } from './block.ts';
import { localTime, sizeText } from './figure.ts';
import type { JobMarks } from './marks.ts';
import { copyMark, duplicateMark } from './marks.ts';
import { type DocumentWords, documentWords } from './words.ts';

/** Returns the layout of a KOT or BOT. */
export function ticketDocument(request: PrintRequest, marks: JobMarks): TicketDocument {
  const { bill, type } = request;
  const words = documentWords(request.language);
  const word = type === 'Bot' ? words.bot : words.kot;
  const number = ticketNumber(request);
  const station = (request.station || (type === 'Bot' ? 'Bar' : 'Kitchen')).toUpperCase();
  return {
    words,
    title: `${word} ${number}`.trim(),
    blocks: [
      ...duplicateMark(marks, words, word, number),
      { kind: 'text', text: `${words.stations[station] ?? station} ${word} ${number}`, align: 'center', double: true },
      { kind: 'text', text: slotText(bill, words).toUpperCase(), align: 'center', double: true, inverse: true },
      ...copyMark(marks, words),
      ...lateMark(marks, words),
      ...aboutBlocks(request, words),
      { kind: 'rule', mark: '=' },
      ...itemBlocks(request, words),
      ...noteBlocks(request, words),
      { kind: 'rule', mark: '=' },
      ...countBlocks(request, words),
      { kind: 'pair', left: `${words.printer} ${marks.printer}`, right: `${words.job} ${marks.job}` },
    ],
  };
}

/** Returns a ticket number with four digits; a device's own number stays as it is. */
function ticketNumber({ kotNo }: PrintRequest): string {
  if (kotNo === null || kotNo === undefined) return '';
  return typeof kotNo === 'number' ? String(kotNo).padStart(4, '0') : kotNo;
}

/** Returns the mark of a ticket that prints late, with the time of its order. */
function lateMark(marks: JobMarks, words: DocumentWords): Block[] {
  if (marks.lateSince === null) return [];
  return [{ kind: 'text', text: `${words.late} ${marks.lateSince}`, align: 'center', inverse: true }];
}

/** Returns the word for the kind of ticket. A request without a kind is a reprint, a cancellation of all its items, or new. */
function kindWord({ bill, kind, copyNo }: PrintRequest, { kinds }: DocumentWords): string {
  if (bill.items.length > 0 && bill.items.every((item) => item.mark === 'Fire')) return kinds.Fire;
  if (kind) return kinds[kind];
  if (copyNo > 0) return kinds.Reprint;
  return bill.items.every((item) => item.change === 'Void') ? kinds.Cancel : kinds.New;
}

/** Returns what the ticket is about: kind, bill, time, person, guests, customer and allergies. */
function aboutBlocks(request: PrintRequest, words: DocumentWords): Block[] {
  const { bill, outlet } = request;
  const number = bill.number === null || bill.number === undefined ? '' : `  ${words.bill} ${bill.number}`;
  const ordered = localTime(request.sentAt ?? bill.modifiedAt ?? bill.createdAt, outlet.timezone);
  const by = request.printedBy || bill.createdByName;
  const blocks: Block[] = [
    { kind: 'pair', left: kindWord(request, words) + number, right: ordered.time, bold: true },
    {
      kind: 'pair',
      left: by ? `${words.by} ${by}` : '',
      right: bill.covers > 0 ? `${words.guests} ${bill.covers}` : '',
    },
  ];
  if (bill.name) blocks.push({ kind: 'text', text: bill.name });
  if (bill.customer?.name && bill.type !== 'Table')
    blocks.push({ kind: 'text', text: `${words.recipient} ${bill.customer.name}` });
  if (bill.customer?.allergies) {
    blocks.push({ kind: 'text', text: `${words.allergy} ${bill.customer.allergies}`, inverse: true });
  }
  return blocks;
}

/** Returns the items of a ticket; those of a copy for an expediter by the station that has them. */
function itemBlocks({ bill }: PrintRequest, words: DocumentWords): Block[] {
  const groups = [...Map.groupBy(bill.items, ({ stationName }) => stationName)];
  return groups.flatMap(([station, items], index) => [
    ...(station ? stationHeading(station, words, index > 0) : []),
    ...groupBlocks(items, words),
  ]);
}

function stationHeading(station: string, words: DocumentWords, isNext: boolean): Block[] {
  const text = words.stations[station.toUpperCase()] ?? station.toUpperCase();
  return [
    ...(isNext ? [{ kind: 'rule', mark: '-' } as const] : []),
    { kind: 'text', text, align: 'center', bold: true },
  ];
}

function groupBlocks(items: readonly PrintItem[], words: DocumentWords): Block[] {
  const orders = items.filter((item) => item.change !== 'Void');
  const voids = items.filter((item) => item.change === 'Void');
  const between: Block[] = orders.length > 0 && voids.length > 0 ? [{ kind: 'rule', mark: '-' }] : [];
  return [...courseBlocks(orders, words), ...between, ...inSets(voids, (item) => voidBlocks(item, words))];
}

/** Returns the blocks of items, then those of set menus, each set below its name: '[Lunch Set]'. */
function inSets(items: readonly PrintItem[], blocksOf: (item: PrintItem) => Block[]): Block[] {
  const sets = Map.groupBy(items, ({ setName, parentKey }) => (setName ? parentKey : ''));
  const single = sets.get('') ?? [];
  sets.delete('');
  const heading = (parts: readonly PrintItem[]): Block => ({
    kind: 'text',
    text: `[${parts[0]?.setName ?? ''}]`,
    bold: true,
  });
  return [
    ...single.flatMap(blocksOf),
    ...[...sets.values()].flatMap((parts) => [heading(parts), ...parts.flatMap(blocksOf)]),
  ];
}

/** Returns the orders of a ticket: what is fired and what to make first, then what waits, by course; without courses as they are. */
function courseBlocks(orders: readonly PrintItem[], words: DocumentWords): Block[] {
  const groups = Map.groupBy(orders, (item) =>
    !item.mark || item.mark === 'Make' ? '0' : `${item.mark} ${item.courseNo}`,
  );
  const isPlain = orders.every(({ mark }) => !mark);
  const order = (key: string): string => (key.startsWith('Fire') ? `0 ${key}` : key === '0' ? '1' : `2 ${key}`);
  const sorted = [...groups].toSorted(([a], [b]) => (order(a) < order(b) ? -1 : 1));
  return sorted.flatMap(([, items], index): Block[] => [
    ...(isPlain ? [] : courseHeading(items[0] as PrintItem, words, index > 0)),
    ...inSets(items, (item) => orderBlocks(item, words)),
  ]);
}

/** Returns the heading of a course: that of a fired one double and inverse, because the kitchen waited for it. */
function courseHeading({ mark, courseNo }: PrintItem, words: DocumentWords, isNext: boolean): Block[] {
  const rule: Block[] = isNext ? [{ kind: 'rule', mark: '-' }] : [];
  if (mark === 'Fire')
    return [
      ...rule,
      { kind: 'text', text: `${words.fireCourse} ${courseNo}`, align: 'center', double: true, inverse: true },
    ];
  const text = mark === 'Hold' ? `${words.holdCourse} ${courseNo}` : words.make;
  return [...rule, { kind: 'text', text, align: 'center', bold: true }];
}

const nameOf = (item: PrintItem) => [item.name, sizeText(item)].filter(Boolean).join(' ');

function orderBlocks(item: PrintItem, words: DocumentWords): Block[] {
  const changed = item.change === 'Changed';
  const count = changed
    ? `${words.changed} ${quantityText(item.qtyBefore ?? 0, item.unit)} -> ${quantityText(item.qty, item.unit)}`
    : quantityOf(item, words.times);
  return [
    ...(changed ? [{ kind: 'text', text: count, double: true, inverse: true } as const] : []),
    { kind: 'text', text: orderName(item), double: true, indent: changed ? '' : `${count} ` },
    ...markBlocks(item, words),
    ...detailBlocks(item),
  ];
}

/** Returns whether the item is vegetarian, halal or spicy, and its allergens (R35.76). */
function markBlocks({ allergens, spicy, isVegetarian, isHalal }: PrintItem, words: DocumentWords): Block[] {
  const marks = [
    isVegetarian ? words.vegetarian : '',
    isHalal ? words.halal : '',
    spicy > 0 ? `${words.spicy} ${spicy}/3` : '',
  ].filter(Boolean);
  const text = (line: string): Block => ({ kind: 'text', text: line, indent: '   ' });
  return [
    ...(marks.length > 0 ? [text(marks.join(', '))] : []),
    ...(allergens.length > 0
      ? [text(`${words.contains} ${allergens.map((each) => words.allergens[each] ?? each).join(', ')}`)]
      : []),
  ];
}

/** Returns what distinguishes one portion of a dish from another: modifiers and notes. */
function detailBlocks(item: PrintItem): Block[] {
  return [
    ...item.modifiers.map((modifier) => ({ kind: 'text', text: modifier.name, indent: '   + ', bold: true }) as const),
    ...item.notes.filter(Boolean).map(noteBlock),
  ];
}

/** Returns the name with the seat that ordered it: 'Fish Soup s2'. */
const orderName = (item: PrintItem) => (item.seat > 0 ? `${oneName(item)} s${item.seat}` : oneName(item));

const oneName = (item: PrintItem) => nameOf(item).replace(/\s+/gu, ' ');

function noteBlock(note: string): Block {
  return { kind: 'text', text: note.replace(/\s+/gu, ' '), indent: '   > ', bold: true, inverse: isAllergyNote(note) };
}

function voidBlocks(item: PrintItem, words: DocumentWords): Block[] {
  const text = `${words.void} ${quantityOf(item, words.times)} ${oneName(item)}`;
  return [
    { kind: 'text', text, double: true, inverse: true },
    ...detailBlocks(item),
    ...(item.voidReason
      ? [{ kind: 'text', text: `${words.reason} ${item.voidReason}`, indent: '   > ', bold: true } as const]
      : []),
  ];
}

function noteBlocks({ bill }: PrintRequest, words: DocumentWords): Block[] {
  return bill.note
    ? [
        { kind: 'rule', mark: '-' },
        { kind: 'text', text: `${words.note} ${bill.note}`, bold: true },
      ]
    : [];
}

/** Returns the number of items to make, of held and of voided ones; an item by weight counts as one. */
function countBlocks({ bill }: PrintRequest, words: DocumentWords): Block[] {
  const count = (isOne: (item: PrintItem) => boolean) =>
    bill.items.filter(isOne).reduce((all, item) => all + (item.unit ? 1 : item.qty), 0);
  const made = count(({ change, mark }) => change !== 'Void' && mark !== 'Hold');
  const held = count(({ mark }) => mark === 'Hold');
  const voided = count(({ change }) => change === 'Void');
  const others = [
    ...(held ? [`${words.held} ${quantityText(held)}`] : []),
    ...(voided ? [`${words.voided} ${quantityText(voided)}`] : []),
  ];
  return [{ kind: 'pair', left: `${words.items} ${quantityText(made)}`, right: others.join('  ') }];
}
