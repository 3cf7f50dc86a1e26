import { addDays, wallClock } from '@atoll/domain/date/business-day';
import { csvFileName, csvRow } from '@atoll/domain/grid/csv';
import { useState } from 'react';
import { CallError, stream } from '../api/api.ts';
import { tillNow } from '../clock/till-clock.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { saveFile } from '../storage/save-file.ts';
import { useApp } from '../sync/app-store.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { showToast } from '../ui/overlay/toast.ts';
import type { ExportEndpoint, GridColumn, GridSource } from './grid.ts';

interface Exporting<Row> extends GridSource<Row> {
  readonly title: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly exportEndpoint?: ExportEndpoint | false | undefined;
}

const pageOfExport = 1000;
/** Maximum number of chosen rows that the server exports by their ids. */
const maxIds = 1000;

/** Returns the ids of chosen rows, or null when the server cannot export these rows alone. */
function idsOf(endpoint: ExportEndpoint | false | undefined, rows: readonly unknown[]): number[] | null {
  if (!endpoint || !endpoint.takesIds || rows.length > maxIds) return null;
  const ids = rows.map((row) => (row as { readonly id?: unknown }).id);
  return ids.every((id) => typeof id === 'number') ? ids : null;
}

const shownFigure = /^−?\d{1,3}(,\d{3})*(\.\d+)?$/;

function textOf<Row>({ text, cell, align }: GridColumn<Row>, row: Row): string | number | boolean | null {
  if (text) return text(row);
  const shown = cell(row);
  // A spreadsheet reads '-1234.50' as a number, and '−1,234.50' as text.
  if (typeof shown === 'string' && align === 'end' && shownFigure.test(shown))
    return shown.replaceAll(',', '').replace('−', '-');
  return typeof shown === 'string' || typeof shown === 'number' ? shown : '';
}

/**
 * Returns rows as CSV that a spreadsheet reads as text and never as formulas, starting with the byte order mark for
 * UTF-8.
 */
export function csvOf<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): string {
  const data = rows.map((row) => csvRow(columns.map((column) => textOf(column, row))));
  return `\uFEFF${csvRow(columns.map(({ label }) => label))}${data.join('')}`;
}

/** Exports the selected rows, or all that match, with progress (R9.2, R9.12). */
export function useGridExport<Row>({ title, columns, exportEndpoint, ...list }: Exporting<Row>) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const [progress, setProgress] = useState<string | null>(null);

  /** Reads the server's own stream. Progress is a share when the count is exact, otherwise the number of rows. */
  async function streamed(endpoint: ExportEndpoint, ids: readonly number[] | null = null): Promise<Blob> {
    const { size: _size, page: _page, ...asked } = list.asked;
    const query = ids ? { isActive: 'all', ids: ids.join(',') } : asked;
    const response = await stream('GET', endpoint.path, { query, inPlace: true });
    const { count = 0, isCountExact = true } = ids ? { count: ids.length } : (list.page ?? {});
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let lines = 0;
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      parts.push(part.value);
      for (const byte of part.value) if (byte === 10) lines += 1;
      const percent = Math.min(99, Math.round((lines / Math.max(1, count)) * 100));
      setProgress(isCountExact ? t('grid.exporting', { percent }) : t('grid.exportingRows', { count: lines }));
    }
    return new Blob(parts, { type: 'text/csv' });
  }

  async function paged(): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const found = await list.fetchPage(page, pageOfExport);
      rows.push(...found.items);
      last = found.totalPages;
      setProgress(t('grid.exportingRows', { count: rows.length }));
    }
    return rows;
  }

  async function run(chosen: readonly Row[]): Promise<void> {
    setProgress(t('grid.exportingRows', { count: chosen.length }));
    try {
      const { from, to } = list.query;
      const today = wallClock(tillNow(), timezone).date;
      const start = list.hasTime ? from.slice(0, 10) || addDays(today, -1) : null;
      const name = csvFileName(title, today, start, list.hasTime ? to.slice(0, 10) : null);
      const ids = chosen.length > 0 ? idsOf(exportEndpoint, chosen) : null;
      const data =
        ids && exportEndpoint
          ? await streamed(exportEndpoint, ids)
          : chosen.length > 0
            ? csvOf(columns, chosen)
            : exportEndpoint
              ? await streamed(exportEndpoint)
              : csvOf(columns, await paged());
      saveFile(name, typeof data === 'string' ? new Blob([data], { type: 'text/csv' }) : data);
    } catch (error) {
      const message = t('grid.exportFailed');
      // The call stored a refusal; a download that breaks off is none (R35.68).
      if (!(error instanceof CallError)) useApp.getState().setError({ message }, true);
      const reason = error instanceof CallError ? error.body?.message : undefined;
      showToast([message, reason].filter(Boolean).join(' '), 'error', { id: 'export' });
    } finally {
      setProgress(null);
    }
  }
  return { run, progress };
}
