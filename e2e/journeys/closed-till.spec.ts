/** Somebody else opens the browser of a till that was closed, or locked while the server was away. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { callWithKey, refreshTokenIn, stealStorage } from '../support/stolen-storage.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

const manager = 'manager@atoll.test';

/** An entry of the outbox, as it is stored. */
interface Waiting {
  readonly body: { readonly key: string };
  readonly outletId: number;
  readonly mark: string;
}
const shell = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Returns a till on which the manager works, whose tab can be closed while its browser profile stays. */
async function openTill(browser: Browser): Promise<{ till: Till; profile: BrowserContext }> {
  const profile = await browser.newContext();
  const till = new Till(await profile.newPage(), product);
  await till.open('/auth/login');
  await till.signInAs(manager);
  await expect(till.page.getByText('Online', { exact: true })).toBeVisible();
  return { till, profile };
}

/** Opens the till's browser again, without the app, which would tell the server to lock, and tries to renew the session. */
async function renew(profile: BrowserContext): Promise<unknown> {
  const page = await profile.newPage();
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(product.url);
  const refreshToken = refreshTokenIn(await stealStorage(page), manager);
  expect(refreshToken).not.toBe('');
  const answers = [];
  for (const more of [{}, { page: '' }]) {
    const { status, body } = await callWithKey(page, '/auth/refresh', refreshToken, more);
    answers.push([status, (body as { reason?: string }).reason]);
  }
  await page.close();
  return answers;
}

/** Opens the till as its own people do: it asks for the passcode, and works with it. */
async function openAgain(profile: BrowserContext): Promise<void> {
  const page = await profile.newPage();
  await page.goto(`${product.url}/billing/history`);
  await page.getByLabel('Passcode').pressSequentially('4826');
  await expect(shell(page)).toBeVisible();
  await page.goto(`${product.url}/billing/history`);
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
}

const nothing = [
  [401, 'locked'],
  [401, 'locked'],
];

test('[R36.1] who opens the browser of a till that was closed cannot renew its session without the passcode', async ({
  browser,
}) => {
  const { till, profile } = await openTill(browser);
  // A reload asks for nothing.
  await till.page.reload();
  await expect(shell(till.page)).toBeVisible();
  await expect(till.page.getByText('Online', { exact: true })).toBeVisible();
  await till.page.close();
  expect(await renew(profile)).toEqual(nothing);
  await openAgain(profile);
  await profile.close();
});

/** Sends a check-in with a token, as a program can. Returns the status and the reason of a refusal. */
async function send(page: Page, token: string, outlet: number, data: object): Promise<unknown> {
  const headers = { Authorization: `Bearer ${token}`, 'X-Outlet-Id': String(outlet) };
  const answer = await page.request.post(`${product.url}/api/bis/bill/create`, { headers, data });
  return [answer.status(), ((await answer.json()) as { reason?: string }).reason];
}

test('[R36.33] who opens the browser of a till that was closed sends what its person made, and nothing of their own', async ({
  browser,
}) => {
  const { till, profile } = await openTill(browser);
  await till.ensureShift();
  await till.openSlot('Table', 9);
  await till.checkIn();
  await till.openSlot('Table', 10);
  await expect(till.page.getByText('Online', { exact: true })).toBeVisible();
  await product.killServer();
  await till.checkIn();
  // The mark is stored a moment after the work.
  await expect.poll(async () => (await stealStorage(till.page)).database).toContain('"mark":');
  await till.page.close();
  await product.startServer();

  const page = await profile.newPage();
  await page.route('**/assets/**', (route) => route.abort());
  await page.goto(product.url);
  const stolen = await stealStorage(page);
  const [[, made] = []] = (JSON.parse(stolen.database) as { outbox: [number, Waiting][] }).outbox;
  if (!made) throw new Error('Nothing waits');
  const own = { ...made.body, key: crypto.randomUUID(), slot: '11' };
  const waiting = [made.body.key, own.key].map((key) => `bill.create ${key}`);
  const { body } = await callWithKey(page, '/auth/lock', refreshTokenIn(stolen, manager), {
    waiting,
    marks: [made.mark, made.mark],
  });
  const { sendToken, sendNames } = body as { sendToken: string; sendNames: string[] };
  expect(sendNames).toEqual([`${waiting[0]} ${made.mark.split('.')[0]}`]);
  const outcomes = [];
  for (const data of [own, { ...made.body, slot: '11' }, made.body])
    outcomes.push(await send(page, sendToken, made.outletId, data));
  expect(outcomes).toEqual([
    [401, 'locked'],
    [401, 'locked'],
    [200, undefined],
  ]);
  await page.close();
  await openAgain(profile);
  await profile.close();
});

test('[R36.1] who opens the browser of a till that was locked while the server was away needs the passcode', async ({
  browser,
}) => {
  const { till, profile } = await openTill(browser);
  await product.killServer();
  await till.button('Account menu').click();
  await till.page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(till.page.getByLabel('Passcode')).toBeVisible();
  await till.page.close();
  await product.startServer();
  expect(await renew(profile)).toEqual(nothing);
  await openAgain(profile);
  await profile.close();
});
