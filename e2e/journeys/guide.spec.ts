/** Takes the guide's pictures (`GUIDE=1`), so that they show the product as it is; every run opens the guide as a reader does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { root } from '../support/process.ts';
import { type Product, startProduct } from '../support/product.ts';

const isPainting = process.env['GUIDE'] === '1';
const folder = join(root, 'docs/guide/pictures');

let product: Product;
let page: Page;
test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await newPage(browser);
});
test.afterAll(async () => {
  await page.context().close();
  await product.close();
});

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1180, height: 760 } })).newPage();

/** Waits for the content of a picture, and saves it when pictures are taken. */
async function picture(name: string, sight: Locator, of: Page = page): Promise<void> {
  await expect(sight.first(), name).toBeVisible();
  if (!isPainting) return;
  await expect(of.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  // A picture below the fold is not loaded, and is not visible.
  await of.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
  const bytes = await sharp(await of.screenshot())
    .webp({ quality: 68, effort: 6 })
    .toBuffer();
  expect(bytes.length, name).toBeLessThanOrEqual(60_000);
  writeFileSync(join(folder, `${name}.webp`), bytes);
}

const go = (path: string) => page.goto(product.url + path);
const heading = (name: string | RegExp) => page.getByRole('heading', { name });

test('the sign-in page links to the guide, whose pages show their pictures and pass the checker', async () => {
  const till = new Till(page, product);
  await till.open();
  await picture('sign-in', heading('Sign in'));
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Getting started' }).click(),
  ]);
  await expect(opened).toHaveURL(`${product.url}/help/starting.html`);
  await expect(opened.getByRole('heading', { name: 'Starting' })).toBeVisible();
  await noFaults(opened, 'guide');
  for (const name of ['Waiter', 'Cashier', 'Kitchen', 'Manager', 'Owner']) {
    await opened.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name }).click();
    await expect(opened.getByRole('heading', { level: 1, name })).toBeVisible();
    const broken = await opened.evaluate(async () => {
      const shown = [...document.images];
      for (const image of shown) image.loading = 'eager';
      await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
      return shown.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
    });
    // While pictures are taken, the built product may lack some.
    expect(isPainting ? [] : broken).toEqual([]);
  }
  await opened.close();
});

test('? shows the keyboard shortcuts, and a screen links to its section of the guide', async () => {
  const till = new Till(page, product);
  await till.signInAs('admin@atoll.test');
  await go('/billing/new-sale');
  await picture('new-sale', till.button('Start Shift').or(heading('A shift is open')));
  await till.ensureShift();
  await go('/billing/history');
  await expect(heading('Billing History')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search this list' }).press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('');
  await page.getByRole('searchbox', { name: 'Search this list' }).blur();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('term').filter({ hasText: 'Move that ticket to its next step' })).toBeVisible();
  await noFaults(page, 'shortcuts', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Guide: Billing History' }).click(),
  ]);
  await expect(opened).toHaveURL(`${product.url}/help/cashier.html#earlier-bills`);
  await expect(opened.getByRole('heading', { name: 'Earlier bills' })).toBeInViewport();
  await opened.close();
});

test('an order works as the waiter’s page describes it', async () => {
  const till = new Till(page, product);
  await till.openSlot('Table', 3);
  for (const next of ['Table 5', 'Table 2']) {
    await till.checkIn();
    await till.add('Garudhiya');
    await till.save();
    await till.tap(till.slot(next));
    await expect(till.bill.getByRole('heading', { name: next })).toBeVisible();
  }
  await till.checkIn();
  await till.add('Garudhiya');
  await till.add('Roshi');
  await till.save();
  await till.add('Mas Huni');
  await picture('bill', till.unsaved);
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('ice cream');
  await page.getByRole('group', { name: 'Items' }).getByRole('button').first().click();
  await picture('size', page.getByRole('dialog', { name: /Select Size|Ice Cream/ }));
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('');
  await till.save();
  await till.bill.getByRole('button', { name: 'Transfer' }).click();
  await picture('transfer', page.getByRole('dialog', { name: 'Transfer' }));
  await page.keyboard.press('Escape');
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await picture('checkout', heading('Checkout'));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await picture('paid', page.getByRole('status').filter({ hasText: 'Paid' }));
});

/** Pictures of screens that other journeys visit: name, address, visible content. */
const views: readonly (readonly [name: string, path: string, title: string])[] = [
  ['printers', '/settings?section=printers', 'Printers'],
  ['close-shift', '/billing/shift/close', 'Close Shift'],
  ['delivery', '/delivery/manage', 'Manage Delivery'],
  ['kitchen', '/kitchen', 'Kitchen'],
  ['dashboard', '/dashboard', 'Dashboard'],
  ['menu-items', '/menu/menu-items', 'Menu Items'],
  ['stock', '/inventory', 'Inventory'],
  ['users', '/users', 'Users'],
  ['settings', '/settings', 'Settings'],
  ['website', '/website', 'Website'],
];

test('every screen that the guide shows exists', async ({ browser }) => {
  for (const [name, path, title] of isPainting ? views : views.slice(0, 1)) {
    await go(path);
    await picture(name, heading(title));
  }
  if (!isPainting) return;
  await go('/reports');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Sales/ })
    .first()
    .click();
  await picture('report', page.getByRole('table'));
  await page.evaluate(() => localStorage.setItem('atoll-language', JSON.stringify({ 'admin@atoll.test': 'dv' })));
  await go('/billing/new/Table/3');
  await picture('dhivehi', page.getByRole('region').first());
  const empty = await startProduct({ DEMO: '0' });
  const other = await newPage(browser);
  await other.goto(empty.url);
  await picture('first-visit', other.getByRole('heading', { level: 2 }), other);
  await other.context().close();
  await empty.close();
});
