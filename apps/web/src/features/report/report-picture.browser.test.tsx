import { findReport } from '@atoll/domain/report/reports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { chartPicture } from './report-picture.ts';
import { ViewReport } from './view-report.tsx';

const key = 'sales-by-item';

beforeEach(openTill);
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

/** Returns the pixels of a picture. */
async function pixels({ image }: { image: string }): Promise<ImageData> {
  const picture = new Image();
  picture.src = image;
  await picture.decode();
  const ctx = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  if (!ctx) throw new Error('no canvas');
  ctx.drawImage(picture, 0, 0);
  return ctx.getImageData(0, 0, picture.width, picture.height);
}

it('[R35.44] prints the chart of a report as a picture, of type Image', async () => {
  const server = fakeServer();
  const rows = [
    { item: 'Lagoon Burger', amount: 125_050 },
    { item: 'Lime Juice', amount: 9900 },
  ];
  server.handler = ({ path }) => {
    if (path === '/app/reports/list') return { body: [findReport(key)] };
    if (!path.startsWith('/app/report/')) return undefined;
    const config = { reportKey: key, range: 'Today', compareTo: 'None', filters: {} };
    const range = { from: '2026-03-01', to: '2026-03-07' };
    const totals = { amount: 134_950 };
    return {
      body: { id: 1, config, range, rows, totals, compared: null, isCut: false, at: '2026-03-07T12:00:00.000Z' },
    };
  };
  vi.stubGlobal('fetch', server.fetch);
  useApp.setState({ settings: [{ key: 'BillPrinter', value: 'Front' }] });
  await showAt(`/reports/view/${key}`, <ViewReport />, '/reports/view/$id');
  await page.getByRole('button', { name: 'Print picture' }).click();
  await expect.poll(() => server.printed.length).toBe(1);
  const [job] = server.printed;
  expect(job).toMatchObject({ type: 'Image', printerName: 'Front', slip: { title: 'Sales by item' } });
  const { width, height } = await pixels({ image: job?.picture?.image ?? '' });
  expect([width, height]).toEqual([job?.picture?.width, job?.picture?.height]);
});

it('[R35.44] draws a bar for each figure, from the right in a right-to-left language', async () => {
  const points = [
    { label: 'Cash', value: 200, text: '2.00' },
    { label: 'A name that is far too long for its line '.repeat(8), value: 100, text: '1.00' },
  ];
  for (const isMirrored of [false, true]) {
    const picture = chartPicture({ caption: 'Amount', points }, isMirrored);
    const { data, width } = await pixels(picture);
    const blackIn = (y: number) =>
      Array.from({ length: width }, (_, x) => x).filter((x) => (data[(y * width + x) * 4] ?? 255) < 128);
    const [first, second] = [blackIn(64 + 46), blackIn(64 + 68 + 46)];
    expect(second.length).toBe(Math.round(first.length / 2));
    expect(second.includes(width - 30)).toBe(isMirrored);
  }
});
