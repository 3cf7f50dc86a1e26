/** Tests every way to leave a till with unsent work: all of it arrives later, once and in order. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import {
  type BrowserContext,
  chromium,
  expect,
  type Page,
  type PlaywrightTestArgs,
  type PlaywrightWorkerArgs,
  type Route,
  type TestInfo,
  test,
} from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { isLong, some } from '../support/sample.ts';
import { type Waiter, waiterOf } from '../support/waiter.ts';

// The app itself must load without the network.
test.use({ serviceWorkers: 'allow' });

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

const passcode = '4826';
const ordered = ['Roshi', 'Mas Riha', 'Black Tea'];
let slot = 0;

interface Leaving {
  readonly till: Till;
  readonly page: Page;
  readonly context: BrowserContext;
}

const offline = ({ page }: Leaving) => expect(page.getByText(/Offline · \d+ waiting/)).toBeVisible({ timeout: 15_000 });

/** Signs in and opens a table while the server is reachable; then it is not, and an order is saved in three rounds. */
async function order({ till, page, context }: Leaving, away: () => Promise<unknown>): Promise<void> {
  slot += 1;
  await till.ensureShift();
  await till.openSlot('Table', slot);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await away();
  await offline({ till, page, context });
  await till.checkIn();
  for (const item of ordered) {
    await till.add(item);
    await till.save();
  }
}

/** Checks that the server has everything: the items in their order, once. */
async function arrived(other: Waiter): Promise<void> {
  const mine = async (): Promise<readonly string[][]> => {
    const bills = await other.call<Bill[]>('GET', '/bis/bills/active');
    return bills.filter((bill) => bill.slot === String(slot)).map((bill) => bill.items.map(({ name }) => name));
  };
  await expect.poll(mine, { timeout: 40_000 }).toEqual([ordered]);
}

