import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOut } from './document/document.ts';
import { flow } from './document/flow.ts';
import { readPrintRequest } from './http/read.ts';
import { renderEscpos } from './render/escpos.ts';
import { renderText } from './render/text.ts';
import { decode } from './testing/decode.ts';

const isSoak = process.env['SOAK'] === '1';
const numRuns = isSoak ? 10_000 : 1000;
/** Bytes cost ten times as much as text: a quick run decodes those of every third ticket. */
const bytesEvery = isSoak ? 1 : 3;
const marks = {
  job: '3f9c21',
  printer: 'K',
  copyNo: 1,
  printedTime: { date: '1-Jan-2026', time: '10:00' },
  mayBeDuplicate: true,
  lateSince: '09:00',
};

const nasty = fc.constantFrom(
  '\u001b@',
  '\u0010\u0014\u0001',
  '\u0000',
  '\u202e',
  '🍵👩‍🍳',
  'މަސްހުނި',
  'é',
  '€',
  '魚',
  '\ud800',
  '\n',
  '  ',
  'a'.repeat(60),
  'ÿ',
  '\u0301',
);
const text = (max: number) =>
  fc
    .array(fc.oneof({ weight: 8, arbitrary: fc.string({ maxLength: 12, unit: 'grapheme-ascii' }) }, nasty), {
      maxLength: 4,
    })
    .map((parts) => parts.join('').slice(0, max));
const laari = fc.integer({ min: -999_999_999, max: 999_999_999 });
const line = fc.record({
  name: text(200),
  size: text(60),
  qty: fc.integer({ min: -999_999_999, max: 999_999_999 }).map((thousandths) => thousandths / 1000),
  sellingPrice: laari,
  notes: fc.array(text(200), { maxLength: 3 }),
  modifiers: fc.array(fc.record({ name: text(100), priceDelta: laari }), { maxLength: 2 }),
  discount: fc.option(
    fc.record({ type: fc.constantFrom('Percent', 'Amount'), value: fc.integer({ min: 0, max: 100 }) }),
  ),
  isComp: fc.boolean(),
  isVoid: fc.boolean(),
  voidReason: text(200),
  change: fc.constantFrom('New', 'Void', 'Changed'),
  qtyBefore: fc.integer({ min: 0, max: 1000 }),
  gstMode: fc.constantFrom('Inclusive', 'Exclusive', 'Exempt', null),
  gstPct: fc.constantFrom(8, 17, null),
  taxAmount: fc.option(laari),
});
const body = fc.record({
  type: fc.constantFrom('Bill', 'Kot', 'Bot', 'Image'),
  printerName: fc.constant('K'),
  printedBy: text(120),
  station: text(60),
  kotNo: fc.oneof(fc.integer(), text(40)),
  copyNo: fc.integer({ min: 0, max: 9999 }),
  title: fc.constantFrom('Bill', 'Receipt', 'Tax Invoice', null),
  qr: fc.option(text(200)),
  outlet: fc.record({
    name: text(120),
    address: text(400),
    phone: text(60),
    tin: text(40),
    header: text(600),
    footer: text(600),
    currency: text(8),
    timezone: text(20),
    legalName: text(120),
  }),
  bill: fc.record({
    type: fc.constantFrom('Table', 'Delivery', 'Counter'),
    slot: text(20),
    name: text(120),
    note: text(500),
    number: fc.oneof(fc.integer(), text(40)),
    invoiceNumber: fc.option(text(60)),
    status: fc.constantFrom(null, 'Saved', 'Complete'),
    isVoid: fc.boolean(),
    covers: fc.integer({ min: 0, max: 99 }),
    customer: fc.option(
      fc.record({ name: text(200), phone: text(40), tin: text(40), address: text(300), allergies: text(200) }),
    ),
    modifiedAt: fc.constantFrom('2026-11-20T14:42:00.000Z', 'yesterday', null),
    createdByName: text(120),
    items: fc.array(line, { minLength: 1, maxLength: 5 }),
    payments: fc.array(
      fc.record({
        method: fc.constantFrom('Cash', 'Card', 'BankTransfer'),
        amount: laari,
        tendered: laari,
        change: laari,
        reference: text(120),
      }),
      { maxLength: 3 },
    ),
    discountPercentage: fc.integer({ min: 0, max: 100 }),
    serviceChargePct: fc.integer({ min: 0, max: 30 }),
    subTotal: laari,
    discount: laari,
    serviceCharge: laari,
    gst: laari,
    total: laari,
    roundingAmount: laari,
    tip: laari,
  }),
});

const noWidth = /\p{Mn}|\p{Me}/gu;
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60]/gu;
const widthOf = (line: string) => [...line.replace(noWidth, '')].length + (line.match(wide)?.length ?? 0);
const money = (amount: number) =>
  `${amount < 0 ? '-' : ''}${Math.trunc(Math.abs(amount) / 100).toLocaleString('en-US')}.${String(Math.abs(amount) % 100).padStart(2, '0')}`;

describe('documents of random tickets', () => {
  it(`[R18.23] fits the paper at every width, keeps the total and prints no control byte (${numRuns} tickets)`, {
    timeout: 300_000,
  }, async () => {
    let tickets = 0;
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(32, 42, 48), async (sent, columns) => {
        fc.pre(
          sent.bill.isVoid || sent.type === 'Kot' || sent.type === 'Bot' || sent.bill.items.some((one) => !one.isVoid),
        );
        const request = readPrintRequest(sent);
        const lines = flow(layOut(request, marks).blocks, columns);
        const paper = renderText(lines, columns);
        for (const row of paper.split('\n'))
          if (widthOf(row) > columns) throw new Error(`too wide: ${JSON.stringify(row)}`);
        expect(paper).not.toMatch(/[^\P{C}\n]/u);
        if (request.type === 'Bill' || request.type === 'Image') expect(paper).toContain(money(sent.bill.total));
        tickets += 1;
        if (tickets % bytesEvery !== 0) return;
        const bytes = await renderEscpos(lines, {
          columns,
          codePage: 'cp858',
          feedBeforeCut: 4,
          allRaster: false,
          copies: 1,
          openDrawer: false,
        });
        const decoded = decode(bytes);
        for (const one of decoded.lines)
          if (one.text.replace(/\\x../g, '.').length > (one.double ? columns / 2 : columns))
            throw new Error(`too wide: ${one.text}`);
        expect(decoded.cuts).toHaveLength(1);
        expect(decoded.pulses).toBe(0);
      }),
      { numRuns, seed: 20261120 },
    );
  });

  it('[R18.23] lays out and draws a ticket of 500 items', async () => {
    const items = Array.from({ length: 500 }, (_, n) => ({
      name: n % 50 === 0 ? 'މަސްހުނި' : `Dish ${n}`,
      qty: 1,
      sellingPrice: 100,
    }));
    const request = readPrintRequest({
      type: 'Kot',
      printerName: 'K',
      outlet: { name: 'A' },
      bill: { type: 'Table', slot: '1', items },
    });
    const bytes = await renderEscpos(flow(layOut(request, marks).blocks, 32), {
      columns: 32,
      codePage: 'cp437',
      feedBeforeCut: 4,
      allRaster: false,
      copies: 1,
      openDrawer: false,
    });
    expect(decode(bytes).pictures).toHaveLength(10);
  });
});
