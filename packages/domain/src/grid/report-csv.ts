/** Writes the rows of a report as CSV for spreadsheets. Source: R9.12, docs/rules.md#csv. */
import { formatDate } from '../date/format.ts';
import type { ReportColumn, ReportRow } from '../report/report.ts';
import { wordText } from '../report/report-word.ts';
import { csvRow } from './csv.ts';

/** Translates labels and formats instants. */
export interface ReportWords {
  readonly label: (text: string) => string;
  readonly instant: (iso: string) => string;
}

/** Returns the text of the file, with a byte order mark so that spreadsheets read it as UTF-8. Amounts are plain numbers with two decimals. */
export function reportCsv(columns: readonly ReportColumn[], rows: readonly ReportRow[], words: ReportWords): string {
  const cell = (row: ReportRow, column: ReportColumn): string | number | null => {
    const { key, kind } = column;
    const value = row[key] ?? null;
    if (typeof value === 'number') return kind === 'money' ? (value / 100).toFixed(2) : value;
    if (value === null || value === '') return value;
    if (column.isWord) return wordText(column, value, words.label);
    if (kind === 'date') return formatDate(value);
    return kind === 'instant' ? words.instant(value) : value;
  };
  const head = csvRow(columns.map(({ label }) => words.label(label)));
  return `\uFEFF${head}${rows.map((row) => csvRow(columns.map((column) => cell(row, column)))).join('')}`;
}
