import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { type Product, startProduct } from '../support/product.ts';

const fiveMinutesMs = 300_000;
const csv =
  'Category,Item,Size,Price,Type\nTea,Black Tea,,15,Bar\nRice,Fried Rice,Small,65,Kitchen\nRice,Fried Rice,Large,90,Kitchen';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ DEMO: '0' });
});
test.afterAll(async () => {
  await product.close();
});

test('[R1.1][R20.1][R20.2] leads from an empty store to a paid bill in under five minutes, and a reload loses nothing', async ({
  page,
}) => {
  const startedAt = Date.now();
  const till = new Till(page, product);
  await till.open('/billing/new');
  await expect(page.getByRole('heading', { name: 'Welcome to Atoll' })).toBeVisible();
  await noFaults(page, 'owner');

  await till.button('Next').click();
  await expect(page.getByText('Enter an email address like name@example.com')).toBeVisible();
  await page.getByLabel('Your name').fill('Hawwa Manik');
  await page.getByLabel('Email').fill('hawwa@reef.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('textbox', { name: 'Passcode' }).fill('2580');
  await till.button('Next').click();

  await page.getByRole('textbox', { name: 'Name' }).fill('Reef House');
  await page.getByRole('textbox', { name: 'Address' }).fill('Majeedhee Magu, Malé');
  await page.getByRole('textbox', { name: 'TIN' }).fill('1000001GST501');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'TIN' })).toHaveValue('1000001GST501');
  await till.button('Back').click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('correct horse');
  await till.button('Next').click();
  await till.button('Next').click();

  await page.getByLabel('Highest number of Table').fill('12');
  await noFaults(page, 'slots');
  await till.button('Next').click();

  await page.getByLabel('Bills and receipts').selectOption('Front');
  await page.getByLabel('Kitchen tickets').selectOption('Kitchen');
  await expect(page.getByText('Phones and tablets without a printer print here too.')).toBeVisible();
  await till.button('Test page').first().click();
  await expect(page.getByRole('status').filter({ hasText: 'test page' })).toBeVisible();
  expect(product.front.tickets.length).toBeGreaterThan(0);
  await till.button('Next').click();

  await page.getByLabel('Import my list').check();
  await page.getByLabel('Your list').fill(`${csv}\nTea,Soup,,cheap,`);
  await expect(page.getByText('Row 5 Price must be a number')).toBeVisible();
  await till.button('Start selling').click();
  await expect(page.getByText('Correct these rows in your list, or choose to leave them out')).toBeVisible();
  await page.getByLabel('Your list').fill(csv);
  await expect(page.getByText('2 items read. New categories: Tea, Rice.')).toBeVisible();
  await noFaults(page, 'menu');
  await page.getByLabel('Opening balance').fill('500');
  await till.button('Start selling').click();

  await expect(page).toHaveURL(/\/billing\/new\/Table\/1$/);
  await expect(page.getByRole('button', { name: /^Table \d+, Free$/ })).toHaveCount(12);
  await till.checkIn();
  await till.add('Black Tea');
  await till.save();
  await expect.poll(() => product.kitchen.tickets.join('')).toContain('Black Tea');
  await till.button('Checkout').click();
  await till.button(/^Pay/).click();
  await expect(page.getByText('MVR 17.82').first()).toBeVisible();
  const tookMs = Date.now() - startedAt;
  test.info().annotations.push({ type: 'empty store to paid bill', description: `${tookMs} ms` });
  expect(tookMs).toBeLessThan(fiveMinutesMs);
  expect(await page.evaluate(() => sessionStorage.getItem('start-draft'))).toBeNull();
  await page.goto(`${product.url}/settings?section=printers`);
  const stations = page.getByRole('region', { name: 'Printing for other devices' });
  await expect(stations.getByText('This device')).toBeVisible();
});

test('[R1.1] asks for a sign-in, not for an owner, when the store has an owner', async ({ page }) => {
  const till = new Till(page, product);
  await till.open('/auth/start');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const refused = await page.request.post(`${product.url}/api/auth/start`, { data: {} });
  expect(refused.status()).toBeGreaterThanOrEqual(400);
});
