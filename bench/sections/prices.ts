/**
 * Measures 50 promotions and 10 price lists: planning a bill, opening and paying bills beside an outlet without rules in the same run, a tap on the screen,
 * and Dry Run beside a till. Source: R21.9, R21.31.
 */
import { randomUUID } from 'node:crypto';
import { chromium, type Page } from '@playwright/test';
import { addDays } from '../../packages/domain/src/date/business-day.ts';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { findBrowser } from '../../tools/scripts/programs.mjs';
import { browserArgs, signInAt } from '../browser.ts';
import { atLeast, atMost, type Figure, median, quantile } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { cpuOf, startWorker, type Worker } from '../process.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { keepers, tillPlaces } from '../store.ts';
import { planningFigures, promotionFields } from './planning.ts';

const section = 'prices: 50 promotions, 10 lists';
const days = 31;
const items = '[role=group][aria-label=Items] button';

/** Measures the embedded server; without a browser no taps. */
export async function measurePrices(run: Run): Promise<Figure[]> {
  const store = await run.embedded();
  // Two cafés that were made alike: only the first gets rules.
  const [, , ruled = 3, plain = 4] = store.outletIds;
  const server = await startServer(await store.copy(), run.flags);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers([ruled, plain]) });
    const keeper = await signIn(`http://localhost:${server.port}`, ruled);
    const taps = async () => tapsOf(run, server, ruled);
    const before = await taps();
    const dry = await dryRunOf(run, server, keeper, load, ruled);
    await addRules(keeper);
    const sales = await salesOf(run, server, load, { ruled, plain });
    const after = await taps();
    return [...planningFigures(run), ...sales, ...tapFigures(before, after), ...dry];
  } finally {
    await load.stop();
    await server.stop();
  }
}

/** Publishes the rules: promotions of every type, and lists with a price for each item. */
async function addRules(keeper: SignedIn): Promise<void> {
  const menus = JSON.parse((await keeper.call('/bis/menu/get')).text) as {
    categories: { menuItems: { id: number; sizes: { sellingPrice: number }[] }[] }[];
  }[];
  const sold = menus.flatMap(({ categories }) => categories.flatMap(({ menuItems }) => menuItems));
  const ids = sold.map(({ id }) => id);
  for (let n = 0; n < 50; n += 1)
    await keeper.call('/bis/price/promotion/create', {
      key: randomUUID(),
      name: `Promotion ${n + 1}`,
      status: 'Published',
      ...promotionFields(n, ids),
    });
  for (let n = 0; n < 10; n += 1)
    await keeper.call('/bis/price/list/create', {
      key: randomUUID(),
      name: `List ${n + 1}`,
      kind: n % 2 ? 'Base' : 'Offer',
      priority: n,
      status: 'Published',
      roundTo: 0,
      prices: sold.map(({ id, sizes }) => ({
        menuItemId: id,
        price: Math.max(1, (sizes[0]?.sellingPrice ?? 100) - n),
      })),
    });
}

/** Opens and pays bills in both outlets in turn. */
async function salesOf(
  run: Run,
  server: RunningServer,
  load: Worker,
  outlets: { ruled: number; plain: number },
): Promise<Figure[]> {
  type Measured = CallsMeasured & { readonly cpuMs: number };
  const rounds: { ruled: Measured; plain: Measured }[] = [];
  const ask = async (outletId: number) => {
    const cpu = cpuOf(server.pid);
    const ms = run.sizes.callsMs / 2;
    const places = tillPlaces(8, [outletId]);
    const measured = await load.ask<CallsMeasured>({ do: 'calls', port: server.port, places, listeners: 2, ms });
    return { ...measured, cpuMs: (cpuOf(server.pid) - cpu) / measured.calls };
  };
  await ask(outlets.ruled);
  for (let round = 0; round <= run.sizes.rounds; round += 1)
    rounds.push({ plain: await ask(outlets.plain), ruled: await ask(outlets.ruled) });
  const share = median(rounds.map(({ ruled, plain }) => (ruled.perSecond / plain.perSecond) * 100));
  const rate = (of: 'ruled' | 'plain') => median(rounds.map((round) => round[of].perSecond)).toFixed(0);
  const cpu = (of: 'ruled' | 'plain') => median(rounds.map((round) => round[of].cpuMs)).toFixed(2);
  const note = `${rate('ruled')} calls a second with rules, ${rate('plain')} without, ${cpu('ruled')} and ${cpu('plain')} ms of processor a call; 8 tills in turn`;
  return [
    {
      section,
      name: 'create and pay, share of the rate without rules',
      value: share,
      unit: '%',
      budget: atLeast(90),
      note,
    },
  ];
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
  if (!run.isQuick) ensureWebBuilt();
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
