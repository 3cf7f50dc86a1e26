import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { atRest, sizes } from '../support/cut-off.ts';
import { faultsInLooks } from '../support/look.ts';
import { startProduct } from '../support/product.ts';
import { outOfReach } from '../support/reach.ts';

test.use({ ignoreHTTPSErrors: true });

const shots = process.env['SHOTS'];

/** The list of items as Loyverse exports it. */
const items = [
  'Handle,SKU,Name,Category,Description,Sold by weight,Option 1 name,Option 1 value,Cost,Barcode,Track stock,Available for sale [Malé],Price [Malé],In stock [Malé]',
  'black-tea,10001,Black Tea,Tea,,N,,,4.00,,N,Y,15.00,',
  'fried-rice,10002,Fried Rice,Rice,,N,Size,Small,20.00,4001,N,Y,65.00,',
  'fried-rice,10003,Fried Rice,Rice,,N,Size,Large,30.00,4002,N,Y,90.00,',
].join('\n');

/** Fills the steps up to the printers. */
async function toPrinters(page: Page): Promise<void> {
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByLabel('Your name').fill('Hawwa Manik');
  await page.getByLabel('Email').fill('hawwa@reef.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('textbox', { name: 'Passcode' }).fill('2580');
  await next.click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reef House');
  await page.getByRole('textbox', { name: 'Address' }).fill('Majeedhee Magu, Malé');
  await next.click();
  await next.click();
}

/** Returns what is wrong with the screen as it is, in all its looks. */
async function faultsHere(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const fault of await outOfReach(page)) faults.push(`${name} ${size.width}: ${fault}`);
    for (const theme of shots ? ['light', 'dark'] : []) {
      await page.evaluate((to) => document.documentElement.setAttribute('data-theme', to), theme);
      await atRest(page);
      await page.screenshot({ path: `${shots}/${name}-${size.width}-${theme}.png` });
    }
  }
  return [...faults, ...(await faultsInLooks(page, name))];
}

test("[R31.50] the first visit offers 'I come from Loyverse, Square, Odoo or a table', lists the printers found, and ends with 'Trust a device', 'Add a till' and 'Practice'", async ({
  page,
  browser,
}) => {
  const product = await startProduct({ DEMO: '0', TLS: 'own', HOST: '0.0.0.0' });
  const faults: string[] = [];
  const till = new Till(page, product);
  await till.open();
  await toPrinters(page);

  const printers = page.getByRole('region', { name: 'Found printers' });
  for (const name of ['Kitchen', 'Bar', 'Front'])
    await expect(printers.getByRole('listitem').filter({ hasText: name })).toContainText('127.0.0.1');
  await till.button('Print a test on Bar').click();
  await expect(printers.getByText(/The test page is on its way/)).toBeVisible();
  expect(product.bar.tickets.length).toBeGreaterThan(0);
  await expect(till.button('Look for printers')).not.toHaveAttribute('aria-busy', { timeout: 30_000 });
  faults.push(...(await faultsHere(page, 'printers')));
  await page.getByLabel('Kitchen tickets').selectOption('Kitchen');
  await till.button('Next').click();

  await page.getByLabel('I come from Loyverse, Square, Odoo or a table').check();
  const from = page.getByRole('tablist', { name: 'I come from' });
  await expect(from.getByRole('tab')).toHaveText(['Loyverse', 'Square', 'Odoo', 'A table']);
  await from.getByRole('tab', { name: 'Loyverse' }).click();
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'export_items.csv', mimeType: 'text/csv', buffer: Buffer.from(items) });
  await expect(page.getByText('2 items read. New categories: Tea, Rice.')).toBeVisible();
  faults.push(...(await faultsHere(page, 'menu')));
  await till.button('Finish').click();

  await expect(page.getByRole('heading', { name: 'You can sell now' })).toBeVisible();
  await noFaults(page, 'ready');
  faults.push(...(await faultsHere(page, 'ready')));
  expect(faults).toEqual([]);

  // 'Trust a device' leads to the certificate of the shop.
  await till.button('Trust a device').click();
  const trust = page.getByRole('dialog', { name: 'Trust a device' });
  await expect(trust.getByRole('img', { name: /^QR code of http:/ })).toBeVisible();
  const hello = await trust.getByText(/^http:\/\/.+\/hello$/).innerText();
  expect((await page.request.get(`${hello}/ca.crt`)).headers()['content-type']).toBe('application/x-x509-ca-cert');
  await trust.getByRole('button', { name: 'Close' }).click();

  // 'Add a till' signs the owner in on another device.
  const made = page.waitForResponse(/\/api\/auth\/join-code$/);
  await till.button('Add a till').click();
  const { join } = (await (await made).json()) as { join: { url: string } };
  const dialog = page.getByRole('dialog', { name: 'Add a device' });
  await expect(dialog.getByRole('img', { name: 'QR code: 2 Join' })).toBeVisible();
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(join.url);
  await phone.getByLabel('Passcode', { exact: true }).fill('2580');
  await expect(phone.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await context.close();
  await dialog.getByRole('button', { name: 'Close' }).click();

  // 'Practice' sells what came from Loyverse, and nothing of it counts.
  await till.button('Practice').click();
  await expect(page).toHaveURL(/\/billing\/new\/Table\/1$/);
  await expect(page.getByText('PRACTICE', { exact: true }).first()).toBeVisible();
  await till.ensureShift();
  await till.openSlot('Table', 1);
  await till.checkIn();
  await till.add('Black Tea');
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('Fried Rice');
  await page
    .getByRole('group', { name: 'Items' })
    .getByRole('button', { name: /^Fried Rice/ })
    .click();
  await expect(page.getByRole('dialog').getByText('Large')).toBeVisible();
  await product.close();
});

test('the first visit says why no device can trust a server without an authority, and a person sells at once', async ({
  page,
}) => {
  const product = await startProduct({ DEMO: '0' });
  const till = new Till(page, product);
  await till.open();
  await toPrinters(page);
  await till.button('Next').click();
  await till.button('Finish').click();
  await expect(page.getByText('This server has no certificate of its own for devices to trust')).toBeVisible();
  await expect(till.button('Trust a device')).toBeDisabled();
  await till.button('Start selling').click();
  await expect(page).toHaveURL(/\/billing\/new\/Table\/1$/);
  await product.close();
});
