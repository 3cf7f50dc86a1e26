import { expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { billBody } from '../testing/body.ts';
import { marks } from '../testing/marks.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';

it('[R22.3] prints what is left on a gift card that paid, and a card that was sold beside the total', () => {
  const body = billBody({
    status: 'Complete',
    invoiceNumber: 'R2026-000007',
    cards: [{ last4: 'M4ZC', amount: 50_000 }],
    payments: [
      { method: 'GiftCard', amount: 40_000, wallet: { id: 5, last4: '7K2Q', left: 32_000 } },
      { method: 'Cash', amount: 70_381, tendered: 70_381, change: 0 },
    ],
  });
  const { blocks, words } = layOut(readPrintRequest(body), marks);
  const text = renderText(flow(blocks, 48, words), 48).replace(/ {2,}/g, ' ');
  expect(text).toMatch(/TOTAL MVR 603\.81\n[^]*Gift card M4ZC 500\.00\nTo pay 1,103\.81/);
  const before = billBody({
    status: 'Complete',
    payments: [{ method: 'GiftCard', amount: 60_381, wallet: { id: 5, last4: '7K2Q' } as never }],
  });
  const unanswered = layOut(readPrintRequest(before), marks);
  expect(renderText(flow(unanswered.blocks, 48, unanswered.words), 48)).not.toContain('Left on card');
  expect(text).toMatch(/Gift card 7K2Q 400\.00\nCash 703\.81\nLeft on card 7K2Q 320\.00/);
});

it('prints a deposit as its own kind of receipt, which bears no GST', () => {
  const printed = (more: object): string => {
    const figures = { subTotal: 0, discount: 0, serviceCharge: 0, gst: 0, total: 0, items: [] };
    const body = billBody({ status: 'Complete', invoiceNumber: 'R2026-000008', ...figures, ...more });
    const { blocks, words } = layOut(readPrintRequest(body), marks);
    return renderText(flow(blocks, 48, words), 48).replace(/ {2,}/g, ' ');
  };
  const deposit = { last4: 'M4ZC', amount: 5000, kind: 'Deposit' };
  const text = printed({ cards: [deposit], payments: [{ method: 'Cash', amount: 5000, tendered: 5000 }] });
  expect(text).toContain('Deposit receipt');
  expect(text).toMatch(/TOTAL MVR 0\.00\nDeposit M4ZC 50\.00\nTo pay 50\.00/);
  expect(printed({ cards: [deposit, { ...deposit, kind: undefined }] })).not.toContain('Deposit receipt');
});

it('prints the points that a guest claims above the QR code that leads there', () => {
  const printed = (more: object): string => {
    const { blocks, words } = layOut(readPrintRequest({ ...billBody({ status: 'Complete' }), ...more }), marks);
    return renderText(flow(blocks, 48, words), 48);
  };
  const bill = { ...billBody({ status: 'Complete' }).bill, claim: { points: 22 } };
  expect(printed({ bill, qr: 'https://reef.example/s/reef/points?t=1' })).toContain('Points +22: scan within 7 days');
  expect(printed({ bill })).not.toContain('Points +22');
});
