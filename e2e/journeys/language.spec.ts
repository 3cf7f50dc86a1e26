import { type Browser, expect, type Page, test } from '@playwright/test';
import { noFaults } from '../support/axe.ts';
import { closePages } from '../support/close-pages.ts';
import { cutOff, sizes } from '../support/cut-off.ts';
import { type Product, startProduct } from '../support/product.ts';
import { addressOf, findIds, protectedScreens } from '../support/route-walk.ts';
import { some } from '../support/sample.ts';
import { foreignWords, ServerTexts } from '../support/words.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

test('choosing Dhivehi at sign-in shows the app from right to left, and typed text stays', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto(`${product.url}/auth/login`);
  const email = page.locator('input[name="email"]');
  await email.fill('manager@atoll.test');
  await page.getByLabel('Language').selectOption('dv');
  await expect(page.getByRole('heading', { name: 'ސައިން އިން' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(email).toHaveValue('manager@atoll.test');
  await page.getByRole('button', { name: 'ލޮގް އިން', exact: true }).click();
  await expect(page.getByText('ޕާސްވޯޑު ޖެހުން ލާޒިމެވެ')).toBeVisible();
  await page.locator('input[name="password"]').fill('atoll-demo');
  await page.getByRole('button', { name: 'ލޮގް އިން', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'މައި މެނޫ' })).toBeVisible();
  await page.goto(`${product.url}/billing/new-sale`);
  await page.getByLabel('ފެށުމުގެ ބާކީ').fill('500');
  await page.getByRole('button', { name: 'ޝިފްޓް ފަށާ' }).click();
  const bill = page.getByRole('region', { name: 'ބިލް', exact: true });
  await bill.getByRole('button', { name: 'ޗެކް އިން' }).click();
  await expect(bill.getByText('ޗެކް އިން ވެފައި')).toBeVisible();
  await page.getByRole('button', { name: /^Roshi MVR/ }).click();
  await expect(bill.getByText('އަދި ސޭވްނުކުރާ', { exact: true })).toBeVisible();
  // From right to left, the bill is on the left of the slots.
  const [slots, billBox] = [await page.getByRole('tablist').first().boundingBox(), await bill.boundingBox()];
  expect(billBox?.x ?? 0).toBeLessThan(slots?.x ?? 0);
  const cut: string[] = [];
  for (const size of some(sizes, 2)) {
    await page.setViewportSize(size);
    for (const fault of await cutOff(page)) cut.push(`${size.width}: ${fault}`);
  }
  expect(cut).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await noFaults(page, 'bill in Dhivehi');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'މައި މެނޫ' })).toBeVisible();
});

/** Returns a page that uses a language from the start. */
async function pageIn(browser: Browser, code: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((language) => {
    localStorage.setItem('atoll-language', JSON.stringify({ '': language }));
  }, code);
  return page;
}

/** Navigates inside the app, as a link does. */
const follow = (page: Page, to: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, to);

test('every word on a screen comes from the catalogue', async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await pageIn(browser, 'en-XA');
  const serverTexts = new ServerTexts(page);
  const foreign: string[] = [];
  const look = async (name: string) => {
    for (const word of await foreignWords(page, serverTexts)) foreign.push(`${name}: ${word}`);
  };
  await page.goto(`${product.url}/auth/login`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await serverTexts.settled(page);
  await look('Login');
  await page.locator('input[name="email"]').fill('admin@atoll.test');
  await page.locator('input[name="password"]').fill('atoll-demo');
  await page.getByRole('button', { name: '⟦Log in⟧', exact: true }).click();
  await expect(page.getByRole('navigation', { name: '⟦Main⟧' })).toBeVisible();
  const ids = await findIds(page);
  for (const screen of some(protectedScreens, 12)) {
    await follow(page, addressOf(screen, ids));
    await expect(
      page.locator(screen.overlay ? '[role="dialog"]' : 'main h1, main h2').last(),
      screen.name,
    ).toBeVisible();
    await serverTexts.settled(page);
    await expect(page.getByRole('status', { name: '⟦Loading⟧' })).toHaveCount(0);
    await look(screen.name);
  }
  expect(foreign).toEqual([]);
});
