/** Chooses the layout of a request, and lays out the test page. */
import type { PrinterConfig, PrintRequest } from '@atoll/domain/contract/bill/print';
import { billDocument } from './bill.ts';
import type { Block, TicketDocument } from './block.ts';
import type { JobMarks } from './marks.ts';
import { pictureDocument } from './picture.ts';
import { slipDocument } from './slip.ts';
import { ticketDocument } from './ticket.ts';
import { documentWords } from './words.ts';

/** Returns the layout of the document that a print request asks for. A paper of practice says so at its top and bottom (R31.47). */
export function layOut(request: PrintRequest, jobMarks: JobMarks): TicketDocument {
  const document = contentOf(request, jobMarks);
  if (!request.outlet.practice) return document;
  const of = request.type === 'Kot' || request.type === 'Bot' ? 'practiceTicket' : 'practiceBill';
  // Whoever gets it may read either language.
  const texts = new Set([documentWords('en')[of], document.words[of]]);
  const marks = [...texts].map((text): Block => ({ kind: 'text', text, align: 'center', bold: true, inverse: true }));
  return { ...document, blocks: [...marks, ...document.blocks, ...marks] };
}

function contentOf(request: PrintRequest, marks: JobMarks): TicketDocument {
  if (request.type === 'Image' && request.picture) return pictureDocument(request, request.picture, marks);
  if (request.type === 'Slip') return slipDocument(request, marks);
  return request.type === 'Kot' || request.type === 'Bot'
    ? ticketDocument(request, marks)
    : billDocument(request, marks);
}

/** Returns a test page that shows whether a printer is set up correctly: width, code page, other scripts, QR code, cut. */
export function testDocument(printer: PrinterConfig, marks: JobMarks): TicketDocument {
  const ruler = Array.from({ length: printer.columns }, (_, column) => String((column + 1) % 10)).join('');
  const { date, time } = marks.printedTime;
  return {
    title: `Test of ${printer.name}`,
    words: documentWords('en'),
    blocks: [
      { kind: 'text', text: 'TEST PAGE', align: 'center', double: true },
      { kind: 'text', text: printer.name, align: 'center', double: true, inverse: true },
      { kind: 'pair', left: `${date} ${time}`, right: `job ${marks.job}` },
      { kind: 'text', text: ruler },
      { kind: 'pair', left: `${printer.columns} columns`, right: `${printer.codePage}` },
      { kind: 'text', text: 'Code page: é è ü ñ ç Ø £ € ½' },
      { kind: 'text', text: 'Bold', bold: true },
      { kind: 'text', text: 'White on black', inverse: true },
      { kind: 'text', text: 'ދިވެހި', align: 'center' },
      { kind: 'pair', left: 'TOTAL MVR', right: '1,234.50', double: true },
      { kind: 'qr', data: 'https://example.com/test' },
      { kind: 'text', text: 'The paper is cut below this line', align: 'center' },
    ],
  };
}
