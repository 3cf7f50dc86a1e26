/**
 * Measures the bill screen on a slow device: 300 items, a bill of 60 lines, and the processor slowed six times. What the
 * main thread works is counted without the slowing, and depends less on what else the machine does. Source: R34.6.
 */
import { randomUUID } from 'node:crypto';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureWebBuilt } from '../../tools/scripts/build.mjs';
import { findBrowser } from '../../tools/scripts/programs.mjs';
import { browserArgs, signInAt } from '../browser.ts';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { keepers, tillPlaces } from '../store.ts';

const section = 'a bill of 60 lines, 300 items, processor six times slower';
const slower = 6;
const itemCount = 300;
const lineCount = 60;
const slot = 12;
const dish = 'Grilled yellowfin tuna with rice';
const tiles = '[role=group][aria-label=Items] button';
const lines = 'section[aria-label=Bill] ul > li';

declare global {
  /** Durations in ms of clicks, from the press to the next paint. */
  var clickMs: number[] | undefined;
  var taskMs: number[] | undefined;
}

/** Measures taps, Save and opening; returns nothing where there is no browser. */
export async function measureLongBill(run: Run): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) return [];
  if (!run.isQuick) ensureWebBuilt();
  const store = await run.embedded();
  const outletIds = store.outletIds.slice(0, 1);
  // The other sections keep their menu.
  const server = await startServer(await store.copy());
  const load = startWorker('load/main.ts');
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    const url = `http://localhost:${server.port}`;
    const category = await fillMenu(await signIn(url, outletIds[0] ?? 1));
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signInAt(page, url, tillPlaces(1, outletIds)[0]);
    await openBill(page, url, category);
    return await figuresOf(page, run);
  } finally {
    await browser.close();
    await load.stop();
    await server.stop();
  }
}

/** Adds items to a category and opens a bill of many of them. Returns the name of the category. */
async function fillMenu({ call }: SignedIn): Promise<string> {
  const { items: categories } = JSON.parse((await call('/bis/categories/list?page=1&size=100')).text) as {
    items: { id: number; name: string }[];
  };
  const [category] = categories;
  if (!category) throw new Error('The menu has no categories');
  const ids: number[] = [];
  for (let n = 1; n <= itemCount; n += 1) {
    const name = `${dish} ${n}`;
    const sizes = [{ value: 'Regular', sellingPrice: 10_000 + n, isDefault: true }];
    const body = { key: randomUUID(), name, categoryIds: [category.id], type: 'Kitchen', sizes };
    ids.push((JSON.parse((await call('/bis/menu/item/create', body)).text) as { id: number }).id);
  }
  const items = ids
    .slice(0, lineCount)
    .map((menuItemId) => ({ key: randomUUID(), menuItemId, size: 'Regular', qty: 1, notes: [] }));
  await call('/bis/bill/create', { key: randomUUID(), type: 'Table', slot: String(slot), covers: 2, items });
  return category.name;
}

/** Opens the long bill and the large category, and waits until the rows in sight are there. */
async function openBill(page: Page, url: string, category: string): Promise<void> {
  await page.goto(`${url}/billing/new/Table/${slot}`);
  await hasLines(page, lineCount);
  await page.getByRole('tab', { name: category }).click();
  // A tile beyond the first ones, which are rendered before the rows come.
  await page.locator('[data-index="2"]').getByRole('button').first().waitFor();
}

const hasLines = (page: Page, count: number) =>
  page.waitForFunction(
    ([selector, least]) => document.querySelectorAll(selector).length >= least,
    [lines, count] as const,
    { polling: 'raf' },
  );

