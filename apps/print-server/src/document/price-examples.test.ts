import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { billsOf, paidBill } from '@atoll/domain/bill/testing/price-example-bills';
import {
  type ExampleBill,
  exampleTitle,
  type PriceExample,
  priceExamples,
} from '@atoll/domain/bill/testing/price-examples';
import { printedFigures, printedItems } from '@atoll/domain/contract/bill/print-figures';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { outlet } from '../testing/body.ts';
import { marks } from '../testing/marks.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';

const text = (amount: number): string => formatAmount(laari(amount)).replace('\u2212', '-');

/** Returns each amount of the receipt of a bill after its label, without quantities and unit prices. */
function receipt(bill: Bill): string[] {
  const printed = { ...bill, ...printedFigures(bill, printedItems(bill)) };
  const body = { type: 'Bill', bill: printed, outlet, printerName: 'Front', printedBy: 'Aisha' };
  const { blocks, words } = layOut(readPrintRequest(body), marks);
  const lines = renderText(flow(blocks, 48, words), 48).split('\n');
  return lines.flatMap((line) => {
    const [, label, amount] = /^ *(?:-?\d+ )?(.+?) +(?:-?[\d,]+\.\d\d +)?(-?[\d,]+\.\d\d)$/.exec(line) ?? [];
    return label === undefined ? [] : [`${label.trim()} ${amount}`];
  });
}

/** Returns what the receipt of a bill must have, in this order. */
function wanted({ discountPct }: PriceExample, bill: ExampleBill, { gstMode, gstPct }: BillItem): string[] {
  const { lines, promotions = [], subTotal, discount, serviceCharge, advance, gst, total, cards } = bill;
  return [
    // A long name goes on below its amount.
    ...lines.map(([name, amount]) => `${name.replace(/ O-.*/, '')} ${text(amount)}`),
    ...promotions.map(([words, off]) => `${words} ${text(-off)}`),
    `Subtotal ${text(subTotal)}`,
    ...(discount ? [`Discount${discountPct ? ` ${discountPct}%` : ''} ${text(-discount)}`] : []),
    ...(serviceCharge ? [`Service charge 10% ${text(serviceCharge)}`] : []),
    ...(advance ? [`Less advance, invoice AC-2026-001537 ${text(-advance)}`] : []),
    `Total excl. GST ${text(total - gst)}`,
    `GST ${gstPct}%${gstMode === 'Inclusive' ? ' included' : ''} ${text(gst)}`,
    `TOTAL MVR ${text(total)}`,
    ...(cards ? [`Gift card 7K2Q ${text(cards)}`, `To pay ${text(total + cards)}`] : []),
  ];
}

for (const example of priceExamples)
  it(`${exampleTitle(example)}, on paper`, () => {
    for (const { bill, expected } of billsOf(example)) {
      expect(receipt(paidBill(bill))).toEqual(wanted(example, expected, bill.items[0] as BillItem));
    }
  });
