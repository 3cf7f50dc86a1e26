/** A slip of a few words: cash taken out, a drawer opened, a table moved. The till sends its text. */
import type { PrintRequest } from '@atoll/domain/contract/bill/print';
import type { Block, TicketDocument } from './block.ts';
import { copyMark, duplicateMark, type JobMarks } from './marks.ts';
import { documentWords } from './words.ts';

/** Returns the layout of a slip: its title, its large text, its rows, and who printed it. */
export function slipDocument({ slip, outlet, printedBy, language }: PrintRequest, marks: JobMarks): TicketDocument {
  const words = documentWords(language);
  const { title = '', large = '', rows = [], note = '' } = slip ?? {};
  const text = (content: string, more: Partial<Extract<Block, { kind: 'text' }>> = {}): Block[] =>
    content ? [{ kind: 'text', text: content, align: 'center', ...more }] : [];
  const { date, time } = marks.printedTime;
  return {
    words,
    title,
    blocks: [
      ...duplicateMark(marks, words, title, ''),
      ...text(outlet.name),
      ...text(title.toUpperCase(), { double: true }),
      ...copyMark(marks, words),
      ...text(large, { double: true, inverse: true }),
      { kind: 'rule', mark: '-' },
      ...rows.flatMap(({ label, value, isHeading }, index): Block[] => [
        ...(isHeading && index > 0 ? [{ kind: 'rule', mark: '-' } as const] : []),
        { kind: 'pair', left: label, right: value, ...(isHeading ? { bold: true } : {}) },
      ]),
      ...text(note, { align: 'left', bold: true }),
      { kind: 'rule', mark: '-' },
      { kind: 'pair', left: `${date} ${time}`, right: printedBy ? `${words.by} ${printedBy}` : '' },
      { kind: 'pair', left: `${words.printer} ${marks.printer}`, right: `${words.job} ${marks.job}` },
    ],
  };
}
