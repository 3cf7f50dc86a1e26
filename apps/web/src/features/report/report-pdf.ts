/** Downloads a report as a PDF of A4 pages, in the language of the screen. */
import { contract } from '@atoll/domain/contract/contract';
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { csvFileName } from '@atoll/domain/grid/csv';
import { filterLabels, type ReportDefinition } from '@atoll/domain/report/report';
import { reportWords } from '@atoll/domain/report/reports';
import { stream } from '../../api/api.ts';
import { labelText } from '../../locale/label.ts';
import { t } from '../../locale/locale.ts';
import { saveFile } from '../../storage/save-file.ts';

/** Returns the translated texts of a report's PDF, by their English text: the report's own and those that all reports share. */
export function pdfTexts({ title, columns }: ReportDefinition): Record<string, string> {
  const words = columns.some(({ isWord }) => isWord) ? reportWords : [];
  const labels = [title, ...columns.map(({ label }) => label), ...words].map(
    (word) => [word, labelText(word)] as const,
  );
  return {
    ...Object.fromEntries(Object.values(filterLabels).map((word) => [word, labelText(word)])),
    ...Object.fromEntries(labels),
    Total: t('report.total'),
    Before: t('report.compared'),
    'Current figures': t('report.now'),
    'Nothing in this period': t('report.empty'),
    'Page {{page}} of {{pages}}': t('report.page', { page: '{{page}}', pages: '{{pages}}' }),
  };
}

/** Fetches a report's pages and saves them. */
export async function savePdf(report: ReportDefinition, { id, range, at }: ReportResult): Promise<void> {
  const { method, path } = contract['report.pdf'];
  const response = await stream(method, path, { body: { id, words: pdfTexts(report) } });
  const days = report.hasRange === false ? ([null, null] as const) : ([range.from, range.to] as const);
  const name = csvFileName(labelText(report.title), at.slice(0, 10), ...days).replace(/csv$/, 'pdf');
  saveFile(name, await response.blob());
}
