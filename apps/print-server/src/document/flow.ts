/** Turns blocks into lines of cells for a paper width: no line is wider than the paper and no amount is cut. */
import type { Align, Block, Emphasis } from './block.ts';
import { oneLine, textWidth, wrap } from './text.ts';
import { type DocumentWords, documentWords } from './words.ts';

/** A text placed on a line; `at` and `width` count columns of that line. */
export interface Cell {
  readonly text: string;
  readonly at: number;
  readonly width: number;
  readonly align: Align;
}

export interface TextLine {
  readonly kind: 'text';
  readonly cells: readonly Cell[];
  readonly double: boolean;
  readonly bold: boolean;
  readonly inverse: boolean;
}

export type Line =
  | TextLine
  | { readonly kind: 'qr'; readonly data: string }
  | { readonly kind: 'logo'; readonly image: string; readonly ratio?: number };

/** Returns the lines of the blocks on paper with that many columns, mirrored for languages that are written from right to left. */
export function flow(blocks: readonly Block[], columns: number, words: DocumentWords = documentWords('en')): Line[] {
  const lines = blocks.flatMap((block) => flowBlock(block, columns, words));
  return words.isMirrored ? lines.map((one) => mirrored(one, columns)) : lines;
}

/** Returns the line with left and right exchanged, indents included. */
function mirrored(one: Line, columns: number): Line {
  if (one.kind !== 'text') return one;
  const paper = one.double ? Math.floor(columns / 2) : columns;
  const turn = { left: 'right', right: 'left', center: 'center' } as const;
  const cells = one.cells.map(({ text, at, width, align }): Cell => {
    const indent = align === 'left' ? text.length - text.trimStart().length : 0;
    return { text: text.slice(indent), at: paper - at - width, width: width - indent, align: turn[align] };
  });
  return { ...one, cells: cells.toSorted((a, b) => a.at - b.at) };
}

function flowBlock(block: Block, columns: number, words: DocumentWords): Line[] {
  switch (block.kind) {
    case 'text':
      return flowText(block, columns);
    case 'pair':
      return flowPair(block, columns);
    case 'item':
      return flowItem(block, columns);
    case 'columns':
      return flowHeads(columns, words);
    case 'rule':
      return [line([cell(block.mark.repeat(columns), 0, columns)])];
    case 'qr':
    case 'logo':
      return [block];
  }
}

function line(cells: readonly Cell[], emphasis: Emphasis = {}): TextLine {
  const { double = false, bold = false, inverse = false } = emphasis;
  return { kind: 'text', cells: cells.filter((one) => one.text !== ''), double, bold, inverse };
}

function cell(text: string, at: number, width: number, align: Align = 'left'): Cell {
  return { text, at, width, align };
}

function flowText(block: Extract<Block, { kind: 'text' }>, columns: number): Line[] {
  const width = block.double ? Math.floor(columns / 2) : columns;
  const indent = block.indent ?? '';
  const room = width - textWidth(indent);
  return wrap(block.text, room).map((text, index) => {
    const hang = index === 0 ? indent : ' '.repeat(textWidth(indent));
    return line([cell(hang + text, 0, width, block.align ?? 'left')], block);
  });
}

/**
 * Places left and right on one line where they fit; otherwise in normal size; otherwise wraps the left text or puts the right one below.
 */
function flowPair(block: Extract<Block, { kind: 'pair' }>, columns: number): Line[] {
  const width = block.double ? Math.floor(columns / 2) : columns;
  const left = oneLine(block.left);
  const right = oneLine(block.right);
  if (textWidth(left) + textWidth(right) + (left && right ? 1 : 0) <= width)
    return [pairLine(left, right, width, block)];
  if (block.double) return flowPair({ ...block, double: false, bold: true }, columns);
  const room = width - textWidth(right) - 1;
  if (room >= 10) {
    const [first = '', ...rest] = wrap(left, room);
    return [pairLine(first, right, width, block), ...rest.map((text) => pairLine(text, '', width, block))];
  }
  return [
    ...wrap(left, width).map((text) => pairLine(text, '', width, block)),
    ...wrap(right, width).map((text) => pairLine('', text, width, block)),
  ];
}

function pairLine(left: string, right: string, width: number, emphasis: Emphasis): TextLine {
  const rightWidth = textWidth(right);
  return line([cell(left, 0, width - rightWidth), cell(right, width - rightWidth, rightWidth, 'right')], emphasis);
}

/** Paper at least this wide has a column for the unit price; narrower paper shows '@ price' on a line below. */
const widePaper = 40;

interface ItemPlaces {
  readonly name: number;
  readonly price: number;
  readonly amount: number;
}

function itemPlaces(columns: number, qty: string, price: string, amount: string): ItemPlaces {
  const wide = columns >= widePaper;
  const name = Math.max(textWidth(qty), wide ? 3 : 2) + 1;
  const amountAt = columns - Math.max(10, textWidth(amount) + 1);
  return { name, amount: amountAt, price: wide ? amountAt - Math.max(10, textWidth(price) + 1) : amountAt };
}

function flowHeads(columns: number, words: DocumentWords): Line[] {
  const places = itemPlaces(columns, words.quantity, words.price, words.amount);
  const price = cell(columns >= widePaper ? words.price : '', places.price, places.amount - places.price, 'right');
  const item = `${words.quantity} ${words.item}`;
  return [
    line([cell(item, 0, textWidth(item)), price, cell(words.amount, places.amount, columns - places.amount, 'right')]),
  ];
}

function flowItem(block: Extract<Block, { kind: 'item' }>, columns: number): Line[] {
  const wide = columns >= widePaper;
  const places = itemPlaces(columns, block.qty, wide ? block.price : '', block.amount);
  const room = places.price - places.name - 1;
  if (room < 8) return flowTightItem(block, columns);
  const indent = block.isPart ? 2 : 0;
  const [first = '', ...rest] = wrap(oneLine(block.name), room - indent);
  const price = wide ? block.price : '';
  const lines = [
    line([
      cell(block.qty, 0, places.name - 1),
      cell(first, places.name + indent, room - indent),
      cell(price, places.price, places.amount - places.price, 'right'),
      cell(block.amount, places.amount, columns - places.amount, 'right'),
    ]),
    ...rest.map((text) => line([cell(text, places.name + indent, room - indent)])),
    ...detailLines(block, columns - places.name).map((text) => line([cell(text, places.name, columns - places.name)])),
  ];
  if (!wide && block.showPrice)
    lines.push(line([cell(`@ ${block.price}`, places.name + 2, columns - places.name - 2)]));
  return lines;
}

const detailLines = ({ detail }: Extract<Block, { kind: 'item' }>, room: number): string[] =>
  detail ? wrap(detail, room) : [];

/** Places amounts that are too long for their columns: the name above, the amounts below. */
function flowTightItem(block: Extract<Block, { kind: 'item' }>, columns: number): Line[] {
  const left = block.showPrice ? `${block.qty} @ ${block.price}` : block.qty;
  return [
    ...[...wrap(oneLine(block.name), columns), ...detailLines(block, columns)].map((text) =>
      line([cell(text, 0, columns)]),
    ),
    ...flowPair({ kind: 'pair', left, right: block.amount }, columns),
  ];
}