async function unlock(page: Page): Promise<void> {
  await expect(page.getByLabel('Passcode')).toBeVisible({ timeout: 20_000 });
  for (const figure of passcode) await page.keyboard.press(figure);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

async function account(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses in the profile that the passcode opens the till without the server. */
async function chooseOfflineUnlock(page: Page): Promise<void> {
  await account(page, 'Profile');
  const profile = page.getByRole('dialog', { name: 'Profile' });
  await profile.getByLabel('Your passcode').fill(passcode);
  await profile.getByRole('button', { name: 'Unlock without server' }).click();
  await expect(profile.getByText('Chosen on this till.')).toBeVisible();
  await profile.getByRole('button', { name: 'Close' }).click();
}

/** Makes the server answer the first calls that send work with a refusal. */
async function meeting(
  { context, page }: Leaving,
  { status, reason, message }: { status: number; reason: string; message: string },
  times: number,
): Promise<void> {
  let met = 0;
  const headers = { 'X-Store': (await page.evaluate(() => localStorage.getItem('atoll.store'))) ?? '' };
  const json = { message, details: '', reason, code: status };
  const answerSo = async (route: Route): Promise<void> => {
    met += 1;
    await route.fulfill({ status, headers, json });
  };
  await context.route('**/api/bis/bill/**', answerSo, { times });
  await context.setOffline(false);
  await expect.poll(() => met, { timeout: 30_000 }).toBe(times);
}

/** Each way leaves and returns; the test itself restores the network. */
const ways: Readonly<Record<string, (leaving: Leaving) => Promise<void>>> = {
  async 'logging out'({ page, till, context }) {
    await account(page, 'Log out');
    await page.getByRole('dialog').getByRole('button', { name: 'Log out anyway' }).click();
    await expect(page.getByText(/changes? on this device (is|are) not sent yet/)).toBeVisible();
    await context.setOffline(false);
    await till.signInAs('admin@atoll.test');
  },
  async 'switching the outlet'({ page, context }) {
    await page.getByRole('button', { name: 'Switch outlet' }).click();
    await page.getByRole('button', { name: /Store/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch anyway' }).click();
    await context.setOffline(false);
  },
  async 'closing the tab'({ page, context }) {
    const next = await context.newPage();
    await page.close();
    await context.setOffline(false);
    await next.goto(product.url);
    await unlock(next);
  },
  async 'reloading the page'({ page, context }) {
    await page.reload();
    await expect(page.getByText(/Offline · \d+ waiting/)).toBeVisible({ timeout: 15_000 });
    await context.setOffline(false);
  },
  async 'a token that the server does not take any more'(leaving) {
    await meeting(leaving, { status: 401, reason: 'unauthorized', message: 'Unauthorized' }, 2);
  },
  async 'a server that fails of its own making'(leaving) {
    await meeting(leaving, { status: 500, reason: 'fault', message: 'Something went wrong' }, 3);
  },
  async 'locking the screen, and opening it without the server'({ page, context }) {
    await account(page, 'Lock');
    await unlock(page);
    await context.setOffline(false);
  },
  async 'another profile'({ page, till, context }) {
    await account(page, 'Lock');
    await page
      .getByRole('link', { name: 'Not you?' })
      .or(page.getByRole('button', { name: 'Not you?' }))
      .click();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Add profile' }).click();
    await till.signInAs('manager@atoll.test');
  },
  async 'a new version of the app'({ page, context }) {
    await context.setOffline(false);
    // Like accepting the update: the waiting worker is activated, and the page reloads.
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.unregister();
    });
    await page.reload();
  },
};

async function walk(
  name: string,
  leave: (leaving: Leaving) => Promise<void>,
  parts: { context: BrowserContext; other: Waiter },
): Promise<void> {
  const { context, other } = parts;
  const page = await context.newPage();
  const till = new Till(page, product);
  const leaving = { till, page, context };
  await till.open();
  await till.signInAs('admin@atoll.test');
  await chooseOfflineUnlock(page);
  await order(leaving, () => context.setOffline(true));
  await test.step(`leaving by ${name}`, () => leave(leaving));
  await arrived(other);
}

type Given = PlaywrightTestArgs & PlaywrightWorkerArgs;

const everyWay = async ({ browser, request }: Given) => {
  test.setTimeout(isLong ? 900_000 : 120_000);
  const other = await waiterOf(request, product);
  for (const [name, leave] of some(Object.entries(ways), 9)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await walk(name, leave, { context, other });
    await context.close();
  }
};

const killedBrowser = async ({ request }: Given, { project }: TestInfo) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-device-'));
  const { launchOptions } = project.use;
  const start = () =>
    chromium.launchPersistentContext(folder, { ...launchOptions, viewport: { width: 1280, height: 800 } });
  const other = await waiterOf(request, product);
  const context = await start();
  const page = context.pages()[0] ?? (await context.newPage());
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await chooseOfflineUnlock(page);
  await order({ till, page, context }, () => product.killServer());
  // Killed by the system: nothing is closed or flushed.
  const browserSession = await context.newCDPSession(page);
  await browserSession.send('Browser.crash').catch(() => undefined);
  await context.close().catch(() => undefined);

  const again = await start();
  const opened = again.pages()[0] ?? (await again.newPage());
  await opened.goto(product.url);
  await unlock(opened);
  const after = new Till(opened, product);
  await opened.goto(`${product.url}/billing/new/Table/${slot}`);
  if (await opened.getByText('Passcode').isVisible()) await unlock(opened);
  await expect(after.lines).toHaveCount(ordered.length);
  await product.startServer();
  await again.close();

  // The app is open for local work only: the server accepts the work when the person has signed in.
  const last = await start();
  const shown = last.pages()[0] ?? (await last.newPage());
  await shown.goto(product.url);
  await unlock(shown);
  await arrived(other);
  await last.close();
  rmSync(folder, { recursive: true, force: true });
};

const noRoom = async ({ browser, request }: Given) => {
  const other = await waiterOf(request, product);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  slot += 1;
  await till.ensureShift();
  await till.openSlot('Table', slot);
  await till.checkIn();
  await till.add('Roshi');
  // The browser fails as it does when the quota is used up: it aborts the transaction, and nothing of it is on the
  // disk.
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function full() {
      this.transaction.abort();
      throw new DOMException('The quota is used up', 'QuotaExceededError');
    };
    addEventListener('roomAgain', () => Object.assign(IDBObjectStore.prototype, { add }), { once: true });
  });
  await till.bill.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Not saved: this device is full').first()).toBeVisible();
  await expect(till.unsaved).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('roomAgain')));
  await till.save();
  await expect
    .poll(
      async () =>
        (await other.call<Bill[]>('GET', '/bis/bills/active')).find((bill) => bill.slot === String(slot))?.items.length,
    )
    .toBe(1);
  await context.close();
};

// Each run fills the device; the long one also tries all ways to leave and kills the browser.
const leavings = [
  ['[R13.4][R15.4] all unsent work arrives later, once and in order, whichever way a till is left', everyWay],
  ['[R13.4] a device without room says so, and shows nothing as saved that is not', noRoom],
  [
    '[R13.4] a killed browser on a restarted device without the server opens by passcode and loses nothing',
    killedBrowser,
  ],
] as const;
for (const [title, leaving] of some(leavings, 3)) test(title, leaving);
