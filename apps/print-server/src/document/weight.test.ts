import type { PrintBody } from '@atoll/domain/contract/bill/print';
import { describe, expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { billBody, item, kotBody } from '../testing/body.ts';
import { marks } from '../testing/marks.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';

function lines(body: PrintBody, columns: number): string[] {
  const { blocks, words } = layOut(readPrintRequest(body), marks);
  return renderText(flow(blocks, columns, words), columns)
    .split('\n')
    .map((line) => line.trim());
}

const fish = (more = {}) => item('Reef Fish', 0.35, 1600, { unit: 'kg', ...more });

describe.each([48, 42, 32])('items by weight on paper of %i columns', (columns) => {
  it('[R35.40] prints the quantity of a bill with unit and price per unit below the name', () => {
    const paper = lines(billBody({ items: [fish(), item('Water', 2, 1000)] }), columns);
    const at = paper.findIndex((line) => line.startsWith('Reef Fish'));
    expect(paper[at]).toMatch(/^Reef Fish +5\.60$/);
    expect(paper[at + 1]).toBe('0.350 kg × 16.00');
    expect(paper.find((line) => line.includes('Water'))).toMatch(
      columns < 40 ? /^2 +Water +20\.00$/ : /^2 +Water +10\.00 +20\.00$/,
    );
  });

  it('[R35.40] prints the price per unit with its modifiers, also of an amount too long for its column', () => {
    const large = fish({
      qty: 123_456.789,
      sellingPrice: 99_999_900,
      modifiers: [{ optionId: 1, name: 'Cleaned', priceDelta: 50 }],
    });
    const paper = lines(billBody({ items: [large] }), columns).join(' ');
    expect(paper).toContain('123456.789 kg × 999,999.50');
  });

  it('[R35.40] prints a weight on a kitchen ticket with its unit, and counts it as one item', () => {
    const paper = lines(
      kotBody({}, { items: [fish(), item('Mas Huni', 2, 1), fish({ change: 'Void', name: 'Tuna', qty: 1 })] }),
      columns,
    );
    expect(paper.join(' ')).toContain('0.350 kg Reef Fish');
    expect(paper.join(' ')).toContain('VOID 1.000 kg Tuna');
    expect(paper.find((line) => line.startsWith('Items'))).toMatch(/^Items 3 +void 1$/);
  });
});
