/** The browser's Back on a phone: it closes what is open, then leads through the steps of the bill screen, and loses nothing. */
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { type Product, startProduct } from '../support/product.ts';

const phone = { width: 390, height: 844 };
test.use({ viewport: phone });

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

const pane = (page: Page, name: 'Slots' | 'Items' | 'Bill') => page.getByRole('region', { name, exact: true });
const step = (page: Page, name: 'Slots' | 'Items' | 'Bill') =>
  page.getByRole('button', { name: new RegExp(`^${name}( ?MVR|$)`) });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Find an item' });
const overlays = (page: Page) => page.locator('[role="dialog"], [role="menu"]');

/** Opens the bill screen of a table as a link of the tab bar does, after Billing History; the shift is open. */
async function fromHistory(page: Page): Promise<Till> {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signIn(/Aminath Shifa/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await till.ensureShift();
  await page.setViewportSize(phone);
  await till.open('/billing/history');
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Bill' }).click();
  await expect(pane(page, 'Items')).toBeVisible();
  return till;
}

/** Checks in a table by taps and orders a tea that was searched. */
async function orderTea(till: Till, table: number): Promise<void> {
  const { page } = till;
  await step(page, 'Slots').click();
  await till.slot(`Table ${table}`).click();
  await page.getByRole('button', { name: 'Check In', exact: true }).click();
  await search(page).fill('black tea');
  await page
    .getByRole('group', { name: 'Items' })
    .getByRole('button', { name: /^Black Tea/ })
    .click();
  await step(page, 'Bill').click();
  await expect(till.lines).toHaveCount(1);
}

test('[R35.22] Back leads from the bill to the items, the slots and the previous screen, at the same table', async ({
  page,
}) => {
  const till = await fromHistory(page);
  await orderTea(till, 14);
  await noFaults(page, 'bill');
  await page.goBack();
  await expect(pane(page, 'Items')).toBeVisible();
  await noFaults(page, 'items');
  await expect(search(page)).toHaveValue('black tea');
  await page.goBack();
  await expect(pane(page, 'Slots')).toBeVisible();
  await noFaults(page, 'slots');
  await expect(till.slot('Table 14')).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
  await page.goForward();
  await step(page, 'Bill').click();
  await expect(till.lines).toHaveCount(1);
  await expect(till.bill.getByRole('heading', { name: 'Table 14' })).toBeVisible();
});

test('[R35.22] Back closes the open dialog, panel or menu first, and typed text only the second time', async ({
  page,
}) => {
  const till = await fromHistory(page);
  await orderTea(till, 15);
  const opening: Record<string, () => Promise<void>> = {
    notifications: () => page.getByRole('button', { name: 'Notifications' }).click(),
    'account menu': () => page.getByRole('button', { name: 'Account menu' }).click(),
    customer: () => till.bill.getByRole('button', { name: 'Customer' }).click(),
    note: () => till.lines.getByRole('button', { name: 'Note' }).first().click(),
  };
  for (const [name, open] of Object.entries(opening)) {
    await open();
    await expect(overlays(page), name).toHaveCount(1);
    await page.goBack();
    await expect(overlays(page), name).toHaveCount(0);
    await expect(pane(page, 'Bill'), name).toBeVisible();
  }
  await opening['note']?.();
  const note = page.getByRole('dialog').getByRole('textbox');
  await note.fill('with milk');
  await page.goBack();
  await expect(page.getByText('Press Back again')).toBeVisible();
  await expect(note).toHaveValue('with milk');
  await page.goBack();
  await expect(overlays(page)).toHaveCount(0);
  await expect(pane(page, 'Bill')).toBeVisible();
});

test('[R35.22] Back from Checkout and after the payment shows the bill, no screen twice, and loses no typed amount', async ({
  page,
}) => {
  const till = await fromHistory(page);
  await orderTea(till, 13);
  const checkout = till.bill.getByRole('button', { name: 'Checkout' });
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await checkout.click();
  await amount.fill('500');
  await page.goBack();
  await expect(pane(page, 'Bill')).toBeVisible();
  await checkout.click();
  await expect(amount).toHaveValue('500');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  for (const name of ['Items', 'Slots'] as const) {
    await page.goBack();
    await expect(pane(page, name)).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
});

test('[R35.22] Back closes a panel instead of leaving the app where the bill screen is the first page', async ({
  page,
  context,
}) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signIn(/Aminath Shifa/);
  const first = await context.newPage();
  await first.goto(`${product.url}/billing/new/Table/12`);
  for (const digit of '4826') await first.getByRole('button', { name: digit, exact: true }).click();
  await expect(pane(first, 'Items')).toBeVisible();
  // Not by a press: the offer to unlock without the server may lie there.
  await search(first).focus();
  await first.goBack();
  await expect(pane(first, 'Slots')).toBeVisible();
  await first.getByRole('button', { name: 'Notifications' }).click();
  const panel = first.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toBeVisible();
  await first.goBack();
  await expect(panel).toHaveCount(0);
  await expect(pane(first, 'Slots')).toBeVisible();
});
