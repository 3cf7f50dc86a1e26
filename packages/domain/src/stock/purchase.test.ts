import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type InvoiceTerms,
  inLaari,
  invoiceRates,
  invoiceTotals,
  paymentOf,
  receivedWorth,
  receivingOf,
  stepInvoice,
  totalMatches,
} from './purchase.ts';

const line = (qty: number, unitPrice: number, more: Partial<InvoiceTerms['lines'][number]> = {}) => ({
  kind: 'Item' as const,
  qty: qty * 1000,
  unitPrice,
  discountBp: 0,
  gstBp: 800,
  ...more,
});
const terms = (lines: InvoiceTerms['lines'], more: Partial<InvoiceTerms> = {}): InvoiceTerms => ({
  gstMode: 'Exclusive',
  lines,
  discount: 0,
  otherCharges: 0,
  ...more,
});

it('[R14.2] adds exclusive GST: 10 × 25.00 and 4 × 50.00 at 8 % are 486.00, and the goods cost 450.00', () => {
  expect(invoiceTotals(terms([line(10, 2500), line(4, 5000)]))).toEqual({
    lineTotals: [25_000, 20_000],
    worths: [25_000, 20_000],
    subTotal: 45_000,
    discount: 0,
    gst: 3600,
    total: 48_600,
  });
});

it('[R14.2] takes inclusive GST out of the cost: 108.00 includes 8.00 GST, and the goods cost 100.00', () => {
  expect(invoiceTotals(terms([line(1, 10_800)], { gstMode: 'Inclusive' }))).toMatchObject({
    gst: 800,
    total: 10_800,
    worths: [10_000],
  });
});

it('[R14.2] allocates freight to the goods by value, and the discount to all lines', () => {
  const expense = line(1, 10_000, { kind: 'Expense', gstBp: 0 });
  const totals = invoiceTotals(
    terms([line(1, 30_000, { gstBp: 0 }), line(1, 10_000, { gstBp: 0 }), expense], {
      discount: 5000,
      otherCharges: 4000,
    }),
  );
  expect(totals).toMatchObject({ total: 49_000, worths: [30_000, 10_000, 9000] });
});

it('[R35.61] returns the value and GST of each GST rate, without freight', () => {
  const mixed = terms(
    [line(1, 30_000), line(1, 10_000, { gstBp: 1700 }), line(2, 500, { gstBp: 0 }), line(1, 20_000)],
    {
      otherCharges: 4000,
    },
  );
  expect(invoiceRates(mixed)).toEqual([
    { gstBp: 1700, base: 10_000, gst: 1700 },
    { gstBp: 800, base: 50_000, gst: 4000 },
    { gstBp: 0, base: 1000, gst: 0 },
  ]);
  expect(invoiceRates({ ...mixed, gstMode: 'Exempt' })).toEqual([{ gstBp: 0, base: 61_000, gst: 0 }]);
  expect(invoiceRates(terms([line(1, 10_800)], { gstMode: 'Inclusive' }))).toEqual([
    { gstBp: 800, base: 10_000, gst: 800 },
  ]);
});

it('[R35.61] returns values and GST by rate that add up, with other charges, to the total of the invoice', () => {
  const anyLine = fc
    .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 90_000 }), fc.constantFrom(0, 800, 1700))
    .map(([qty, price, gstBp]) => line(qty, price, { gstBp }));
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('Exclusive' as const, 'Inclusive' as const, 'Exempt' as const),
      fc.nat(30_000),
      fc.nat(9000),
      (lines, gstMode, discount, otherCharges) => {
        const invoice = terms(lines, { gstMode, discount, otherCharges });
        const rates = invoiceRates(invoice);
        const { total, gst } = invoiceTotals(invoice);
        expect(rates.reduce((sum, rate) => sum + rate.base + rate.gst, otherCharges)).toBe(total);
        expect(rates.reduce((sum, rate) => sum + rate.gst, 0)).toBe(gst);
      },
    ),
    { seed: 61, numRuns: 300 },
  );
});

it('[R14.2] allocates freight to free goods too', () => {
  expect(invoiceTotals(terms([line(1, 0), line(1, 0)], { otherCharges: 101 })).worths).toEqual([51, 50]);
});

const anyLine = fc.record({
  kind: fc.constantFrom('Item' as const, 'Expense' as const),
  qty: fc.integer({ min: 1, max: 9_999_999 }),
  unitPrice: fc.integer({ min: 0, max: 999_999 }),
  discountBp: fc.integer({ min: 0, max: 10_000 }),
  gstBp: fc.constantFrom(0, 800, 1600, 1700),
});

it('[R14.2] allocates costs to the lines that add up to the total without GST, in every GST mode', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { minLength: 1, maxLength: 12 }),
      fc.constantFrom('Inclusive' as const, 'Exclusive' as const, 'Exempt' as const),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (lines, gstMode, discount, otherCharges) => {
        const totals = invoiceTotals({ gstMode, lines, discount, otherCharges });
        expect(totals.worths.reduce((sum, one) => sum + one, 0)).toBe(totals.total - totals.gst);
        expect(totals.worths.every((worth) => worth >= 0)).toBe(true);
        expect(gstMode === 'Exempt' ? totals.gst : 0).toBe(0);
      },
    ),
    { seed: 2026, numRuns: 400 },
  );
});

it('[R14.2] divides the cost of goods received in parts without losing a laari', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e8 }),
      fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1 }),
      (worth, parts) => {
        const qty = parts.reduce((sum, one) => sum + one, 0);
        let before = 0;
        let sum = 0;
        for (const part of parts) {
          sum += receivedWorth(worth, qty, before, part);
          before += part;
        }
        expect(sum).toBe(worth);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

it('[R14.2] posts an invoice whose printed total differs by up to five laari; more must be acknowledged', () => {
  expect(totalMatches(10_000, 10_005, false)).toBe(true);
  expect(totalMatches(10_000, 9994, false)).toBe(false);
  const invoice = { status: 'Draft' as const, total: 10_000, vendorTotal: 9000, isTotalAcknowledged: false };
  expect(stepInvoice(invoice, 'Posted')).toMatchObject({ refusal: { reason: 'totalDiffers' } });
  expect(stepInvoice({ ...invoice, isTotalAcknowledged: true }, 'Posted')).toMatchObject({ ok: true });
  expect(stepInvoice({ ...invoice, status: 'Posted' }, 'Cancelled')).toMatchObject({
    refusal: { reason: 'reasonMissing' },
  });
  expect(stepInvoice(invoice, 'Cancelled', 'wrong vendor')).toMatchObject({ refusal: { reason: 'stateForbids' } });
});

it('[R14.2] derives the receiving and payment state of an invoice, and converts foreign currency to laari', () => {
  const goods = (qty: number, qtyReceived: number) => ({ kind: 'Item', qty, qtyReceived });
  expect(receivingOf([goods(5, 0), goods(5, 0)])).toBe('NotReceived');
  expect(receivingOf([goods(5, 5), goods(5, 0)])).toBe('Partial');
  expect(receivingOf([goods(5, 5), { kind: 'Expense', qty: 1, qtyReceived: 0 }])).toBe('Received');
  expect(paymentOf(100, 0, '2026-03-10', '2026-03-10')).toBe('Unpaid');
  expect(paymentOf(100, 40, '2026-03-10', '2026-03-10')).toBe('Partial');
  expect(paymentOf(100, 40, '2026-03-10', '2026-03-11')).toBe('Overdue');
  expect(paymentOf(100, 100, '2026-03-10', '2026-03-11')).toBe('Paid');
  expect(inLaari(1000, 154_200)).toBe(15_420);
});
