/** What a till loads for its bill screen when the browser has nothing of it. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { root } from '../support/process.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

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

/** Loads the bill screen with nothing cached. Returns the scripts, style sheets and fonts that were requested before its items were shown. */
async function loadBillScreen(page: Page): Promise<Loaded[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.clearBrowserCache');
  const slow = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await browser.send('Network.emulateNetworkConditions', slow);
  await page.addInitScript(() => {
    // At the change itself: the next frame of a busy machine comes after requests that followed it.
    const seen = new MutationObserver(() => {
      if (!document.querySelector('[role=group][aria-label=Items] button')) return;
      performance.mark('items');
      seen.disconnect();
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${product.url}/billing/new/Table/2`);
  await page.waitForFunction(() => performance.getEntriesByName('items').length > 0);
  return await page.evaluate(() => {
    const [shown] = performance.getEntriesByName('items');
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, startTime }) => /\.(js|css|woff2)$/.test(name) && startTime <= (shown?.startTime ?? 0))
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
  return /^\/assets\/.*\.(js|css)$/.test(path) ? readFileSync(packed).length : 0;
};

test('[R34.5] loads the bill screen, nothing cached, in few files and one round trip after the page, and the rest in few more', async ({
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
  // With the font: screens that were drawn without it are laid out again.
  expect(named).toContain('.woff2');
  expect(roundTrips(files), JSON.stringify(files)).toBe(1);
  expect(
    files.reduce((sum, file) => sum + gzipped(file), 0),
    named,
  ).toBeLessThanOrEqual(240_000);
  // With what comes after it, for the time without the server.
  await page.waitForLoadState('networkidle');
  const all = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/\.(js|css)$/.test(name) ? [name] : [])),
  );
  expect(all.length, all.join(' ')).toBeLessThanOrEqual(60);
});

test('loads no script larger than 130 kB gzipped at once, whatever screen is opened', () => {
  const folder = join(root, 'apps/web/dist/assets');
  const large = readdirSync(folder).filter(
    (name) => name.endsWith('.js.gz') && statSync(join(folder, name)).size > 130_000,
  );
  expect(large).toEqual([]);
});

test.describe('without a cached app', () => {
  test.use({ serviceWorkers: 'block' });

  test('[R34.5] loads no script and no style sheet again when the page is loaded again', async ({ page }) => {
    const till = new Till(page, product);
    await till.open('/auth/login');
    await till.signInAs('admin@atoll.test');
    const shown = page.getByRole('group', { name: 'Items' }).getByRole('button').first();
    await till.open('/billing/new/Table/6');
    await expect(shown).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.reload();
    await expect(shown).toBeVisible();
    const asked = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name, transferSize }) => /\.(js|css|woff2)$/.test(name) && transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    expect(asked).toEqual([]);
  });
});

test('[R34.5] reads neither sent entries nor secrets before the items are shown, and forgets old ones after that', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await page.addInitScript(() => {
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = function read(...given) {
      const isShown = document.querySelector('[role=group][aria-label=Items] button') !== null;
      performance.mark(`${this.name} ${isShown ? 'after' : 'before'}`);
      return getAll.apply(this, given);
    };
  });
  await till.open('/billing/new/Table/2');
  const reads = () => page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  await expect.poll(reads).toEqual(expect.arrayContaining(['sent after', 'secret after']));
  expect(await reads()).not.toContain('sent before');
  expect(await reads()).not.toContain('secret before');
});

test('[R34.5] opens the database before the scripts of the app run, and draws no spinner besides that of the page', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function openAs(...given) {
      performance.mark('step', { detail: 'database' });
      return open.apply(this, given);
    };
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function read(name) {
      // The kept state of the app, which its scripts read first.
      if (name === 'app') performance.mark('step', { detail: 'app' });
      return getItem.call(this, name);
    };
    const spinners = new Set<Element>();
    new MutationObserver(() => {
      for (const spinner of document.getElementsByClassName('startup')) {
        if (!spinners.has(spinner)) performance.mark('spinner');
        spinners.add(spinner);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await till.open('/billing/new/Table/2');
  await expect(page.getByRole('group', { name: 'Items' }).getByRole('button').first()).toBeVisible();
  const marks = (name: string) =>
    page.evaluate((of) => performance.getEntriesByName(of).map((mark) => (mark as PerformanceMark).detail), name);
  expect((await marks('step')).slice(0, 2)).toEqual(['database', 'app']);
  expect(await marks('spinner')).toHaveLength(1);
});

test('[R34.5] makes no date format of the browser before the items are shown, with an open shift', async ({ page }) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  await page.addInitScript(() => {
    // The first one reads tables of all languages: a sixth of a second on a slow device.
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(format, given) {
        const isShown = document.querySelector('[role=group][aria-label=Items] button') !== null;
        performance.mark(isShown ? 'late format' : 'early format');
        return Reflect.construct(format, given);
      },
    });
  });
  await till.open('/billing/new/Table/2');
  await expect(page.getByRole('group', { name: 'Items' }).getByRole('button').first()).toBeVisible();
  await expect(page.locator('#shift-date')).toHaveText(/^\d+ [A-Z][a-z]{2}$/);
  expect(await page.evaluate(() => performance.getEntriesByName('early format').length)).toBe(0);
});

test('[R34.5] makes no key of the device at a start, but reads the one that it has', async ({ page }) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await page.addInitScript(() => {
    const { generateKey } = SubtleCrypto.prototype;
    Object.assign(SubtleCrypto.prototype, {
      generateKey(this: SubtleCrypto, ...given: Parameters<typeof generateKey>) {
        performance.mark('key');
        return generateKey.apply(this, given);
      },
    });
  });
  // With the proof that the key signs.
  const refreshed = page.waitForResponse((response) => response.url().endsWith('/auth/refresh'));
  await till.open('/billing/new/Table/2');
  expect((await refreshed).ok()).toBe(true);
  expect(await page.evaluate(() => performance.getEntriesByName('key').length)).toBe(0);
});

test('[R34.5] opens dialogs and panels that were never opened, without the server and without a cached app', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  await till.open('/billing/new/Table/3');
  await till.checkIn();
  await till.add('Roshi');
  await till.save();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await expect(page.getByRole('status').getByText(/^Offline/)).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem').first().press('Escape');
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await till.lines.filter({ hasText: 'Roshi' }).getByRole('button', { name: 'Void item' }).click();
  const voiding = page.getByRole('dialog', { name: 'Void item' });
  await expect(voiding).toBeVisible();
  await voiding.getByRole('button', { name: 'Cancel' }).click();
  await expect(voiding).toHaveCount(0);
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await page.context().setOffline(false);
});

test('[R34.5] opens a panel whose files could not be fetched at first, with its style, at the press after the failure', async ({
  page,
}) => {
  const files = /parts-[^/]*\.(js|css)$/;
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  // The page of the sign-in fetches nothing any more.
  await page.goto('about:blank');
  let refused = 0;
  await page.route(files, async (route) => {
    await route.abort();
    refused += 1;
  });
  await till.open('/billing/new/Table/4');
  // The app fetches them by itself after its first screen. A press during that fails with it, so the presses come after it.
  await expect.poll(() => refused).toBeGreaterThan(0);
  const bell = page.getByRole('button', { name: 'Notifications' });
  await bell.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error while loading' })).toBeVisible();
  await page.unroute(files);
  await bell.click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  const rules = await page.evaluate(() =>
    [...document.styleSheets].filter(({ href }) => href?.includes('/parts-')).map(({ cssRules }) => cssRules.length),
  );
  expect(rules).toEqual([expect.any(Number)]);
  expect(rules).not.toContain(0);
});

test('shows the bill screen when the page of somebody who is signed in is loaded again, in an outlet with promotions', async ({
  page,
  request,
}) => {
  const { call } = await waiterOf(request, product, 'admin@atoll.test');
  const promotion = { name: 'Happy hour', type: 'PercentOff', status: 'Published', percent: 20 };
  await call('POST', '/bis/price/promotion/create', { key: randomUUID(), combines: 'OnePerUnit', ...promotion });
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  await till.open('/billing/new/Table/5');
  await expect(page.getByRole('group', { name: 'Items' }).getByRole('button').first()).toBeVisible();
});
