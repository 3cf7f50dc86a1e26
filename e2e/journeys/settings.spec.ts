import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
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

async function newTill(browser: Browser, email: string): Promise<Till> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const till = new Till(await context.newPage(), product);
  await till.open();
  await till.signInAs(email);
  return till;
}

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0);
}

test('[R18.16][R18.17][R16.5] applies changed settings to a second till at once', async ({ browser }) => {
  const office = await newTill(browser, 'admin@atoll.test');
  await office.ensureShift();
  const till = await newTill(browser, 'manager@atoll.test');
  await expect(till.page.getByText('Online', { exact: true })).toBeVisible();
  await till.openSlot('Table', 7);
  await till.checkIn();
  await till.add('Mas Riha');
  await till.save();
  const before = await till.total('Total').textContent();

  await office.goTo('/settings');
  await test.step('slot types: fewer tables', async () => {
    await openSection(office.page, 'Slot types');
    await office.page.getByLabel('Highest number of Table').fill('20');
    await save(office.page);
    await expect(till.slot('Table 20')).toBeVisible();
    await expect(till.slot('Table 21')).toHaveCount(0);
  });
  await test.step('rates: only for what is checked in from now on', async () => {
    await openSection(office.page, 'Taxes and service charge');
    const table = office.page.getByRole('region', { name: 'Table: rates' });
    await table.getByRole('button', { name: 'Add rates from another day' }).click();
    await table.getByRole('textbox', { name: 'Service charge' }).last().fill('0');
    await table.getByRole('textbox', { name: 'GST' }).last().fill('0');
    await save(office.page);
    await expect(till.total('Total')).toHaveText(before ?? '');
    await till.openSlot('Table', 8);
    await till.checkIn();
    await till.add('Mas Riha');
    await till.save();
    await expect(till.total('Total')).not.toHaveText(before ?? '');
    await till.openSlot('Table', 7);
    await expect(till.total('Total')).toHaveText(before ?? '');
  });
  await test.step('tickets: off until Print Ticket', async () => {
    await openSection(office.page, 'Tickets');
    await office.page.getByRole('switch', { name: 'Print tickets on Save' }).click();
    await save(office.page);
    // The tickets of both bills are on paper before the setting is tried.
    await expect.poll(() => product.kitchen.tickets.length).toBe(2);
    await till.add('Roshi');
    await till.save();
    expect(product.kitchen.tickets).toHaveLength(2);
  });
  await test.step('payments: other ways of paying, other reasons', async () => {
    await openSection(office.page, 'Payments');
    await office.page.getByRole('group', { name: 'Payment methods' }).getByLabel('Bank transfer').uncheck();
    await office.page.getByRole('textbox', { name: 'Reasons for voids' }).fill('Wrong table');
    await office.page.getByRole('button', { name: 'Add to Reasons for voids' }).click();
    await save(office.page);
    await till.button('Checkout').click();
    await expect(till.page.getByRole('radio', { name: 'Card' })).toBeAttached();
    await expect(till.page.getByRole('radio', { name: 'Bank transfer' })).toHaveCount(0);
  });
  await test.step('outlet: the top bar shows the new name', async () => {
    await openSection(office.page, 'Outlet');
    await office.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Atoll Reef Café');
    await save(office.page);
    await expect(office.page.getByRole('banner').getByText('Atoll Reef Café')).toBeVisible();
    await expect(till.page.getByRole('banner').getByText('Atoll Reef Café')).toBeVisible();
  });
  await test.step('leaving asks while something is not saved', async () => {
    await openSection(office.page, 'Shifts');
    await office.page.getByRole('switch', { name: 'Hide expected cash' }).click();
    await office.page.getByRole('navigation', { name: 'Main' }).getByText('Dashboard').click();
    await expect(office.page.getByText('Are you sure you want to close without saving?')).toBeVisible();
    await office.page.getByRole('button', { name: 'Stay here' }).click();
    await save(office.page);
  });
  await office.page.context().close();
  await till.page.context().close();
});

test('[R1.1][R15.4] leaving the demo needs the password, signs everybody out and starts the first visit', async ({
  browser,
}) => {
  const office = await newTill(browser, 'admin@atoll.test');
  const other = await newTill(browser, 'user@atoll.test');
  await office.goTo('/settings?section=demo');
  await office.page.getByRole('textbox', { name: 'Your password' }).fill('not this one');
  await office.button('Leave demo').click();
  await expect(office.page.getByText('Wrong password')).toBeVisible();
  await office.page.getByRole('textbox', { name: 'Your password' }).fill('atoll-demo');
  await office.button('Leave demo').click();
  await expect(office.page.getByRole('heading', { name: 'Welcome to Atoll' })).toBeVisible({ timeout: 30_000 });
  await other.page.goto(`${product.url}/billing/history`);
  await expect(other.page.getByRole('heading', { name: 'Welcome to Atoll' })).toBeVisible({ timeout: 30_000 });
});
