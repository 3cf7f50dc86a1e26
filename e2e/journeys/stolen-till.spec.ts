/** Attacks on a till whose storage was copied, and on a locked profile of a till that others use. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import {
  ageVerifiers,
  callWithKey,
  plantStorage,
  refreshTokenIn,
  type StolenStorage,
  stealStorage,
} from '../support/stolen-storage.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

const manager = 'manager@atoll.test';

/** Opens a till; the app itself is cached on one that works without the server. */
async function openTill(browser: Browser, isAway = false): Promise<Till> {
  const page = await (await browser.newContext({ serviceWorkers: isAway ? 'allow' : 'block' })).newPage();
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs(manager);
  return till;
}

async function lock({ page }: Till): Promise<void> {
  const locked = page.waitForResponse((response) => response.url().endsWith('/api/auth/lock'));
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByLabel('Passcode')).toBeVisible();
  await locked;
}

const shell = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Tries everything that looks like a token, and the right passcode, as a call from another machine. */
async function outcomes(page: Page, stolen: StolenStorage): Promise<unknown> {
  const refreshToken = refreshTokenIn(stolen, manager);
  expect(refreshToken).not.toBe('');
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${product.url}/api${path}`, { data });
    return [answer.status(), ((await answer.json()) as { reason: string }).reason];
  };
  const text = JSON.stringify(stolen);
  const accessTokens = text.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
  return {
    accessTokens,
    refresh: await post('/auth/refresh', { refreshToken }),
    unlock: await post('/auth/unlock', { refreshToken, passcode: '4826' }),
    lock: await post('/auth/lock', { refreshToken, waiting: ['bill.void x'] }),
  };
}

const nothing = {
  accessTokens: [],
  refresh: [401, 'deviceForeign'],
  unlock: [401, 'deviceForeign'],
  lock: [401, 'deviceForeign'],
};

for (const isLocked of [false, true]) {
  const state = isLocked ? 'locked' : 'open';
  test(`[R36.2] the copied storage of a till that was ${state} opens nothing on another machine`, async ({
    browser,
  }) => {
    const till = await openTill(browser);
    for (const each of isLocked ? [till] : []) await lock(each);
    const stolen = await stealStorage(till.page);

    const page = await (await browser.newContext()).newPage();
    expect(await outcomes(page, stolen)).toEqual(nothing);
    // The thief opens the app itself on the copy, and knows the passcode.
    await page.goto(`${product.url}/auth/login`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await plantStorage(page, stolen);
    await page.goto(`${product.url}/billing/history`);
    const passcode = page.getByLabel('Passcode');
    const signIn = page.getByRole('heading', { name: 'Sign in' });
    await expect(passcode.or(signIn)).toBeVisible();
    // The server may have ended this copy before the passcode is typed.
    const typing = isLocked ? passcode.pressSequentially('4826', { timeout: 10_000 }) : undefined;
    await typing?.catch(() => undefined);
    await expect(signIn).toBeVisible();
    await expect(shell(page)).toHaveCount(0);

    // The till itself goes on.
    for (const each of isLocked ? [till.page.getByLabel('Passcode')] : []) await each.pressSequentially('4826');
    await expect(shell(till.page)).toBeVisible();
    await till.page.goto(`${product.url}/billing/history`);
    await expect(till.page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
    await till.page.context().close();
    await page.context().close();
  });
}

test('[R36.1][R36.3] a waiter at the same till gets nothing with the locked manager’s tokens and the till’s own key', async ({
  browser,
}) => {
  const till = await openTill(browser);
  const { page } = till;
  await lock(till);
  await page.getByRole('link', { name: 'Not you?' }).click();
  await page.getByText('Add profile').click();
  await till.signInAs('user@atoll.test');
  const refreshToken = refreshTokenIn(await stealStorage(page), manager);
  const attack = (path: string, more: object) => callWithKey(page, path, refreshToken, more);
  expect(await attack('/auth/refresh', {})).toMatchObject({
    status: 401,
    body: { reason: 'locked', sendToken: null, sendNames: [] },
    isExtractable: false,
  });
  expect(await attack('/auth/lock', { waiting: ['bill.void x'] })).toMatchObject({
    status: 200,
    body: { sendToken: null, sendNames: [] },
  });
  expect(await attack('/auth/unlock', { passcode: '0001' })).toMatchObject({
    status: 401,
    body: { reason: 'passcodeWrong' },
  });
  await page.context().close();
});

test('[R36.33] a till that locked without the server sends its bills when it is back, and stays locked', async ({
  browser,
}) => {
  const till = await openTill(browser, true);
  const { page } = till;
  await till.ensureShift();
  await till.openSlot('Table', 9);
  await till.checkIn();
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  // The service worker caches the app shell.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await till.openSlot('Table', 10);
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await product.killServer();
  await till.checkIn();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByLabel('Passcode')).toBeVisible();
  const sent = page.waitForResponse((response) => response.url().endsWith('/bis/bill/create') && response.ok(), {
    timeout: 60_000,
  });
  await product.startServer();
  // The screen stays locked, and the bill arrives.
  await sent;
  await expect(page.getByLabel('Passcode')).toBeVisible();
  await page.context().close();
});

test('[R36.34] a till that was unlocked without the server opens its session by itself; after a reload it asks once and counts the bills', async ({
  browser,
}) => {
  // Unlocking without the server is slow on purpose, and the server starts again.
  test.setTimeout(240_000);
  const till = await openTill(browser, true);
  const { page } = till;
  const profile = page.getByRole('dialog', { name: 'Profile' });
  const passcode = page.getByLabel('Passcode', { exact: true });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await profile.getByRole('textbox', { name: 'Your passcode' }).fill('4826');
  await profile.getByRole('button', { name: 'Unlock without server' }).click();
  await expect(profile.getByText('Chosen on this till.')).toBeVisible({ timeout: 30_000 });
  await profile.getByRole('button', { name: 'Close' }).click();
  await till.ensureShift();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  const unlockAway = async (): Promise<void> => {
    await lock(till);
    await product.killServer();
    await passcode.pressSequentially('4826');
    await expect(shell(page)).toBeVisible({ timeout: 30_000 });
  };
  const arrived = (path: string) =>
    page.waitForResponse((answer) => answer.url().endsWith(`/api${path}`) && answer.ok(), { timeout: 60_000 });
  const back = async (): Promise<void> => {
    await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 60_000 });
  };

  await till.openSlot('Table', 11);
  await back();
  await unlockAway();
  expect(JSON.stringify(await stealStorage(page))).not.toContain('4826');
  await till.openSlot('Table', 11);
  await till.checkIn();
  const [opened, sent] = [arrived('/auth/unlock'), arrived('/bis/bill/create')];
  await product.startServer();
  // Nobody types anything.
  await Promise.all([opened, sent]);
  await expect(shell(page)).toBeVisible();
  await back();

  await unlockAway();
  for (const table of [12, 13]) {
    await till.openSlot('Table', table);
    await till.checkIn();
  }
  await page.reload();
  await product.startServer();
  await expect(page.getByRole('status').filter({ hasText: '2 bills wait for your passcode' })).toBeVisible({
    timeout: 60_000,
  });
  const later = arrived('/bis/bill/create');
  await passcode.pressSequentially('4826');
  await later;
  await back();
  // [R36.4] Who does not unlock a till for 14 days leaves nothing there that gives the passcode.
  const verifier = async () => /"keptAt":\d+/.exec((await stealStorage(page)).database);
  await expect.poll(verifier).not.toBeNull();
  await ageVerifiers(page, 15);
  await page.reload();
  await back();
  await expect.poll(verifier).toBeNull();
  await page.context().close();
});

test('[R36.5] [R36.9] a manager approves a void, and the payment of a discount that grew, by approval code while the server is away', async ({
  browser,
}) => {
  // Unlocking without the server is slow on purpose, and the server starts again.
  test.setTimeout(240_000);
  const till = await openTill(browser, true);
  const { page } = till;
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const form = page.getByRole('form', { name: 'Approval code' });
  await form.getByLabel('New approval code').fill('482613');
  await form.getByLabel('Current password').fill('atoll-demo');
  await form.getByRole('button', { name: 'Set approval code' }).click();
  await expect(form.getByText('Set on this till.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Close' }).click();
  await lock(till);
  await page.getByRole('link', { name: 'Not you?' }).click();
  await page.getByText('Add profile').click();
  await till.signInAs('user@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', 15);
  await till.checkIn();
  await till.add('Roshi');
  await till.save();
  await expect.poll(() => product.kitchen.tickets.join('')).toContain('Roshi');
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await till.openSlot('Table', 16);
  await till.checkIn();
  await till.add('Roshi');
  await till.save();
  await till.bill.getByRole('button', { name: 'Discount' }).click();
  const discount = page.getByRole('dialog', { name: 'Discount' });
  await discount.getByRole('button', { name: '10%' }).click();
  await discount.getByRole('button', { name: 'Apply' }).click();
  await approval.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await approval.getByRole('button', { name: 'Regular guest' }).click();
  await approval.getByLabel(/^Passcode of/).fill('4826');
  await expect(approval).toHaveCount(0);
  await expect(discount).toHaveCount(0);
  const seen = ((await till.total('Discount').textContent()) ?? '').replace('−', '');
  await till.openSlot('Table', 15);
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await product.killServer();
  await expect(page.getByRole('status').getByText(/^Offline/)).toBeVisible({ timeout: 30_000 });

  await till.lines.filter({ hasText: 'Roshi' }).getByRole('button', { name: 'Void item' }).click();
  await page.getByRole('dialog', { name: 'Void item' }).getByRole('button', { name: 'Wrong item' }).click();
  const code = approval.getByLabel('Approval code of Ibrahim Nasheed');
  await expect(code).toBeFocused();
  await noFaults(page, 'approval without the server');
  await page.keyboard.type('111112');
  await expect(approval.getByRole('alert')).toHaveText('Wrong approval code', { timeout: 30_000 });
  for (const digit of '482613') await approval.getByRole('button', { name: digit, exact: true }).click();
  await expect(approval).toHaveCount(0, { timeout: 30_000 });
  await expect(till.lines.filter({ hasText: 'void' })).toHaveCount(1);

  await till.openSlot('Table', 16);
  await till.add('Roshi');
  await till.save();
  const now = ((await till.total('Discount').textContent()) ?? '').replace('−', '');
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await till.button('Pay').click();
  await expect(approval).toContainText(/Needs approval: Discount on bills, 10 %/);
  await expect(approval).toContainText(`Discount of 10 %: MVR ${seen} off when it was given, MVR ${now} off now`);
  await expect(page.getByText('invoice number follows')).toHaveCount(0);
  await approval.getByLabel('Approval code of Ibrahim Nasheed').fill('482613');
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toContainText('invoice number follows', {
    timeout: 30_000,
  });

  // The void, not the item that was saved before it and waits too.
  const sentTo = (path: string) =>
    page.waitForResponse(
      (answer) => answer.url().endsWith(path) && 'x-approval' in answer.request().headers() && answer.ok(),
      { timeout: 60_000 },
    );
  const [sent, paid] = [sentTo('/bis/bill/update'), sentTo('/bis/bill/pay')];
  await product.startServer();
  const { id } = (await (await sent).json()) as { id: number };
  expect(((await (await paid).json()) as { approved: string[] }).approved).toContainEqual(
    expect.stringMatching(/^offline-/),
  );
  await page.goto(`${product.url}/billing/history/view/${id}`);
  await expect(page.getByText('Approved without server').first()).toBeVisible();
  await expect(page.getByText(/approved by Ibrahim Nasheed · Approved without server/i)).toBeVisible();
  await page.context().close();
});
