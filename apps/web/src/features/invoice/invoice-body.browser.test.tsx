import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage } from '../../locale/locale.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { InvoiceBody } from './invoice-body.tsx';

afterEach(async () => {
  clear();
  document.documentElement.dir = 'ltr';
  await changeLanguage('en');
});

const line = { id: 1, kind: 'Item', name: 'ހަނޑޫ', description: '', unit: 'kg', qty: 5, qtyReceived: 0 };
const invoice = {
  id: 4,
  vendorName: 'Reef',
  vendorInvoiceNo: '',
  invoiceDate: '2026-03-04',
  dueDate: '2026-03-04',
  storageName: '',
  gstMode: 'Exclusive',
  currency: 'MVR',
  rate: 1,
  reason: '',
  note: '',
  subTotal: 5000,
  discount: 0,
  otherCharges: 0,
  paid: 0,
  gst: 400,
  total: 5400,
  payments: [],
  attachments: [],
  lines: [{ ...line, gstPct: 8, discountPct: 0, unitPrice: 1000, lineTotal: 5000 }],
} as unknown as PurchaseInvoice;

/** Returns where a sign of a text is drawn, in px from the left. */
function leftOf(element: Element, sign: string): number {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(sign) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + sign.length);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`There is no ${sign}`);
}

it('writes the rate of a line from left to right in a language from right to left: GST, then the number, then the sign', async () => {
  await page.viewport(1280, 800);
  await show(<InvoiceBody invoice={invoice} />);
  await changeLanguage('dv');
  document.documentElement.dir = 'rtl';
  const rate = page.getByText(/GST 8 %/);
  await expect.element(rate).toBeVisible();
  const places = ['GST', '8', '%'].map((sign) => leftOf(rate.element(), sign));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
