/** Renders a job for a printer: lays out its document at the printer's width, with the marks of this attempt (copy, late, possible duplicate). */
import type { PrinterConfig } from '@atoll/domain/contract/bill/print';
import { defaultTimezone } from '@atoll/domain/outlet/defaults';
import type { Printout } from '../device/device.ts';
import { layOut, testDocument } from '../document/document.ts';
import { localTime } from '../document/figure.ts';
import { flow, type Line } from '../document/flow.ts';
import type { JobMarks } from '../document/marks.ts';
import { renderEscpos } from '../render/escpos.ts';
import { renderText } from '../render/text.ts';
import { type Job, requestOf, shortName } from './job.ts';

/** A kitchen ticket that prints later than this shows when it was ordered. */
const lateMs = 2 * 60_000;

/** Returns the paper width in millimetres of a printer with a number of columns. */
const paperMm = (columns: number) => (columns <= 32 ? 58 : 80);

/** Returns what a job prints. A second attempt never opens the drawer again. */
export function printoutOf(job: Job, printer: PrinterConfig, now: number): Printout {
  const { columns } = printer;
  const request = job.type === 'Test' ? null : requestOf(job);
  const marks = marksOf(job, now, request?.outlet.timezone ?? defaultTimezone);
  const document = request ? layOut(request, marks) : testDocument(printer, marks);
  const lines = flow(document.blocks, columns, document.words);
  const copies = request?.copies ?? 1;
  const openDrawer = Boolean(request?.openDrawer) && !job.doubtful;
  return {
    jobId: job.id,
    title: document.title,
    acceptedAt: job.acceptedAt,
    openDrawer,
    escpos: () =>
      renderEscpos(lines, {
        columns,
        codePage: printer.codePage,
        feedBeforeCut: printer.feedBeforeCut,
        allRaster: printer.allRaster || job.type === 'Image',
        copies,
        openDrawer,
      }),
    text: () => textCopies(lines, columns, copies, openDrawer),
    async pdf() {
      const { renderPdf } = await import('../render/pdf.ts');
      return { ...renderPdf(lines, columns, document.title, copies), widthMm: paperMm(columns) };
    },
  };
}

function textCopies(lines: readonly Line[], columns: number, copies: number, openDrawer: boolean): string {
  const text = renderText(lines, columns);
  const cut = `${'- '.repeat(columns / 2).trimEnd()}\n`;
  return (openDrawer ? '[cash drawer opens]\n' : '') + Array.from({ length: copies }, () => text).join(cut);
}

function marksOf(job: Job, now: number, timezone: string): JobMarks {
  const isTicket = job.type === 'Kot' || job.type === 'Bot';
  return {
    job: shortName(job),
    printer: job.printer,
    copyNo: job.copyNo,
    printedTime: localTime(now, timezone),
    mayBeDuplicate: job.doubtful,
    lateSince: isTicket && now - job.acceptedAt > lateMs ? localTime(job.acceptedAt, timezone).time : null,
  };
}
