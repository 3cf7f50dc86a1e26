/** Marks that the print server adds to a document: copy, late, or possible duplicate. */
import type { Block } from './block.ts';
import type { DocumentWords } from './words.ts';

export interface JobMarks {
  /** The job's short name as printed. */
  readonly job: string;
  readonly printer: string;
  /** 0 for the original. */
  readonly copyNo: number;
  readonly printedTime: { readonly date: string; readonly time: string };
  readonly mayBeDuplicate: boolean;
  /** When a late ticket was ordered; null when it is in time. */
  readonly lateSince: string | null;
}

/** Returns '** MAY BE A DUPLICATE - CHECK BOT 0042 **' when an earlier attempt may have printed. */
export function duplicateMark(marks: JobMarks, words: DocumentWords, title: string, number: string | number): Block[] {
  if (!marks.mayBeDuplicate) return [];
  const text = `** ${words.mayBeDuplicate} ${title} ${number}`.trim();
  return [{ kind: 'text', text: `${text} **`, align: 'center', bold: true }];
}

/** Returns '** COPY 1 - 20-Nov-2026 21:05 **', and nothing for the original. */
export function copyMark(marks: JobMarks, words: DocumentWords): Block[] {
  if (marks.copyNo === 0) return [];
  const { date, time } = marks.printedTime;
  return [{ kind: 'text', text: `** ${words.copy} ${marks.copyNo} - ${date} ${time} **`, align: 'center', bold: true }];
}
