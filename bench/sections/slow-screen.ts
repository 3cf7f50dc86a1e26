/**
 * Measures how long a bill screen takes on a slow device behind a slow line: the processor slowed four times, 10 Mbit
 * and 40 ms for a way there and back; first with nothing cached, then again.
 */
import { type CDPSession, chromium } from '@playwright/test';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { findBrowser } from '../../tools/scripts/programs.mjs';
import { browserArgs, shown, signInAt, watch } from '../browser.ts';
import { atMost, type Figure, median } from '../figure.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'bill screen, processor four times slower, 10 Mbit';
const line = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const items = '[role=group][aria-label=Items] button';

/** Measures the screen of a signed-in till; returns nothing where there is no browser. */
export async function measureSlowScreen(run: Run): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) return [];
  if (!run.isQuick) ensureWebBuilt();
  const store = await run.embedded();
  const outletIds = store.outletIds.slice(0, 1);
  const server = await startServer(await store.copy());
  const load = startWorker('load/main.ts');
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    const url = `http://localhost:${server.port}`;
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signInAt(page, url, tillPlaces(1, outletIds)[0]);
    await watch(page, items);
    const cdp = await page.context().newCDPSession(page);
    const [cold, warm]: [number[], number[]] = [[], []];
    for (let i = 0; i < run.sizes.loads; i += 1) {
      await page.goto('about:blank');
      await forget(cdp, url);
      await slowDown(cdp);
      await page.goto(`${url}/billing/new/Table/11`);
      cold.push(await shown(page));
      await page.waitForLoadState('networkidle');
      await page.reload();
      warm.push(await shown(page));
      await page.waitForLoadState('networkidle');
    }
    const figure = (name: string, times: readonly number[], most: number): Figure => ({
      section,
      name,
      value: median(times),
      unit: 'ms',
      budget: atMost(most),
    });
    return [figure('nothing cached', cold, 2000), figure('again', warm, 900)];
  } finally {
    await browser.close();
    await load.stop();
    await server.stop();
  }
}

/** Removes all files that the browser keeps; the till stays signed in. */
async function forget(cdp: CDPSession, origin: string): Promise<void> {
  await cdp.send('Network.clearBrowserCache');
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' });
}

async function slowDown(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', line);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
