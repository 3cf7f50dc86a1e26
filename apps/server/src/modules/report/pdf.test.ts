import { execFileSync, spawnSync } from 'node:child_process';
import { addDays } from '@atoll/domain/date/business-day';
import { formatDate } from '@atoll/domain/date/format';
import { chartOf } from '@atoll/domain/report/plot/chart-of';
import { plotOf } from '@atoll/domain/report/plot/plot-of';
import { findReport } from '@atoll/domain/report/reports';
import { describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { testApp } from '../../testing/test-app.ts';
import { drawReport } from './pdf/draw.ts';
import { columnWidths, linesOf, pagesOf, plotTextSize } from './pdf/layout.ts';
import { paperLook } from './pdf/paper-look.ts';
import type { ReportContent } from './pdf/report-content.ts';

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;
const read = (pdf: Buffer, ...options: string[]): string =>
  execFileSync('pdftotext', [...options, '-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
const pageCount = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

const content = (part: Partial<ReportContent> = {}): ReportContent => ({
  title: 'Sales by item',
  outlet: ['Sea House', 'Malé', 'TIN 1000001GST501'],
  lines: ['01-Mar-2026 – 04-Mar-2026', 'Category: Drinks'],
  plot: null,
  columns: [
    { label: 'Item', isFigure: false },
    { label: 'Quantity', isFigure: true },
    { label: 'Amount', isFigure: true },
  ],
  rows: Array.from({ length: 130 }, (_, index) => [`Item ${index + 1}`, `${index}`, `${index},000.05`]),
  sums: [['Total', '8,385', '1,234,567.89']],
  nothing: 'Nothing in this period',
  page: 'Page {{page}} of {{pages}}',
  isRightToLeft: false,
  ...part,
});

describe('a report on A4 pages', () => {
  it.skipIf(!hasPoppler)('[R2.23] prints the outlet’s header, range, filters, and every row and sum', () => {
    const text = read(drawReport(content()));
    for (const word of [
      'Sea House',
      'TIN 1000001GST501',
      'Sales by item',
      '01-Mar-2026 – 04-Mar-2026',
      'Category: Drinks',
    ])
      expect(text).toContain(word);
    for (let number = 1; number <= 130; number += 1)
      expect(text).toMatch(new RegExp(`Item ${number}\\s+${number - 1}\\s+${number - 1},000\\.05`));
    expect(text).toMatch(/Total\s+8,385\s+1,234,567\.89/);
  });

  it.skipIf(!hasPoppler)('[R2.23] repeats the table header on each page and numbers the pages', () => {
    const pdf = drawReport(content());
    const pages = read(pdf)
      .split('\f')
      .filter((page) => page.trim() !== '');
    expect(pages.length).toBeGreaterThan(2);
    expect(pageCount(pdf)).toBe(pages.length);
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/Item\s+Quantity\s+Amount/);
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  it.skipIf(!hasPoppler)('[R35.79] prints the plot above the table on the first page, with its axis in MVR', () => {
    const report = findReport('sales-by-hour');
    if (!report) throw new Error('No report');
    const rows = [
      { hour: '11:00', total: 400_000 },
      { hour: '13:00', total: 90_000 },
    ];
    const texts = { word: (text: string) => text, day: formatDate };
    const plot = plotOf(report, { rows, range: { from: '2026-03-01', to: '2026-03-01' }, compared: null }, texts);
    const chart = plot && chartOf(plot, { width: 523, textSize: plotTextSize, isMirrored: false, look: paperLook });
    const pages = read(drawReport(content({ plot: chart }))).split('\f');
    expect(pages[0]).toMatch(/Category: Drinks[^]*MVR[^]*4,000[^]*11:00[^]*12:00[^]*13:00[^]*Item\s+Quantity\s+Amount/);
    expect(pages[1]).not.toContain('12:00');
    const numbers = pages.join('').match(/Item \d+/g);
    expect(numbers).toHaveLength(130);
  });

  it('[R2.23] prints A4 pages, in landscape when there are many columns', () => {
    const boxOf = (pdf: Buffer) =>
      /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number);
    expect(boxOf(drawReport(content({ rows: [] })))).toEqual([595, 842]);
    const columns = Array.from({ length: 9 }, (_, index) => ({ label: `C${index}`, isFigure: true }));
    expect(boxOf(drawReport(content({ columns, rows: [], sums: [] })))).toEqual([842, 595]);
  });

  it.skipIf(!hasPoppler)('[R2.23] prints Thaana right to left, in the shipped font', () => {
    const pdf = drawReport(
      content({
        rows: [
          ['މަސްހުނި', '2', '90.00'],
          ['Tea', '1', '5.00'],
        ],
      }),
    );
    expect(pdf.toString('latin1')).toMatch(/NotoSansThaana/);
    const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' });
    const leftOf = (word: RegExp) => Number(new RegExp(`xMin="([\\d.]+)"[^>]*>${word.source}<`).exec(boxes)?.[1]);
    expect(leftOf(/Tea/)).toBeLessThan(50);
    expect(leftOf(/[\u0780-\u07bf]+/)).toBeGreaterThan(leftOf(/Tea/) + 100);
  });

  it('[R2.23] never cuts a figure; texts get the remaining width', () => {
    const measure = (text: string): number => text.length * 5;
    const widths = columnWidths(content({ rows: [['x'.repeat(300), '1', '999,999,999.99']] }), 523, measure);
    expect(widths[2]).toBeGreaterThanOrEqual('999,999,999.99'.length * 5);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(523.001);
    expect(linesOf('one two three', 40, measure)).toEqual(['one two', 'three']);
    expect(linesOf('abcdefghij', 25, measure)).toEqual(['abcde', 'fghij']);
    expect(linesOf('', 25, measure)).toEqual(['']);
  });

  it('[R2.23] puts every row on exactly one page, in order', () => {
    expect(pagesOf([10, 10, 10, 10, 10], 25, 30)).toEqual([
      [0, 1],
      [2, 3, 4],
    ]);
    expect(pagesOf([], 25, 30)).toEqual([[]]);
    expect(pagesOf([100, 10], 25, 30).flat()).toEqual([0, 1]);
  });
});

eachEngine('a report’s PDF', (on) => {
  it.skipIf(!hasPoppler)(
    '[R2.23] contains the figures of the report in the reader’s language',
    async () => {
      const t = await testApp(on);
      const admin = await t.signIn('Admin');
      const key = '019aa5c0-0000-7000-8000-000000000001';
      await t.call('shift.create', { as: admin, body: { key, openingBalance: 123_456 } });
      const day = new Date(t.now()).toISOString().slice(0, 10);
      const config = {
        reportKey: 'shifts',
        range: 'Custom',
        from: addDays(day, -1),
        to: day,
        compareTo: 'None',
        filters: {},
      };
      const run = (await t.call('report.run', { as: admin, body: config })).body;
      const words = { [findReport('shifts')?.title ?? '']: 'Every shift' };
      const { status, headers, raw } = await t.call('report.pdf', { as: admin, body: { id: run.id, words } });
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
      const text = read(raw.rawPayload);
      expect(text).toContain('Every shift');
      expect(text).toContain(`${formatDate(addDays(day, -1))} – ${formatDate(day)}`);
      expect(text).toContain(admin.name);
      expect(run.rows).toHaveLength(1);
    },
    30_000,
  );

  it('[R17.3] refuses the PDF of a report of another outlet', async () => {
    const t = await testApp(on);
    const admin = await t.signIn('Admin');
    const config = { reportKey: 'sales', range: 'Today', compareTo: 'None', filters: {} };
    const run = (await t.call('report.run', { as: admin, body: config })).body;
    expect((await t.call('report.pdf', { as: admin, outlet: t.shop, body: { id: run.id } })).status).toBe(404);
  });
});
