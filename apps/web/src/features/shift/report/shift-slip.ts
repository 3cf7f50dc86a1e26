import type { PrintSlip } from '@atoll/domain/contract/bill/print';
import { cutText } from '@atoll/domain/form/plain-text';
import type { TFunction } from 'i18next';
import { reportBlocks, reportHead } from './report-blocks.ts';
import type { ReportSubject } from './report-line.ts';

/** The most rows and characters that the print server accepts. */
const maxRows = 200;
const maxLabel = 60;
const maxNote = 300;

/** Returns the X or Z report of a shift as a slip for the receipt printer: all blocks, each below its title. Texts that are too long are cut. */
export function shiftSlip(subject: ReportSubject, title: string, t: TFunction): PrintSlip {
  const rows = reportBlocks(subject, t).flatMap((block) => [
    ...(block.title ? [{ label: cutText(block.title, maxLabel), value: '', isHeading: true }] : []),
    ...block.lines.map(({ label, value }) => ({ label: cutText(label, maxLabel), value })),
  ]);
  return {
    title: cutText(title, maxLabel),
    rows: rows.slice(0, maxRows),
    note: cutText(reportHead(subject, t).join('\n'), maxNote),
  };
}
