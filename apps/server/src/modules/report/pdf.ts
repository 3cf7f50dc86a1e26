/** A report as a PDF of A4 pages. Source: docs/rules.md#reports. */
import { Worker } from 'node:worker_threads';
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { formatDate, formatInstant } from '@atoll/domain/date/format';
import { chartOf } from '@atoll/domain/report/plot/chart-of';
import { type PlotTexts, plotOf } from '@atoll/domain/report/plot/plot-of';
import { filterLabels, type ReportColumn, type ReportDefinition, type ReportFilter } from '@atoll/domain/report/report';
import { wordText } from '@atoll/domain/report/report-word';
import { isNumber, plainText, valueText } from '@atoll/domain/report/value-text';
import type { Store } from '../../platform/store/store.ts';
import { margin, pageSizeOf, plotTextSize } from './pdf/layout.ts';
import { paperLook } from './pdf/paper-look.ts';
import { isRightToLeft, type PaperPlot, type ReportContent } from './pdf/report-content.ts';

/** Translations of English texts into the reader's language. */
export type Words = Readonly<Record<string, string>>;

/** Tables of the records that filters refer to. */
const tables = {
  categoryId: 'category',
  storageId: 'storage',
  vendorId: 'vendor',
  accountId: 'account',
} as const satisfies Partial<Record<ReportFilter, string>>;

/** Draws a report and returns its PDF. */
export async function reportPdf(
  store: Store,
  outletId: number,
  report: ReportDefinition,
  result: Omit<ReportResult, 'id'>,
  words: Words = {},
): Promise<Buffer> {
  return drawOnThread(await contentOf(store, outletId, report, result, words));
}

let last: Promise<unknown> = Promise.resolve();

/** Draws one PDF at a time on a thread, because drawing uses a whole processor core. */
function drawOnThread(content: ReportContent): Promise<Buffer> {
  const drawn = last.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const thread = new Worker(new URL('./pdf/thread.ts', import.meta.url), { workerData: content });
        thread.once('message', (pdf: Uint8Array) => resolve(Buffer.from(pdf)));
        thread.once('error', reject);
        thread.once('exit', () => reject(new Error('The PDF was cut off')));
      }),
  );
  last = drawn.catch(() => undefined);
  return drawn;
}

async function contentOf(
  store: Store,
  outletId: number,
  report: ReportDefinition,
  result: Omit<ReportResult, 'id'>,
  words: Words,
): Promise<ReportContent> {
  const translate = (text: string): string => words[text] ?? text;
  const outlet = await store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select(['name', 'legal_name', 'address', 'phone', 'tin', 'timezone'])
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow(),
  );
  const text = (column: ReportColumn, value: string | number | null | undefined): string =>
    column.isWord && typeof value === 'string'
      ? wordText(column, value, translate)
      : valueText(column, value, (iso) => formatInstant(iso, outlet.timezone));
  const { range, rows, at, isCut, config, compared } = result;
  const daysOf = ({ from, to }: typeof range): string => [...new Set([from, to])].map(formatDate).join(' – ');
  const filters = await filterLines(store, outletId, config.filters, translate);
  const title = translate(report.title);
  return {
    title,
    outlet: [
      outlet.name,
      ...[outlet.legal_name, outlet.address].filter((line) => line !== '' && line !== outlet.name),
      [outlet.phone, outlet.tin && `TIN ${outlet.tin}`].filter(Boolean).join(' · '),
    ].filter((line) => line !== ''),
    lines: [
      `${report.hasRange === false ? translate('Current figures') : daysOf(range)} · ${formatInstant(at, outlet.timezone)}`,
      ...filters,
      ...(compared ? [`${translate('Before')}: ${daysOf(compared.range)}`] : []),
      ...(isCut ? [`${translate('Rows shown')}: ${plainText(rows.length)}`] : []),
    ],
    plot: plotFor(report, result, translate, isRightToLeft(title)),
    columns: report.columns.map((column) => ({ label: translate(column.label), isFigure: isNumber(column) })),
    rows: rows.map((row) => report.columns.map((column) => text(column, row[column.key]))),
    sums: sumsOf(report, result, text, translate),
    nothing: translate('Nothing in this period'),
    page: translate('Page {{page}} of {{pages}}'),
    isRightToLeft: isRightToLeft(title),
  };
}

/** Returns the plot of a report as wide as its page (R35.79); null when it has none. */
function plotFor(
  report: ReportDefinition,
  result: Omit<ReportResult, 'id'>,
  word: PlotTexts['word'],
  isMirrored: boolean,
): PaperPlot | null {
  const plot = plotOf(report, result, { word, day: (date) => formatDate(date).slice(0, 6) });
  if (!plot) return null;
  const { width: pageWidth } = pageSizeOf(report);
  const frame = { width: pageWidth - 2 * margin, textSize: plotTextSize, isMirrored, look: paperLook };
  const { width, height, option } = chartOf(plot, frame);
  return { width, height, option };
}

function sumsOf(
  { columns }: ReportDefinition,
  { rows, totals, compared }: Omit<ReportResult, 'id'>,
  text: (column: ReportColumn, value: number | undefined) => string,
  translate: (text: string) => string,
): string[][] {
  if (rows.length === 0 || !columns.some(({ hasTotal }) => hasTotal)) return [];
  const line = (name: string, sums: Readonly<Record<string, number>>): string[] =>
    columns.map((column, index) =>
      index === 0 ? translate(name) : column.hasTotal ? text(column, sums[column.key]) : '',
    );
  return [line('Total', totals), ...(compared ? [line('Before', compared.totals)] : [])];
}

/** Returns a line for each filter: 'Category: Drinks'. */
async function filterLines(
  store: Store,
  outletId: number,
  filters: ReportResult['config']['filters'],
  translate: (text: string) => string,
): Promise<string[]> {
  const lines: string[] = [];
  for (const [filter, value] of Object.entries(filters) as [ReportFilter, string | undefined][])
    if (value)
      lines.push(`${translate(filterLabels[filter])}: ${await nameOf(store, outletId, [filter, value], translate)}`);
  return lines;
}

async function nameOf(
  store: Store,
  outletId: number,
  [filter, value]: readonly [ReportFilter, string],
  translate: (text: string) => string,
): Promise<string> {
  if (filter === 'userId') {
    const user = await store.readOrg((db) =>
      db.selectFrom('app_user').select('name').where('id', '=', Number(value)).executeTakeFirst(),
    );
    return user?.name ?? value;
  }
  if (filter === 'method' || filter === 'type' || filter === 'action')
    return wordText({ isKey: true }, value, translate);
  if (!(filter in tables)) return value;
  const row = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom(tables[filter as keyof typeof tables])
      .select('name')
      .where('outlet_id', '=', outletId)
      .where('id', '=', Number(value))
      .executeTakeFirst(),
  );
  return row?.name ?? value;
}
