/** Requirements that are proved in one piece on the running product. */
import { type BrowserContext, expect, type Page, type Request, type Route, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { ownHeaders } from '../support/own-headers.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

const shell = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const isApi = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api');
const pathOf = (request: Request): string => new URL(request.url()).pathname;

/** Holds the calls of an address until `go` is called. */
async function hold(on: Page | BrowserContext, url: RegExp): Promise<{ go: () => void }> {
  const held = Promise.withResolvers<void>();
  await on.route(url, async (route: Route) => {
    await held.promise;
    // The page may have ended the call in the meantime.
    await route.continue().catch(() => undefined);
  });
  return { go: held.resolve };
}

/** Returns what the session keeps in session storage. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('app-user-cache') ?? 'null')?.state ?? null);

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test(`[R1.8] a spinner covers the whole screen from the start until the outlet is loaded, at ${viewport.width} px`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ viewport });
    const till = new Till(page, product);
    const spinner = page.getByRole('status', { name: 'Loading' }).and(page.locator('.startup'));
    const covers = async () => {
      await expect(spinner).toBeVisible();
      expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
      // Whatever lies below cannot be touched.
      const touched = ({ width, height }: typeof viewport) =>
        [
          [1, 1],
          [width - 2, height - 2],
          [width / 2, height / 2],
        ].every(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('.startup'));
      expect(await page.evaluate(touched, viewport)).toBe(true);
    };
    const program = await hold(page, /\/assets\/index-[^/]*\.js$/);
    await page.goto(product.url, { waitUntil: 'commit' });
    await covers();
    program.go();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(spinner).toHaveCount(0);

    // The start of a signed-in till without copies of its data: the spinner stays until these are there.
    await till.signInAs('user@atoll.test');
    await page.goto(`${product.url}/ready`);
    await page.evaluate(async () => {
      const opened = Promise.withResolvers<IDBDatabase>();
      const request = indexedDB.open('atoll');
      request.onsuccess = () => opened.resolve(request.result);
      request.onerror = () => opened.reject(request.error ?? new Error('not opened'));
      const database = await opened.promise;
      // Without the key of the device nobody would be signed in.
      const stores = [...database.objectStoreNames].filter((name) => name !== 'secret');
      const cleared = Promise.withResolvers<void>();
      const change = database.transaction(stores, 'readwrite');
      change.oncomplete = () => cleared.resolve();
      change.onerror = () => cleared.reject(change.error ?? new Error('not cleared'));
      for (const name of stores) change.objectStore(name).clear();
      await cleared.promise;
      database.close();
    });
    const data = await hold(page, /\/api\/(app\/(outlets\/find|settings|features)|bis)\b/);
    await page.goto(product.url, { waitUntil: 'commit' });
    await page.waitForRequest(/\/api\/app\/outlets\/find\//);
    await covers();
    await expect(shell(page)).toHaveCount(0);
    data.go();
    await expect(spinner).toHaveCount(0);
    await expect(page.getByRole('banner')).toBeVisible();
    await page.close();
  });

test('[R2.5] logout leads to Login with the path that was left and the reason, which is shown', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const till = new Till(page, product);
  const atLogin = async (left: string, reason: string) => {
    await expect(page).toHaveURL(/\/auth\/login\?/);
    const query = new URL(page.url()).searchParams;
    expect([query.get('redirect'), query.get('message')]).toEqual([left, reason]);
    await expect(page.getByRole('status').filter({ hasText: reason })).toBeVisible();
  };
  await till.open();
  await till.signInAs('manager@atoll.test');
  await page.goto(`${product.url}/billing/history?p=1&s=50`);
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
  const left = new URL(page.url());
  await till.button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await atLogin(`${left.pathname}${left.search}`, 'You have logged out');

  // Signing in returns to the path that was left.
  await till.signInAs('manager@atoll.test');
  await expect(page).toHaveURL(/\/billing\/history\?p=1&s=50$/);

  // Somebody ends the session elsewhere: the reason is the message of the server.
  await page.goto(`${product.url}/customers`);
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  const { refreshToken } = (await kept(page)).user as { refreshToken: string };
  const ended = `${product.url}/api/auth/session/${refreshToken.split('.')[0]}`;
  expect((await page.request.delete(ended, { headers: await ownHeaders(page) })).ok()).toBe(true);
  await atLogin('/customers', 'You were signed out on this device. Sign in again');
  await context.close();
});

test('[R13.2] holds connection, profiles, outlets, scope, loading and the lock, which is closed at first', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const till = new Till(page, product);
  await till.open();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect((await kept(page))?.isLocked ?? true).toBe(true);

  // loading: the button of the login is busy until the server answers.
  const login = await hold(page, /\/api\/auth\/login$/);
  await page.getByLabel('Email').fill('manager@atoll.test');
  await page.getByLabel('Password', { exact: true }).fill('atoll-demo');
  await till.button('Log in').click();
  await expect(page.locator('form button[type=submit]')).toHaveAttribute('aria-busy', 'true');
  login.go();
  await expect(shell(page)).toBeVisible();
  await expect(till.button('Log in')).toHaveCount(0);

  const open = await kept(page);
  expect(open.outlets.map(({ name }: { name: string }) => name)).toEqual(['Atoll Café', 'Atoll Store']);
  expect(open.scope).toMatchObject({ name: 'Atoll Café' });
  expect(open.profile).toMatchObject({ email: 'manager@atoll.test' });
  expect(open.profiles.map(({ email }: { email: string }) => email)).toEqual(['manager@atoll.test']);
  expect(open.isLocked).toBe(false);

  // connectionId: calls carry it while the hub is connected. It is not kept.
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  const called = page.waitForRequest((request) => isApi(request) && Boolean(request.headers()['x-connection-id']));
  await page.getByRole('searchbox', { name: 'Search' }).fill('tea');
  await page.keyboard.press('Enter');
  const id = (await called).headers()['x-connection-id'] ?? '';
  expect(id).not.toBe('');
  expect(JSON.stringify(await page.evaluate(() => [{ ...sessionStorage }, { ...localStorage }]))).not.toContain(id);

  // A second profile, and another outlet.
  await till.button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByLabel('Passcode')).toBeVisible();
  expect((await kept(page)).isLocked).toBe(true);
  await page.getByRole('link', { name: 'Not you?' }).click();
  expect((await kept(page)).profile).toBeNull();
  await page.getByText('Add profile').click();
  await till.signInAs('admin@atoll.test');
  await page.goto(`${product.url}/billing/history/outlets`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Atoll Store/ })
    .click();
  await expect(page.getByRole('banner').getByText('Atoll Store')).toBeVisible();
  const both = await kept(page);
  expect(both.profiles.map(({ email }: { email: string }) => email).toSorted()).toEqual([
    'admin@atoll.test',
    'manager@atoll.test',
  ]);
  expect([both.profile.email, both.scope.name, both.isLocked]).toEqual(['admin@atoll.test', 'Atoll Store', false]);

  // A new start of the browser: the profiles are there, and the screen is locked.
  const later = await context.newPage();
  await page.close();
  await later.goto(product.url);
  await expect(
    later
      .getByRole('button', { name: /Ibrahim/ })
      .or(later.getByLabel('Passcode'))
      .first(),
  ).toBeVisible();
  expect((await kept(later))?.isLocked ?? true).toBe(true);
  await expect(shell(later)).toHaveCount(0);
  await context.close();
});

test('[R18.1] every call has the base path and the headers of the session, the outlet, the connection and XSRF', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const till = new Till(page, product);
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType()) && request.url().startsWith(product.url)) calls.push(request);
  });
  await till.open();
  await till.signInAs('manager@atoll.test');
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  const headersOf = (path: string) => calls.findLast((request) => pathOf(request) === path)?.headers() ?? {};
  expect(headersOf('/api/auth/login')['authorization']).toBeUndefined();
  expect(headersOf('/api/auth/login')['x-outlet-id']).toBeUndefined();
  expect(calls.filter((request) => !isApi(request)).map(pathOf)).toEqual([]);

  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'of-the-cookie', url: product.url }]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('tea');
  await page.keyboard.press('Enter');
  await expect.poll(() => headersOf('/api/search')['x-xsrf-token']).toBe('of-the-cookie');
  const { scope } = await kept(page);
  expect(headersOf('/api/search')).toMatchObject({
    authorization: expect.stringMatching(/^Bearer \S+$/),
    'x-outlet-id': String(scope.outletId),
  });
  expect(headersOf('/api/search')['x-connection-id']).toBeTruthy();
  await context.close();
});

test('[R18.1] only the outbox (10 s), the probe (4 s) and printing (5 s) end a call; a search is still taken after 15 s', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const context = await browser.newContext();
  // The person has allowed the app to reach the print server. While the browser asks for that, printing waits longer.
  await context.addInitScript(() => {
    navigator.permissions.query = async () => ({ state: 'granted' }) as PermissionStatus;
  });
  const page = await context.newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('manager@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', 30);
  await till.checkIn();
  await till.add('Garudhiya');

  const began = new Map<Request, number>();
  const waited = new Map<string, number>();
  context.on('request', (request) => began.set(request, performance.now()));
  context.on('requestfailed', (request) => {
    const path = pathOf(request);
    const tookMs = performance.now() - (began.get(request) ?? 0);
    if (!waited.has(path)) waited.set(path, tookMs);
  });
  const seconds = (path: string) => (waited.get(path) ?? 0) / 1000;
  // A busy machine notices the end of a call late, never early.
  const lasted = (path: string, wanted: number) => {
    expect(seconds(path)).toBeGreaterThan(wanted - 0.3);
    expect(seconds(path)).toBeLessThan(wanted + 3);
  };

  // The person searches first; the answer comes while everything else waits.
  const search = await hold(context, /\/api\/search\?/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('Garudhiya');
  await page.keyboard.press('Enter');
  const searchedAt = performance.now();

  const print = await hold(context, /\/print$/);
  const save = await hold(context, /\/api\/bis\/bill\/(create|update)$/);
  await till.bill.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => seconds('/print'), { timeout: 20_000 }).toBeGreaterThan(0);
  lasted('/print', 5);
  const outbox = () => [...waited.keys()].find((path) => path.startsWith('/api/bis/bill/')) ?? '';
  await expect.poll(outbox, { timeout: 20_000 }).not.toBe('');
  lasted(outbox(), 10);

  // The server is silent for every call: the probe finds it out.
  const probe = await hold(context, /\/api\/app\/info$/);
  await expect.poll(() => seconds('/api/app/info'), { timeout: 40_000 }).toBeGreaterThan(0);
  lasted('/api/app/info', 4);

  await expect.poll(() => performance.now() - searchedAt, { timeout: 30_000 }).toBeGreaterThan(15_000);
  expect(waited.has('/api/search')).toBe(false);
  const answer = page.waitForResponse(/\/api\/search\?/);
  search.go();
  expect((await answer).status()).toBe(200);
  await page.getByRole('searchbox', { name: 'Search' }).click();
  await expect(page.getByRole('option', { name: /Garudhiya/ }).first()).toBeVisible();
  for (const held of [print, save, probe]) held.go();
  await context.close();
});

test('[R10.1] a record has labelled rows, dates as DD-MMM-yyyy, links, N/A for nothing, and an edit button', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  const made = async (path: string, data: object): Promise<number> => {
    const headers = await ownHeaders(page);
    const answer = await page.request.post(`${product.url}/api${path}`, { headers, data });
    expect(answer.status()).toBe(200);
    return (await answer.json()).id;
  };
  const row = (label: string) =>
    page
      .getByRole('dialog')
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd[1]');

  const website = 'https://coral.example/shop';
  const vendor = await made('/ims/vendor/create', {
    key: crypto.randomUUID(),
    name: 'Coral Foods',
    phone: '7770001',
    website,
  });
  await page.goto(`${product.url}/vendors/view/${vendor}`);
  await expect(row('Name')).toHaveText('Coral Foods');
  await expect(row('Website').getByRole('link')).toHaveAttribute('href', website);
  await expect(row('Address')).toHaveText('N/A');
  const labels = await page.getByRole('dialog').locator('dt').allTextContents();
  expect(labels.length).toBeGreaterThan(5);
  expect(labels.every((label) => label.trim() !== '')).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Vendor' })).toBeVisible();

  const birthday = '2000-02-29';
  const customer = await made('/crm/customer/create', {
    key: crypto.randomUUID(),
    name: 'Zulfa',
    phone: '7770002',
    birthday,
  });
  await page.goto(`${product.url}/customers/view/${customer}`);
  await expect(row('Birthday')).toHaveText('29-Feb-2000');
  await expect(row('Email')).toHaveText('N/A');
  await context.close();
});
