/** A picture of the app on paper, such as the chart of a report, below its title. Source: R18.23, R35.44. */
import type { PrintRequest } from '@atoll/domain/contract/bill/print';
import type { Block, TicketDocument } from './block.ts';
import { copyMark, duplicateMark, type JobMarks } from './marks.ts';
import { documentWords } from './words.ts';

type Picture = NonNullable<PrintRequest['picture']>;

/** Returns the layout of a picture, with the title and note of the request's slip. */
export function pictureDocument(request: PrintRequest, picture: Picture, marks: JobMarks): TicketDocument {
  const { slip, outlet, printedBy, language } = request;
  const words = documentWords(language);
  const title = slip?.title ?? '';
  const text = (content: string, bold = false): Block[] =>
    content ? [{ kind: 'text', text: content, align: 'center', bold }] : [];
  const { date, time } = marks.printedTime;
  return {
    words,
    title: title || `Image ${marks.job}`,
    blocks: [
      ...duplicateMark(marks, words, title, ''),
      ...text(outlet.name),
      ...text(title, true),
      ...copyMark(marks, words),
      ...text(slip?.note ?? ''),
      { kind: 'logo', image: picture.image, ratio: picture.height / picture.width },
      { kind: 'pair', left: `${date} ${time}`, right: printedBy ? `${words.by} ${printedBy}` : '' },
    ],
  };
}
