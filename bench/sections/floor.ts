/**
 * Measures a large floor: a board of 120 places with 60 open bills, a Save with 8 stations and 5 courses beside one without, and the way of an order to
 * a kitchen screen. Source: R23.4, R23.17, R23.11.
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
import { keepers } from '../store.ts';

const section = 'a floor of 120 places';
const placeCount = 120;
const openCount = 60;
const stationCount = 8;
const courseCount = 5;
const itemsPerOrder = 10;
const slower = 6;
const board = '[role=group][aria-label=Floor] button';

interface Dish {
  readonly id: number;
  readonly size: string;
  readonly categoryId: number;
}

/** Measures the embedded server; without a browser only Save. */
export async function measureFloor(run: Run): Promise<Figure[]> {
  // A server serves the build that is there when it starts.
  if (!run.isQuick && findBrowser()) ensureWebBuilt();
  const store = await run.embedded();
  // Two cafés with the same menu: only the first gets a plan, stations and courses.
  const [large = 1, , plain = 3] = store.outletIds;
  const server = await startServer(await store.copy());
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers([large, plain]) });
    const url = `http://localhost:${server.port}`;
    const [first, second] = [await signIn(url, large), await signIn(url, plain)];
    const dishes = await dishesOf(first);
    for (const [outletId, one] of [
      [large, first],
      [plain, second],
    ] as const)
      await makeSlots(one, outletId);
    await addStations(first, dishes);
    await first.call('/app/settings', [{ key: 'Courses', value: 'true' }], 'PUT');
    await drawPlan(first);
    for (let slot = 1; slot <= openCount; slot += 1) await order(first, dishes, slot, 1);
    const screens = await screensOf(run, url, large, (page) => kitchenOf(run, page, url, first, dishes));
    // Last, because these orders open more bills than a floor has tables.
    return [...screens, ...(await savesOf(run, first, dishes, { of: second, dishes: await dishesOf(second) }))];
  } finally {
    await load.stop();
    await server.stop();
  }
}

/** Measures board and kitchen screen; returns nothing where there is no browser. */
async function screensOf(
  run: Run,
  url: string,
  outletId: number,
  kitchen: (page: Page) => Promise<Figure>,
): Promise<Figure[]> {
  const executablePath = findBrowser();
  if (!executablePath) return [];
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signInAt(page, url, keepers([outletId])[0]);
    return [...(await boardOf(run, page, url)), await kitchen(page)];
  } finally {
    await browser.close();
  }
}

async function dishesOf({ call }: SignedIn): Promise<readonly Dish[]> {
  const menus = JSON.parse((await call('/bis/menu/get')).text) as {
    categories: { id: number; menuItems: { id: number; sizes: { value: string }[] }[] }[];
  }[];
  return menus.flatMap(({ categories }) =>
    categories.flatMap((category) =>
      category.menuItems.map(({ id, sizes }) => ({ id, size: sizes[0]?.value ?? '', categoryId: category.id })),
    ),
  );
}

/** Gives an outlet enough tables for all orders. */
async function makeSlots({ call }: SignedIn, outletId: number): Promise<void> {
  const outlets = JSON.parse((await call('/app/outlets/list')).text) as {
    outletId: number;
    version: number;
    slotTypes: { type: string; slotCount: number }[];
  }[];
  const own = outlets.find((one) => one.outletId === outletId);
  if (!own) throw new Error('The outlet is not listed');
  const slotTypes = own.slotTypes.map((one) => (one.type === 'Table' ? { ...one, slotCount: 500 } : one));
  await call('/app/outlet/update', { outletId, version: own.version, slotTypes }, 'PUT');
}

async function addStations({ call }: SignedIn, dishes: readonly Dish[]): Promise<void> {
  const categories = [...new Set(dishes.map(({ categoryId }) => categoryId))];
  // Each outlet has three from its start.
  for (let n = 0; n < stationCount - 3; n += 1) {
    const categoryIds = categories.filter((_, at) => at % (stationCount - 3) === n);
    await call('/bis/station/create', { key: randomUUID(), name: `Station ${n}`, code: `S${n}`, categoryIds });
  }
}

async function drawPlan({ call }: SignedIn): Promise<void> {
  const sections = [1, 2, 3, 4].map((id) => ({ id, name: `Section ${id}` }));
  const places = Array.from({ length: placeCount }, (_, at) => ({
    type: 'Table',
    slot: String(at + 1),
    name: '',
    sectionId: 1 + (at % 4),
    seats: 4,
    shape: at % 3 === 0 ? 'Round' : 'Square',
    x: 16 + (at % 15) * 104,
    y: 16 + Math.floor(at / 15) * 120,
    width: 64,
    height: 64,
    rotation: 0,
  }));
  await call('/bis/floor/layout', { version: 0, sections, places }, 'PUT');
}

/** Opens a bill of ten items in as many courses; returns how long the call took. */
async function order({ call }: SignedIn, dishes: readonly Dish[], slot: number, courses: number): Promise<number> {
  const createdAt = new Date().toISOString();
  const items = Array.from({ length: itemsPerOrder }, (_, index) => {
    const dish = dishes[(slot + index * 5) % dishes.length];
    const courseNo = courses === 1 ? {} : { courseNo: 1 + (index % courses) };
    return {
      key: randomUUID(),
      index,
      menuItemId: dish?.id,
      size: dish?.size,
      qty: 1,
      notes: [],
      createdAt,
      ...courseNo,
    };
  });
  const bill = { key: randomUUID(), type: 'Table', slot: String(slot), covers: 4, createdAt, items };
  return (await call('/bis/bill/create', bill)).ms;
}

