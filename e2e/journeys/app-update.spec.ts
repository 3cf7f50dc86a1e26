/** A till that runs while a new version of the app is installed on the server. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { root } from '../support/process.ts';
import { type Product, startProduct } from '../support/product.ts';

test.use({ serviceWorkers: 'allow' });

const web = mkdtempSync(join(tmpdir(), 'atoll-web-'));
let product: Product;
test.beforeAll(async () => {
  cpSync(join(root, 'apps/web/dist'), web, { recursive: true });
  product = await startProduct({ WEB_DIR: web });
});
test.afterAll(async () => {
  await product.close();
  rmSync(web, { recursive: true, force: true });
});

/** Returns whether a new version waits to be activated, after the browser looked for one. */
const waits = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    return registration.waiting !== null;
  });

/** Presses the offer until the page is loaded again: a press right after a message appeared is not taken. */
async function takeOffer(page: Page): Promise<void> {
  const offer = page.getByText(/A new version of Atoll is ready/);
  let isLoaded = false;
  page.once('load', () => {
    isLoaded = true;
  });
  const press = async () => {
    if (!isLoaded) await offer.click({ timeout: 1000 }).catch(() => undefined);
    return isLoaded;
  };
  await expect.poll(press, { timeout: 30_000 }).toBe(true);
}

test('[R13.4] a new version is offered once, waits while items are typed, and is loaded by a tap on the offer', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.openSlot('Table', 5);
  await till.checkIn();
  expect(await waits(page)).toBe(false);

  appendFileSync(join(web, 'sw.js'), '\n// The next version.\n');
  await expect.poll(() => waits(page)).toBe(true);
  const offer = page.getByText(/A new version of Atoll is ready/);
  await expect(offer).toHaveCount(1);
  await till.add('Garudhiya');
  await expect(till.unsaved).toBeVisible();

  await takeOffer(page);
  await expect(till.lines.filter({ hasText: 'Garudhiya' })).toHaveCount(1);
  expect(await waits(page)).toBe(false);
  await expect(offer).toHaveCount(0);
});
