/** A till that runs while a new version of the app is installed on the server. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { root } from '../support/process.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

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

/** Installs the next version on the server, and waits until the browser has fetched it. */
async function installNext(page: Page): Promise<void> {
  appendFileSync(join(web, 'sw.js'), '\n// The next version.\n');
  await expect.poll(() => waits(page)).toBe(true);
}

/** How long a browser keeps an old version that was called at the moment when it should have ended: 5 minutes, and the next look of the till. */
const maxKeptMs = 330_000;

/** Resolves when the page was loaded again, with the new version. */
const loadedAgain = (page: Page): Promise<unknown> => page.waitForEvent('load', { timeout: maxKeptMs });

test('[R13.4] [R31.34] a new version is offered once, waits for the end of a sale, and is loaded by itself by a locked till only where the outlet says so', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000 + 2 * maxKeptMs);
  await page.clock.install();
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.openSlot('Table', 5);
  await till.checkIn();
  expect(await waits(page)).toBe(false);

  await till.add('Garudhiya');
  await installNext(page);
  const offer = page.getByRole('status', { name: 'New version' });
  await expect(offer).toHaveText(/A new version is ready/);
  await expect(offer.getByRole('button', { name: 'Load now' })).toHaveCount(0);
  await till.button('After this sale').click();
  await expect(offer).toContainText('The new version is loaded after this sale');
  await expect(till.unsaved).toBeVisible();
  expect(await waits(page)).toBe(true);

  const loaded = loadedAgain(page);
  await till.save();
  await loaded;
  await expect(till.lines.filter({ hasText: 'Garudhiya' })).toHaveCount(1);
  expect(await waits(page)).toBe(false);
  await expect(offer).toHaveCount(0);

  await installNext(page);
  await till.button('Later').click();
  await expect(offer).toHaveCount(0);

  const owner = await waiterOf(request, product, 'admin@atoll.test');
  const lock = async (): Promise<void> => {
    await till.button('Account menu').click();
    await page.getByRole('menuitem', { name: 'Lock' }).click();
    await expect(page.getByLabel('Passcode')).toBeVisible();
    // Longer than two minutes, and than the time after which the till looks whether it may.
    await page.clock.fastForward('02:10');
  };
  await lock();
  expect(await waits(page)).toBe(true);
  await page.getByLabel('Passcode').pressSequentially('4826');
  await expect(till.bill).toBeVisible();
  // Unlocking reads the settings too, before the owner changes them.
  const fetched = page.waitForResponse(
    async (response) => /\/api\/app\/settings/.test(response.url()) && (await response.text()).includes('WhenLocked'),
  );
  await owner.call('PUT', '/app/settings', [{ key: 'TillUpdates', value: 'WhenLocked' }]);
  await fetched;
  const byItself = loadedAgain(page);
  await lock();
  await byItself;
  await expect(page.getByLabel('Passcode')).toBeVisible();
  expect(await waits(page)).toBe(false);
});
