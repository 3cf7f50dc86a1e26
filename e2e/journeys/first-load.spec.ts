/** What a till loads for its bill screen when the browser has nothing of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { root } from '../support/process.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

/** A network on which a request waits longer than the browser computes. */
const latency = 400;

interface Loaded {
  readonly path: string;
  readonly from: number;
  readonly until: number;
}

/** Loads the bill screen with nothing cached. Returns the scripts and style sheets that were requested before its items were shown. */
async function loadBillScreen(page: Page): Promise<Loaded[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.clearBrowserCache');
  const slow = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await browser.send('Network.emulateNetworkConditions', slow);
  await page.addInitScript(() => {
    const look = (): void => {
      if (!document.querySelector('[role=group][aria-label=Items] button')) return void requestAnimationFrame(look);
      performance.mark('items');
    };
    look();
  });
  await page.goto(`${product.url}/billing/new/Table/2`);
  await page.waitForFunction(() => performance.getEntriesByName('items').length > 0);
  return await page.evaluate(() => {
    const [shown] = performance.getEntriesByName('items');
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => /\.(js|css)$/.test(name) && startTime <= (shown?.startTime ?? 0))
      .map(({ name, startTime, responseEnd }) => ({
        path: new URL(name).pathname,
        from: startTime,
        until: responseEnd,
      }));
  });
}

/** Returns in which round trip after the page each file was requested: one more than that of the last file that came before. */
function roundTrips(files: readonly Loaded[]): number {
  const trips = new Map<Loaded, number>();
  for (const file of files.toSorted((a, b) => a.from - b.from)) {
    const before = [...trips].filter(([{ until }]) => until <= file.from).map(([, trip]) => trip);
    trips.set(file, Math.max(0, ...before) + 1);
  }
  return Math.max(...trips.values());
}

const gzipped = ({ path }: Loaded): number => {
  const packed = join(root, 'apps/web/dist', `${path}.gz`);
  return path.startsWith('/assets/') ? readFileSync(packed).length : 0;
};

test('[R34.5] loads the bill screen, nothing cached, in few files and two round trips after the page', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await page.waitForLoadState('networkidle');
  const files = await loadBillScreen(page);
  const named = files.map(({ path }) => path).join(' ');
  expect(files.filter(({ path }) => path.endsWith('.js')).length, named).toBeLessThanOrEqual(20);
  expect(files.filter(({ path }) => path.endsWith('.css')).length, named).toBeLessThanOrEqual(3);
  expect(roundTrips(files), JSON.stringify(files)).toBeLessThanOrEqual(2);
  expect(
    files.reduce((sum, file) => sum + gzipped(file), 0),
    named,
  ).toBeLessThanOrEqual(276_000);
});
