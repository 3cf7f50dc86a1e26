import { expect, it } from 'vitest';
import { readPrintRequest } from '../http/read.ts';
import { renderText } from '../render/text.ts';
import { billBody } from '../testing/body.ts';
import { marks } from '../testing/marks.ts';
import { layOut } from './document.ts';
import { flow } from './flow.ts';

const printed = (more: object): string => {
  const { blocks, words } = layOut(readPrintRequest(billBody({ status: 'Complete', ...more })), marks);
  return renderText(flow(blocks, 48, words), 48).replace(/ {2,}/g, ' ');
};

it('takes each instalment off below the subtotal, by its invoice, and only its net where tax is added', () => {
  const advances = [
    { invoiceNumber: 'AC-2026-001537', amount: 30_000 },
    { invoiceNumber: 'AC-2026-001540', amount: 5000 },
  ];
  expect(printed({ advances, advanceNet: 35_000 })).toMatch(
    /Less advance, invoice AC-2026-001537 -300\.00\nLess advance, invoice AC-2026-001540 -50\.00\n/,
  );
  expect(printed({ advances: advances.slice(0, 1), advanceNet: 27_778 })).toMatch(
    /Less advance, invoice AC-2026-001537 -277\.78\n\(300\.00\)\n/,
  );
  expect(printed({})).not.toContain('Less advance');
});
