/** The chart of a report as a picture for the PDF printer. Source: R18.23, R35.44. */
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import type { ReportDefinition, ReportRow } from '@atoll/domain/report/report';
import { shortDay } from '../../locale/instant.ts';
import { labelText } from '../../locale/label.ts';
import { valueText } from './value.ts';

type Picture = NonNullable<PrintBody['picture']>;

/** The main figure of a report, row by row. */
export interface ChartPoints {
  readonly caption: string;
  readonly points: readonly { readonly label: string; readonly value: number; readonly text: string }[];
}

const maxBars = 62;

/** Returns what the picture of a report shows, or null for a report without a chart. Days and hours end with the last, others begin with the first. */
export function chartPoints(
  { chart, chartOf, columns }: ReportDefinition,
  rows: readonly ReportRow[],
  timezone: string,
): ChartPoints | null {
  const column = columns.find(({ key }) => key === chartOf?.value);
  const label = columns.find(({ key }) => key === chartOf?.label);
  if (chart === 'none' || !column || !label || rows.length < 2) return null;
  const points = rows.map((row) => ({
    label: label.kind === 'date' ? shortDay(String(row[label.key])) : valueText(label, row[label.key], timezone),
    value: Number(row[column.key] ?? 0),
    text: valueText(column, row[column.key], timezone),
  }));
  const isTime = label.kind === 'date' || label.key === 'hour';
  return { caption: labelText(column.label), points: isTime ? points.slice(-maxBars) : points.slice(0, maxBars) };
}

/** Pixels: the width of a receipt of 80 mm, twice as fine as a thermal printer. */
const width = 1152;
const margin = 24;
const rowHeight = 68;
const captionHeight = 64;
const barHeight = 22;
const font = (size: number, weight = 400) => `${weight} ${size}px system-ui, sans-serif`;

/** Returns the text cut with an ellipsis to a width in pixels. */
function fitted(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (ctx.measureText(text).width <= room) return text;
  let end = text.length;
  while (end > 0 && ctx.measureText(`${text.slice(0, end)}…`).width > room) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Returns the picture: a bar for each point, with its label on the left and its figure on the right, mirrored for right-to-left languages. */
export function chartPicture({ caption, points }: ChartPoints, isMirrored: boolean): Picture {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = captionHeight + points.length * rowHeight + margin;
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('This browser has no canvas');
  const most = Math.max(1, ...points.map(({ value }) => value));
  const [near, far] = isMirrored ? [width - margin, margin] : [margin, width - margin];
  ctx.fillStyle = '#fff';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.fillStyle = '#000';
  ctx.direction = isMirrored ? 'rtl' : 'ltr';
  const write = (text: string, y: number, isFar: boolean, room: number) => {
    ctx.textAlign = isFar === isMirrored ? 'left' : 'right';
    ctx.fillText(fitted(ctx, text, room), isFar ? far : near, y);
  };
  ctx.font = font(30, 700);
  write(caption, 40, false, width - 2 * margin);
  for (const [index, { label, value, text }] of points.entries()) {
    const top = captionHeight + index * rowHeight;
    ctx.font = font(28, 600);
    const taken = ctx.measureText(text).width + margin;
    write(text, top + 28, true, width);
    ctx.font = font(28);
    write(label, top + 28, false, width - 2 * margin - taken);
    const length = Math.max(2, (Math.max(0, value) / most) * (width - 2 * margin));
    ctx.fillRect(isMirrored ? near - length : near, top + 36, length, barHeight);
  }
  return { image: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height };
}
