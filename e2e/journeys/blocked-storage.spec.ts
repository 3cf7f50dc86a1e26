import { expect, type Page, test } from '@playwright/test';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

/** Opens the page in the browser's sandbox, which refuses each storage as 'Block all cookies' does. */
async function openBlocked(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const response = await route.fetch();
    const isPage = route.request().isNavigationRequest();
    // A sandboxed page has no origin of its own, so its files come from another one.
    const added: Record<string, string> = isPage
      ? { 'content-security-policy': 'sandbox allow-scripts' }
      : { 'access-control-allow-origin': '*' };
    await route.fulfill({ response, headers: { ...response.headers(), ...added } });
  });
  await page.goto(product.url);
  const refusal = await page.evaluate(() => {
    try {
      return String(localStorage.length);
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(refusal).toBe('SecurityError');
}

for (const [locale, title, button] of [
  ['en-GB', 'Atoll cannot store data in this browser', 'Try again'],
  ['dv-MV', 'މި ބްރައުޒަރުގައި އެޓޯލަކަށް ޑޭޓާ ނުރެއްކޭ', 'އަލުން މަސައްކަތްކުރޭ'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`[R35.89] shows what to allow when a browser blocks storage (${locale})`, async ({ page }) => {
      await openBlocked(page);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText(new URL(product.url).host)).toBeVisible();
      await expect(page.getByText('Cannot reach the server')).toHaveCount(0);
      // The button reloads the page, which stays the same while storage is blocked.
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button }).click()]);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}
