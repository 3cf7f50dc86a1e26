/**
 * Measures what a person waits for, in a real browser on the real server: the first screen, and a line after a tap on
 * an item.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { findBrowser } from '../../tools/scripts/programs.mjs';
import { browserArgs, shown, signInAt, watch } from '../browser.ts';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'screen';
const viewport = { width: 1280, height: 800 };
const items = '[role=group][aria-label=Items] button';

declare global {
  var tapMs: number[] | undefined;
}

/** Measures the embedded server's pages; returns nothing where there is no browser. */
export async function measureScreen(run: Run): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) return [];
  if (!run.isQuick) ensureWebBuilt();
  const store = await run.embedded();
  const outletIds = store.outletIds.slice(0, 1);
  const server = await startServer(store.place);
  const load = startWorker('load/main.ts');
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    const url = `http://localhost:${server.port}`;
    const loads = await firstScreens(browser, url, run.sizes.loads);
    const till = tillPlaces(1, outletIds)[0];
    const { billMs, taps, loaded } = await taping(browser, url, till ?? { email: '', password: '' }, run);
    return [
      {
        section,
        name: 'first JavaScript and CSS: all that the bill screen loads, gzipped',
        value: loaded.bytes / 1000,
        unit: 'kB',
        budget: atMost(240),
        note: `${loaded.scripts} scripts, ${loaded.styles} style sheets before its items are visible, nothing cached`,
      },
      {
        section,
        name: 'first screen, nothing cached',
        value: median(loads.cold),
        unit: 'ms',
        budget: atMost(700),
        note: 'the sign-in page',
      },
      {
        section,
        name: 'first screen, again',
        value: median(loads.warm),
        unit: 'ms',
        budget: atMost(350),
        note: 'the sign-in page',
      },
      {
        section,
        name: 'bill screen of a signed-in till, again',
        value: median(billMs),
        unit: 'ms',
        note: 'until its items are visible',
      },
      {
        section,
        name: 'tap on an item to paint, p50',
        value: median(taps),
        unit: 'ms',
        budget: atMost(32),
        note: `p95 ${Math.round(quantile(taps, 0.95))} ms`,
      },
    ];
  } finally {
    await browser.close();
    await load.stop();
    await server.stop();
  }
}

async function firstScreens(browser: Browser, url: string, loads: number): Promise<{ cold: number[]; warm: number[] }> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let i = 0; i < loads; i += 1) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    await watch(page, 'input[type=password]');
    await page.goto(url);
    cold.push(await shown(page));
    await page.waitForLoadState('networkidle');
    await page.reload();
    warm.push(await shown(page));
    await context.close();
  }
  return { cold, warm };
}

interface Loaded {
  readonly bytes: number;
  readonly scripts: number;
  readonly styles: number;
}

/** Returns the scripts and style sheets that were requested before the items were painted, compressed as they were sent. */
function loadedFiles(page: Page): Promise<Loaded> {
  return page.evaluate(() => {
    const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, startTime }) => /\.(js|css)$/.test(name) && startTime <= (globalThis.shownMs ?? 0),
    );
    return {
      bytes: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      scripts: files.filter(({ name }) => name.endsWith('.js')).length,
      styles: files.filter(({ name }) => name.endsWith('.css')).length,
    };
  });
}

async function taping(
  browser: Browser,
  url: string,
  till: { readonly email: string; readonly password: string },
  run: Run,
): Promise<{ billMs: number[]; taps: number[]; loaded: Loaded }> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await signInAt(page, url, till);
  await watch(page, items);
  const billMs: number[] = [];
  const browserCache = await context.newCDPSession(page);
  await browserCache.send('Network.clearBrowserCache');
  await page.goto(`${url}/billing/new/Table/11`);
  await shown(page);
  const loaded = await loadedFiles(page);
  for (let i = 0; i < run.sizes.loads; i += 1) {
    await page.reload();
    billMs.push(await shown(page));
  }
  await page.getByRole('button', { name: 'Check In', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel Check In' }).waitFor();
  // A category whose items have one size each: a tap adds a line.
  await page.getByRole('tab', { name: 'Curries & Soups' }).click();
  await page.evaluate(() => {
    globalThis.tapMs = [];
    addEventListener(
      'click',
      (event) => {
        const lines = document.querySelector('[aria-label=Lines]') ?? document.body;
        const seen = new MutationObserver(() => {
          seen.disconnect();
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => globalThis.tapMs?.push(performance.now() - event.timeStamp);
            channel.port2.postMessage(null);
          });
        });
        seen.observe(lines, { subtree: true, childList: true, characterData: true, attributes: true });
      },
      { capture: true },
    );
  });
  const tiles = page.locator(items);
  const count = await tiles.count();
  for (let tap = 0; tap < run.sizes.taps; tap += 1) {
    await tiles.nth(tap % count).click();
    await page.waitForFunction((done) => (globalThis.tapMs?.length ?? 0) > done, tap);
  }
  const taps = (await page.evaluate(() => globalThis.tapMs)) ?? [];
  await context.close();
  return { billMs, taps, loaded };
}
