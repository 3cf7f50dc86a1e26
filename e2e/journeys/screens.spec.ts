import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { type Product, startProduct } from '../support/product.ts';
import { some } from '../support/sample.ts';
import { cutOff } from '../support/whole.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

test('axe finds nothing and nothing is cut off, on every screen, in five sizes, light, dark and from right to left', async ({
  page,
}) => {
  test.setTimeout(240_000);
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
  const cut: string[] = [];
  for (const [name, path, heading] of some(screens, 4)) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { name: new RegExp(heading) }).first()).toBeVisible();
    for (const size of some(sizes, 2)) {
      await page.setViewportSize(size);
      for (const fault of await cutOff(page)) cut.push(`${name} at ${size.width}: ${fault}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await noFaults(page, name);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await noFaults(page, `${name} in the dark`);
    await page.evaluate(() => {
      document.documentElement.setAttribute('data-theme', 'light');
      document.documentElement.dir = 'rtl';
    });
    for (const fault of await cutOff(page)) cut.push(`${name} from right to left: ${fault}`);
    await page.evaluate(() => {
      document.documentElement.dir = 'ltr';
    });
  }
  expect(cut).toEqual([]);
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
