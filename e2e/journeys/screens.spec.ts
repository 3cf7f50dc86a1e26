import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';
import { some } from '../support/sample.ts';

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

/** No sideways scroll of the page, nothing of the screen beyond its edges. */
async function isWhole(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide =
      document.documentElement.scrollWidth > innerWidth
        ? [`the page is ${document.documentElement.scrollWidth} wide`]
        : [];
    const cut = [...document.querySelectorAll('button, a, input, h1, h2')].filter((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) return false;
      // What stands in something that scrolls sideways by design is reached by scrolling.
      for (let up = element.parentElement; up; up = up.parentElement) {
        const { overflowX } = getComputedStyle(up);
        if ((overflowX === 'auto' || overflowX === 'scroll') && up.scrollWidth > up.clientWidth + 1) return false;
      }
      const isHidden =
        element.closest('.visually-hidden, [aria-hidden="true"]') || element.getAttribute('href') === '#screen';
      return !isHidden && (box.right > innerWidth + 1 || box.left < -1);
    });
    return [...wide, ...cut.map((element) => `${element.tagName} ${element.textContent ?? ''}`.slice(0, 80))];
  });
}

async function noFaults(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(
    violations.map((each) => `${name}: ${each.id} ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

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
      for (const fault of await isWhole(page)) cut.push(`${name} at ${size.width}: ${fault}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await noFaults(page, name);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    await noFaults(page, `${name} in the dark`);
    await page.evaluate(() => {
      document.documentElement.setAttribute('data-theme', 'light');
      document.documentElement.dir = 'rtl';
    });
    for (const fault of await isWhole(page)) cut.push(`${name} from right to left: ${fault}`);
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
