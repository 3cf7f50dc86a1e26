/** What the print server itself adds to a paper: that it is a copy, late, or perhaps printed before. */
import type { Block } from './block.ts';
import type { PaperWords } from './words.ts';

export interface JobMarks {
  /** The job's short name on paper. */
  readonly job: string;
  readonly printer: string;
  /** 0: the original. */
  readonly copyNo: number;
  readonly printedTime: { readonly date: string; readonly time: string };
  readonly mayBeDuplicate: boolean;
  /** The hour of a ticket that comes out late. */
  readonly lateSince: string | null;
}

/** '** MAY BE A DUPLICATE - CHECK BOT 0042 **' when an earlier attempt may have come out. */
export function doubtMark(marks: JobMarks, words: PaperWords, what: string, number: string | number): Block[] {
  if (!marks.mayBeDuplicate) return [];
  const text = `** ${words.mayBeDouble} ${what} ${number}`.trim();
  return [{ kind: 'text', text: `${text} **`, align: 'center', bold: true }];
}

/** '** COPY 1 - 20-Nov-2026 21:05 **' on everything but the original. */
export function copyMark(marks: JobMarks, words: PaperWords): Block[] {
  if (marks.copyNo === 0) return [];
  const { date, time } = marks.printedTime;
  return [{ kind: 'text', text: `** ${words.copy} ${marks.copyNo} - ${date} ${time} **`, align: 'center', bold: true }];
}
