import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { faultsInLooks } from '../support/look.ts';
import { type Product, startProduct } from '../support/product.ts';
import { isLong, some } from '../support/sample.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

/** Content that opens over a screen without its own address: the screen, and the buttons to press, one after another. */
const opened: readonly (readonly [name: string, path: string, ...presses: string[]])[] = [
  ['discount', '/billing/new/Table/2', 'Discount'],
  ['transfer', '/billing/new/Table/2', 'Transfer'],
  ['split', '/billing/new/Table/2', 'Split'],
  ['details', '/billing/new/Table/2', 'Details'],
  ['void of a bill', '/billing/new/Table/2', 'Void Bill'],
  ['void of an item', '/billing/new/Table/2', 'Void item'],
  ['note', '/billing/new/Table/2', 'Note'],
  ['notifications', '/dashboard', 'Notifications'],
  ['filter', '/menu/menu-items', 'Filter'],
  ['columns', '/menu/menu-items', 'Columns'],
  ['cards', '/menu/menu-items', 'Card view'],
  ['row actions', '/customers', 'Row actions'],
  ['account menu', '/dashboard', 'Account menu'],
  ['new printer', '/settings?section=printers', 'Add printer'],
  ['new block', '/website', 'New block'],
  ['QR sheet', '/website', 'QR sheet'],
];

test('axe finds nothing and nothing is cut off, on every screen, in five sizes, light, dark and from right to left', async ({
  page,
}) => {
  test.setTimeout(isLong ? 900_000 : 240_000);
  const till = new Till(page, product);
  await till.open();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await noFaults(page, 'login');
  await till.signInAs('manager@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', 2);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.save();
  await till.add('Roshi');
  const screens: readonly (readonly [string, string, string])[] = [
    ['dashboard', '/dashboard', 'Dashboard'],
    ['bill', '/billing/new/Table/2', 'Table 2'],
    ['size', `/billing/select-size?item=1&r=/billing/new/Table/2`, 'Table 2'],
    ['customer', '/billing/new/Table/2/customer?r=/billing/new/Table/2', 'Select a Customer'],
    ['history', '/billing/history', 'Billing History'],
    ['shifts', '/billing/shifts', 'Shift History'],
    ['close shift', '/billing/shift/close', 'Close Shift'],
    ['new sale', '/billing/new-sale', 'A shift is open'],
    ['outlets', '/dashboard/outlets', 'Switch outlet'],
    ['not found', '/no/such/screen', 'Page not found'],
  ];
  const faults: string[] = [];
  for (const [name, path, heading] of some(screens, 8)) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { name: new RegExp(heading) }).first()).toBeVisible();
    faults.push(...(await faultsInLooks(page, name)));
  }
  expect(faults).toEqual([]);
  await page.goto(`${product.url}/billing/new/Table/2`);
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await noFaults(page, 'checkout');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  await noFaults(page, 'paid');
  await till.button('Account menu').click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByLabel('Passcode')).toBeVisible();
  await noFaults(page, 'lock');
});

test('axe finds nothing and nothing is cut off in overlays without address and in the sections of the settings', async ({
  page,
}) => {
  test.setTimeout(isLong ? 1_800_000 : 120_000);
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', 4);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.save();
  await till.openSlot('Table', 2);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.save();
  await till.add('Roshi');
  const faults: string[] = [];
  for (const [name, path, ...presses] of some(opened, 16)) {
    await page.goto(product.url + path);
    for (const press of presses) await page.getByRole('button', { name: press }).first().click();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    faults.push(...(await faultsInLooks(page, name)));
  }
  await page.goto(`${product.url}/settings`);
  const sections = page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button');
  await expect(sections.first()).toBeVisible();
  for (const section of some(await sections.allTextContents(), 12)) {
    await sections.filter({ hasText: new RegExp(`^${section}$`) }).click();
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible();
    faults.push(...(await faultsInLooks(page, `settings, ${section}`)));
  }
  expect(faults).toEqual([]);
});