/** Measures orders at the large floor and at the plain one by turns. */
async function savesOf(
  run: Run,
  large: SignedIn,
  dishes: readonly Dish[],
  plain: { readonly of: SignedIn; readonly dishes: readonly Dish[] },
): Promise<Figure[]> {
  const rounds = run.isQuick ? 4 : 240;
  const ms: { large: number[]; plain: number[] } = { large: [], plain: [] };
  for (let n = 0; n < rounds + rounds / 2; n += 1) {
    const slot = placeCount + 1 + n;
    const both = [await order(large, dishes, slot, courseCount), await order(plain.of, plain.dishes, slot, 1)];
    // The first calls compile the server.
    if (n < rounds / 2) continue;
    ms.large.push(both[0] ?? 0);
    ms.plain.push(both[1] ?? 0);
  }
  return [
    {
      section,
      name: `Save of ${itemsPerOrder} items with ${stationCount} stations and ${courseCount} courses, more than without, p50`,
      value: median(ms.large) - median(ms.plain),
      unit: 'ms',
      budget: atMost(0.5),
      note: `${median(ms.large).toFixed(2)} and ${median(ms.plain).toFixed(2)} ms`,
    },
  ];
}

/** Leads from the board to the bill screen and back, and measures the board: its work, and at a slow processor its time. */
async function boardOf(run: Run, page: Page, url: string): Promise<Figure[]> {
  await page.goto(`${url}/billing/floor`);
  await shows(page, board, placeCount);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const whole = await workOf(run, page, cdp, `${board}:nth-child(${placeCount})`);
  // Nobody's tables are those of the person: the same screen without places.
  await page.getByRole('tab', { name: 'My tables' }).click();
  const empty = await workOf(run, page, cdp, '[role=tablist][aria-label="Which tables"]');
  await page.getByRole('tab', { name: 'All', exact: true }).click();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const shown: number[] = [];
  for (let n = 0; n < run.sizes.loads; n += 1) {
    await away(page, cdp);
    shown.push(await pressed(page, 'a[href="/billing/floor"]', `${board}:nth-child(${placeCount})`));
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return [
    {
      section,
      name: 'board, work of the main thread',
      value: whole - empty,
      unit: 'ms',
      budget: atMost(30),
      note: `not slowed, to the first painted frame; ${Math.round(whole)} ms with the change from the bill screen to an empty floor`,
    },
    {
      section,
      name: `board, processor ${slower} times slower`,
      value: median(shown),
      unit: 'ms',
      budget: atMost(1500),
      note: 'from the press to the painted frame',
    },
  ];
}

/** Returns the median of what the main thread works from the bill screen to the floor until something is there, in ms. */
async function workOf(run: Run, page: Page, cdp: CDPSession, wanted: string): Promise<number> {
  const work: number[] = [];
  for (let n = 0; n <= run.sizes.loads; n += 1) {
    const before = await away(page, cdp);
    await pressed(page, 'a[href="/billing/floor"]', wanted);
    // The first time compiles the parts of both screens.
    if (n > 0) work.push((await taskMs(cdp)) - before);
  }
  return median(work);
}

/** Leads to the bill screen, waits until the page is idle, and returns what the main thread worked until then. */
async function away(page: Page, cdp: CDPSession): Promise<number> {
  await pressed(page, 'a[href="/billing/new"]', 'a[href="/billing/floor"]');
  await page.evaluate(async () => {
    for (let n = 0; n < 3; n += 1) await new Promise((next) => requestIdleCallback(next, { timeout: 300 }));
  });
  return taskMs(cdp);
}

async function taskMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Measures from the call of a till until the kitchen screen has painted the ticket. */
async function kitchenOf(run: Run, page: Page, url: string, till: SignedIn, dishes: readonly Dish[]): Promise<Figure> {
  await page.goto(`${url}/kitchen`);
  await page.getByRole('region', { name: 'Kitchen' }).first().waitFor();

  await page.getByText(`Table ${openCount}`, { exact: true }).first().waitFor();
  const ms: number[] = [];
  for (let n = 0; n < Math.max(2, run.sizes.loads * 3); n += 1) {
    const slot = openCount + 1 + n;
    const painted = page.evaluate(
      (wanted) =>
        new Promise<number>((done) => {
          const look = (): void => {
            if (!document.body.textContent?.includes(wanted)) return void requestAnimationFrame(look);
            requestAnimationFrame(() => done(Date.now()));
          };
          look();
        }),
      `Table ${slot}`,
    );
    const sentAt = Date.now();
    await order(till, dishes, slot, 1);
    ms.push((await painted) - sentAt);
  }
  return {
    section,
    name: 'order to kitchen screen, p50',
    value: median(ms),
    unit: 'ms',
    budget: atMost(150),
    note: `p95 ${Math.round(quantile(ms, 0.95))} ms, beside ${openCount} open bills`,
  };
}

const shows = (page: Page, selector: string, count: number) =>
  page.waitForFunction(([wanted, least]) => document.querySelectorAll(wanted).length >= least, [
    selector,
    count,
  ] as const);

/** Presses something in the page. Returns the ms until something is there and the frame with it is painted. */
function pressed(page: Page, press: string, wanted: string): Promise<number> {
  return page.evaluate(
    ([button, selector]) =>
      new Promise<number>((done) => {
        const startedAt = performance.now();
        const look = (): void => {
          if (!document.querySelector(selector)) return void requestAnimationFrame(look);
          requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => done(performance.now() - startedAt);
            channel.port2.postMessage(null);
          });
        };
        (document.querySelector(button) as HTMLElement).click();
        look();
      }),
    [press, wanted] as const,
  );
}
