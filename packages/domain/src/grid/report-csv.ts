/** A report's rows as a file that a spreadsheet opens. Source: R9.12, docs/rules.md#csv. */
import { formatDate } from '../date/format.ts';
import type { ReportColumn, ReportRow } from '../report/report.ts';
import { csvRow } from './csv.ts';

/** How labels and instants are said. */
export interface ReportWords {
  readonly label: (text: string) => string;
  readonly instant: (iso: string) => string;
}

/** Answers the file's text, with the mark that tells spreadsheets that it is UTF-8. Amounts are plain numbers. */
export function reportCsv(columns: readonly ReportColumn[], rows: readonly ReportRow[], words: ReportWords): string {
  const cell = (row: ReportRow, { key, kind }: ReportColumn): string | number | null => {
    const value = row[key] ?? null;
    if (typeof value === 'number') return kind === 'money' ? value / 100 : value;
    if (value === null || value === '') return value;
    if (kind === 'date') return formatDate(value);
    return kind === 'instant' ? words.instant(value) : value;
  };
  const head = csvRow(columns.map(({ label }) => words.label(label)));
  return `\uFEFF${head}${rows.map((row) => csvRow(columns.map((column) => cell(row, column)))).join('')}`;
}
