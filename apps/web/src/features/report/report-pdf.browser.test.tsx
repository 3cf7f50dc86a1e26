import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { allReports, findReport } from '@atoll/domain/report/reports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { serverResponse } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { pdfTexts } from './report-pdf.ts';
import { ViewReport } from './view-report.tsx';

const result: ReportResult = {
  id: 5,
  config: { reportKey: 'payments', range: 'Today', compareTo: 'None', filters: {} },
  range: { from: '2026-03-04', to: '2026-03-04' },
  rows: [{ method: 'Cash', payments: 2, amount: 5000, share: 100 }],
  totals: { payments: 2, amount: 5000 },
  compared: null,
  isCut: false,
  at: '2026-03-04T08:00:00.000Z',
};

let sent: { readonly method: string; readonly body: string }[];
beforeEach(async () => {
  await openTill();
  sent = [];
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/app/reports/list') return { body: allReports };
    if (path.startsWith('/app/report/run/')) return { body: result };
    return undefined;
  };
  vi.stubGlobal('fetch', (async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).includes('/app/report/pdf')) return server.fetch(input, init);
    sent.push({ method: init?.method ?? '', body: String(init?.body) });
    return serverResponse('%PDF-', { headers: { 'content-type': 'application/pdf' } });
  }) as typeof fetch);
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('[R2.23] saves the report on the screen as a PDF in the language of the screen, named like its CSV', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await showAt('/reports/view/5', <ViewReport />);
  await page.getByRole('button', { name: 'PDF' }).click();
  await expect.poll(() => saved).toEqual(['Payments by method 2026-03-04 from 2026-03-04 to 2026-03-04.pdf']);
  expect(sent[0]?.method).toBe('POST');
  const words = pdfTexts(findReport('payments') ?? (allReports[0] as never));
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ id: 5, words });
});

it('[R2.23] leaves the page numbers for the PDF renderer to fill in', () => {
  const report = findReport('payments');
  expect(report && pdfTexts(report)['Page {{page}} of {{pages}}']).toBe('Page {{page}} of {{pages}}');
});
