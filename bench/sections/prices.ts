/**
 * Measures 50 promotions and 10 price lists: planning a bill, opening and paying bills beside an outlet without rules, a tap on the screen, and Dry Run
 * beside a till. Source: R21.9, R21.31.
 */
import { chromium, type Page } from '@playwright/test';
import { addDays } from '../../packages/domain/src/date/business-day.ts';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { findBrowser } from '../../tools/scripts/programs.mjs';
import { browserArgs, signInAt } from '../browser.ts';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { cpuOf, startWorker, type Worker } from '../process.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { keepers, tillPlaces } from '../store.ts';
import { planningFigures } from './planning.ts';
import { addRules, measurePriceSales } from './price-sales.ts';

const section = 'prices: 50 promotions, 10 lists';
const days = 31;
const items = '[role=group][aria-label=Items] button';

/** Measures the embedded server; without a browser no taps. */
export async function measurePrices(run: Run): Promise<Figure[]> {
  // A server serves the build that is there when it starts.
  if (!run.isQuick && findBrowser()) ensureWebBuilt();
  const store = await run.embedded();
  // The one that opens when somebody signs in.
  const [ruled = 1] = store.outletIds;
  const server = await startServer(await store.copy(), run.flags);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers([ruled]) });
    const keeper = await signIn(`http://localhost:${server.port}`, ruled);
    const taps = async () => tapsOf(run, server, ruled);
    const before = await taps();
    const dry = await dryRunOf(run, server, keeper, load, ruled);
    await addRules(keeper, 'always');
    const after = await taps();
    const sales = await measurePriceSales(run, section);
    return [...planningFigures(run), ...sales, ...tapFigures(before, after), ...dry];
  } finally {
    await load.stop();
    await server.stop();
  }
}

declare global {
  var tappedMs: number[] | undefined;
}

/** Times a tap from the press until the frame after it is painted. */
async function watchTaps(page: Page): Promise<void> {
  await page.evaluate((wanted) => {
    globalThis.tappedMs = [];
    addEventListener(
      'click',
      (event) => {
        if (!(event.target as Element).closest(wanted)) return;
        const at = event.timeStamp;
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => globalThis.tappedMs?.push(performance.now() - at);
          channel.port2.postMessage(null);
        });
      },
      true,
    );
  }, items);
}

/** Taps items of a bill of a table; null without a browser. */
async function tapsOf(run: Run, server: RunningServer, outletId: number): Promise<readonly number[] | null> {
  const executablePath = findBrowser();
  if (!executablePath) return null;
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const url = `http://localhost:${server.port}`;
    await signInAt(page, url, tillPlaces(16, [outletId])[15]);
    await page.goto(`${url}/billing/new/Table/19`);
    const checkIn = page.getByRole('button', { name: 'Check In' });
    await checkIn.or(page.locator(items).first()).first().waitFor();
    if (await checkIn.isVisible()) await checkIn.click();
    const tiles = page.locator(items);
    await tiles.first().waitFor();
    const count = Math.min(12, await tiles.count());
    await watchTaps(page);
    for (let tap = 0; tap < run.sizes.taps; tap += 1) {
      await tiles.nth(tap % count).click();
      // A dialog asks for options of some items.
      if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
    }
    return await page.evaluate(() => globalThis.tappedMs ?? []);
  } finally {
    await browser.close();
  }
}

function tapFigures(before: readonly number[] | null, after: readonly number[] | null): Figure[] {
  if (!before || !after) return [];
  const note = `p95 ${Math.round(quantile(after, 0.95))} ms; without rules p50 ${median(before).toFixed(1)} ms, p95 ${Math.round(quantile(before, 0.95))} ms`;
  return [
    { section, name: 'tap on an item to paint, p50', value: median(after), unit: 'ms', budget: atMost(32), note },
  ];
}

/** Prices the last days again with other rates, so that each bill changes, while a till opens and pays bills. */
async function dryRunOf(
  run: Run,
  server: RunningServer,
  keeper: SignedIn,
  load: Worker,
  outletId: number,
): Promise<Figure[]> {
  const toDay = addDays(new Date().toISOString().slice(0, 10), -1);
  const none = { priceChangeIds: [], listIds: [], promotionIds: [], menuIds: [] };
  const asked = { fromDay: addDays(toDay, 1 - days), toDay, ...none, rates: { gstPct: 12, serviceChargePct: null } };
  const price = () => keeper.call('/bis/prices/replay', asked);
  await price();
  const cpu = cpuOf(server.pid);
  const alone = await price();
  const cpuMs = cpuOf(server.pid) - cpu;
  const { bills } = JSON.parse(alone.text) as { bills: number };
  const calls = (ms: number) =>
    load.ask<CallsMeasured>({ do: 'calls', port: server.port, places: tillPlaces(1, [outletId]), listeners: 0, ms });
  const quiet = await calls(run.sizes.callsMs / 2);
  const [beside] = await Promise.all([calls(alone.ms), price()]);
  const p99 = ({ createMs, payMs }: CallsMeasured) => quantile([...createMs, ...payMs], 0.99);
  const scaled = (alone.ms / Math.max(1, bills)) * 10_000;
  return [
    {
      section,
      name: 'Dry Run of 10,000 bills',
      value: scaled,
      unit: 'ms',
      budget: atMost(3000),
      note: `${bills} bills in ${Math.round(alone.ms)} ms, ${Math.round(cpuMs)} ms of processor`,
    },
    {
      section,
      name: 'a till’s call beside Dry Run, p99',
      value: p99(beside),
      unit: 'ms',
      budget: atMost(50),
      note: `${p99(quiet).toFixed(1)} ms without it; longest ${Math.round(Math.max(...beside.createMs, ...beside.payMs))} ms`,
    },
  ];
}
