/** Previews a ticket as text and picture, without printing it. */
import type { PrintRequest } from '@atoll/domain/contract/bill/print';
import { layOut } from '../document/document.ts';
import { localTime } from '../document/figure.ts';
import { flow } from '../document/flow.ts';
import type { Printers } from '../printers.ts';
import { renderText } from '../render/text.ts';

/** Returns the document as the named printer would print it, or as a printer of 48 columns would. */
export async function preview(request: PrintRequest, printers: Printers, now: number) {
  const columns = printers.find(request.printerName)?.columns ?? 48;
  const marks = {
    job: '------',
    printer: request.printerName,
    copyNo: request.copyNo,
    printedTime: localTime(now, request.outlet.timezone),
    mayBeDuplicate: false,
    lateSince: null,
  };
  const { blocks, title, words } = layOut(request, marks);
  const lines = flow(blocks, columns, words);
  const { renderPng } = await import('../render/pdf.ts');
  const png = `data:image/png;base64,${renderPng(lines, columns).toString('base64')}`;
  return { title, columns, text: renderText(lines, columns), png };
}
