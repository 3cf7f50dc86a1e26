import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

test('[R2.23] an owner runs a report, changes its range, exports it, saves it as a template and finds it again', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.goTo('/reports');
  await page.getByRole('searchbox', { name: 'Find a report' }).fill('person');
  await expect(page.getByRole('button', { name: /^Sales summary/ })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a report' }).fill('');
  await page.getByRole('button', { name: /^Sales summary/ }).click();
  await expect(page).toHaveURL(/\/reports\/view\/\d+$/);
  await page.getByLabel('Range').selectOption('Last Month');
  const table = page.getByRole('table', { name: 'Sales summary' });
  await expect(table.getByRole('row').nth(5)).toBeVisible();
  await page.getByLabel('Compare with').selectOption('Previous period');
  await expect(table.getByRole('cell', { name: 'Change' })).toBeVisible();
  await table.getByRole('button', { name: 'Total', exact: true }).click();
  await expect(table.getByRole('columnheader', { name: /^Total/ })).toHaveAttribute('aria-sort', 'descending');
  await noFaults(page, 'report');
  // A day links to its bills, and those to all of them.
  const day = table.getByRole('row').nth(1);
  const bills = await day.getByRole('cell').nth(1).innerText();
  await day.getByRole('link').click();
  await expect(page).toHaveURL(/\/billing\/history\?.*fromDay=/);
  await expect(page.getByRole('region', { name: 'Billing History' })).toContainText(`of ${bills} items`);
  await page.goBack();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(
    /^Sales summary \d{4}-\d\d-\d\d from \d{4}-\d\d-01 to \d{4}-\d\d-\d\d\.csv$/,
  );
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFFDate,Bills,Guests,Subtotal/);
  await page.getByRole('button', { name: 'Save as template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as template' });
  await dialog.getByLabel('Name').fill('x');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Name').fill('Month before');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const address = page.url();
  await page.reload();
  await expect(page.getByLabel('Range')).toHaveValue('Last Month');
  expect(page.url()).toBe(address);
  await page.getByRole('link', { name: 'All reports' }).click();
  await page.getByRole('button', { name: 'Month before' }).click();
  await expect(page.getByRole('table', { name: 'Sales summary' })).toBeVisible();
  await till.goTo('/reports/templates');
  await page.getByRole('button', { name: 'Send by email' }).click();
  const mail = page.getByRole('dialog', { name: 'Send by email' });
  await mail.getByLabel('How often').selectOption('Every week');
  await mail.getByLabel('Day of the week').selectOption('Friday');
  await noFaults(page, 'report by mail');
  await mail.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /Month before.*Every week/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remove template' }).click();
  await expect(page.getByRole('heading', { name: 'No templates yet' })).toBeVisible();
  await till.goTo('/reports/config');
  const drawer = page.getByRole('dialog', { name: 'Report settings' });
  await drawer.getByLabel('Report', { exact: true }).selectOption('Sales by item');
  await noFaults(page, 'report settings');
  await drawer.getByRole('button', { name: 'Run report' }).click();
  await expect(page.getByRole('heading', { name: 'Sales by item' })).toBeVisible();
});

test('[R2.22] an owner changes the website, sees the draft beside it, publishes it, and guests read it', async ({
  page,
  browser,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.goTo('/website');
  await expect(page.getByRole('heading', { name: 'Website' })).toBeVisible();
  const draft = page.frameLocator('iframe[title="Preview of the site"]');
  await expect(draft.getByRole('heading', { name: 'Good food by the sea' })).toBeVisible();
  await noFaults(page, 'website');
  await page.getByRole('button', { name: 'New block' }).click();
  const form = page.getByRole('dialog', { name: 'Create Page' });
  await form.getByLabel('Heading').fill('Closed on Friday');
  await form.getByLabel('Text', { exact: true }).fill('We are **back** on Saturday.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(draft.getByRole('heading', { name: 'Closed on Friday' })).toBeVisible();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`${product.url}/s/atoll-cafe`);
  await expect(guest.getByRole('heading', { name: 'Menu' })).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Closed on Friday' })).toBeHidden();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Closed on Friday' })).toBeVisible();
  await expect(guest.getByText('back')).toHaveCSS('font-weight', '700');
  await noFaults(guest, 'the public site');
  await guest.setViewportSize({ width: 390, height: 844 });
  expect(await guest.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'QR sheet' }).click();
  // The codes of this server would lead to localhost; a journey of its own proves the sheet.
  await expect(page.getByRole('dialog', { name: 'QR sheet' }).getByRole('alert')).toContainText('Set PUBLIC_URL');
});