async function figuresOf(page: Page, run: Run): Promise<Figure[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await watchClicks(page);
  const rounds = Math.min(run.sizes.taps, 24);
  const busy = await workPerTap(page, cdp, rounds);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const taps = await tapTimes(page, rounds);
  const tasks = await page.evaluate(() => globalThis.taskMs ?? []);
  const saves: number[] = [];
  const opened: number[] = [];
  for (let n = 0; n < run.sizes.loads; n += 1) {
    saves.push(await saveTime(page));
    opened.push(await openTime(page));
  }
  return [
    { section, name: 'main thread per tap, not slowed', value: median(busy), unit: 'ms', note: 'processor time' },
    {
      section,
      name: 'tap to paint, p75',
      value: quantile(taps, 0.75),
      unit: 'ms',
      budget: atMost(100),
      note: `p50 ${Math.round(median(taps))} ms, longest task ${Math.round(Math.max(0, ...tasks))} ms`,
    },
    { section, name: 'Save, until no line is unsaved', value: median(saves), unit: 'ms', budget: atMost(400) },
    { section, name: 'opening the bill, warm', value: median(opened), unit: 'ms', budget: atMost(1500) },
  ];
}

/** Notes each click until it is painted, and each task above 50 ms. */
async function watchClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.clickMs = [];
    globalThis.taskMs = [];
    const clicks = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'click') globalThis.clickMs?.push(duration);
    });
    clicks.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.taskMs?.push(duration);
    });
    tasks.observe({ type: 'longtask' });
  });
}

/** Taps a tile and waits until the browser is idle again. */
async function tap(page: Page, cdp: CDPSession, n: number): Promise<void> {
  const tile = page.locator(`${tiles}[aria-label^="${dish}"]`).nth(n % 6);
  const box = await tile.boundingBox();
  if (!box) throw new Error('The tile is not on the screen');
  const at = { x: box.x + 20, y: box.y + 20, button: 'left' as const, clickCount: 1 };
  await cdp.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
  await cdp.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
  await idle(page);
}

/** Waits until the browser has been idle three times. After a press a browser that paints nothing may tell it late, or never. */
const idle = (page: Page) =>
  page.evaluate(async () => {
    for (let n = 0; n < 3; n += 1) await new Promise((next) => requestIdleCallback(next, { timeout: 300 }));
  });

/** Returns the processor time of the main thread for each tap, in ms. */
async function workPerTap(page: Page, cdp: CDPSession, rounds: number): Promise<number[]> {
  const busy = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const before = await busy();
    await tap(page, cdp, n);
    times.push((await busy()) - before);
  }
  return times;
}

async function tapTimes(page: Page, rounds: number): Promise<number[]> {
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    globalThis.clickMs = [];
    globalThis.taskMs = [];
  });
  for (let n = 0; n < rounds; n += 1) await tap(page, cdp, n);
  const times = (await page.evaluate(() => globalThis.clickMs)) ?? [];
  // Clicks that were painted within 16 ms are not reported.
  return [...times, ...Array<number>(Math.max(0, rounds - times.length)).fill(16)];
}

/** Returns the ms from the press on Save until no line is marked as unsaved, which is after the write to the disk. */
async function saveTime(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await tap(page, cdp, 0);
  return pressed(page, 'section[aria-label=Bill] button[aria-label=Save]', `${lines} [data-kind=new]`, 'gone');
}

/** Returns the ms from the press on the slot until the lines of its bill are painted. */
async function openTime(page: Page): Promise<number> {
  await pressed(page, 'button[aria-label^="Table 13,"]', lines, 'gone');
  await idle(page);
  return pressed(page, `button[aria-label^="Table ${slot},"]`, `${lines}:nth-child(${lineCount})`, 'there');
}

/** Presses a button in the page. Returns the ms until something is there, or gone, and the frame with that is painted. */
function pressed(page: Page, button: string, wanted: string, until: 'there' | 'gone'): Promise<number> {
  return page.evaluate(
    ([press, selector, end]) =>
      new Promise<number>((done) => {
        const startedAt = performance.now();
        const look = (): void => {
          if ((document.querySelector(selector) !== null) !== (end === 'there'))
            return void requestAnimationFrame(look);
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => done(performance.now() - startedAt);
            channel.port2.postMessage(null);
          });
        };
        (document.querySelector(press) as HTMLElement).click();
        look();
      }),
    [button, wanted, until] as const,
  );
}
