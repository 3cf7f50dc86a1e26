import { expect, type Page, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
/** All tests use one page of the Admin: none of them is about a sign-in. */
let page: Page;
test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await (await browser.newContext()).newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

async function openOffice(path: string, title: string, viewport = { width: 1280, height: 800 }): Promise<BackOffice> {
  await page.setViewportSize(viewport);
  const office = new BackOffice(page, product.url);
  await page.goto(product.url + path);
  await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible({ timeout: 30_000 });
  return office;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const headings = (page: Page) => page.locator('thead th');

/** Opens an action on the selected rows. */
async function act(page: Page, name: string): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name }).click();
}

for (const [width, height] of [
  [820, 1180],
  [1024, 768],
] as const) {
  test(`[R35.58] shows total and status of each bill whole, without scrolling, at ${width} px`, async () => {
    await openOffice('/billing/history', 'Billing History', { width, height });
    await page.getByLabel('From').fill('2020-01-01T00:00');
    // Before the bills come, empty rows hold their place.
    await expect(page.locator('tbody tr').first()).toContainText('Paid');
    const cut = await page.evaluate(() => {
      const sheet = document.querySelector('[data-testid="sheet"]')?.getBoundingClientRect();
      const names = [...document.querySelectorAll('thead th')].map((one) => one.textContent ?? '');
      const wanted = names.flatMap((name, at) => (/^(Total|Status)/.test(name) ? [at] : []));
      const cells = [...document.querySelectorAll('tbody tr')].flatMap((row) => wanted.map((at) => row.children[at]));
      return cells.filter((cell) => {
        const range = document.createRange();
        if (!cell || !sheet) return true;
        range.selectNodeContents(cell);
        const text = range.getBoundingClientRect();
        const box = cell.getBoundingClientRect();
        return text.left < box.left - 1 || text.right > box.right + 1 || box.right > sheet.right - 60;
      }).length;
    });
    expect(cut).toBe(0);
  });
}

test('[R35.58] filters Billing History by status, method and amount, and lists only such bills', async () => {
  await openOffice('/billing/history', 'Billing History');
  await page.getByLabel('From').fill('2020-01-01T00:00');
  await button(page, 'Filter').click();
  await page.getByLabel('Status').selectOption('Paid');
  await page.getByLabel('Paid by').selectOption('Cash');
  await page.getByLabel('Total from').fill('100');
  const list = page.waitForResponse((answer) => answer.url().includes('maxTotal=20000'));
  await page.getByLabel('Total up to').fill('200');
  const { items } = (await (await list).json()) as { items: { status: string; total: number }[] };
  expect(items.length).toBeGreaterThan(0);
  expect(items.every(({ status, total }) => status === 'Complete' && total >= 10_000 && total <= 20_000)).toBe(true);
});

test('[R35.59] sorts Billing History by status and by person from their headings', async () => {
  await openOffice('/billing/history', 'Billing History');
  for (const name of ['Status', 'By', 'Slot', 'Invoice']) {
    await headings(page).getByRole('button', { name }).click();
    await expect(headings(page).filter({ hasText: name })).toHaveAttribute('aria-sort', 'descending');
  }
  await expect(page.getByText('Could not load this list')).toHaveCount(0);
});

test('[R35.53] edits, duplicates and deactivates selected records with a preview, and undoes each', async () => {
  const office = await openOffice('/vendors', 'Vendors');
  const names = ['Bulk Ice', 'Bulk Gas'];
  for (const name of names) {
    await button(page, 'New').click();
    const form = office.dialog('Create Vendor');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await form.getByRole('textbox', { name: 'Phone' }).fill('7771234');
    await office.save(form);
  }
  await office.search('Bulk');
  const choose = () => page.getByRole('checkbox', { name: 'Select all' }).check();
  await choose();
  await act(page, 'Edit selected');
  const edit = office.dialog('Edit 2 records');
  await edit.getByLabel('Field').selectOption('Contact person');
  await edit.getByRole('textbox', { name: 'Contact person' }).fill('Moosa Ali');
  await button(page, 'Preview').click();
  await expect(edit.getByRole('listitem').filter({ hasText: 'Bulk Ice' })).toContainText('Moosa Ali');
  await expect(office.row('Moosa Ali')).toHaveCount(0);
  await button(page, 'Change 2 records').click();
  await expect(edit).toBeHidden();
  await expect(office.row('Moosa Ali')).toHaveCount(2);
  await button(page, 'Undo').click();
  await expect(office.row('Moosa Ali')).toHaveCount(0);

  await act(page, 'Duplicate selected');
  await button(page, 'Duplicate 2 records').click();
  await expect(office.row('(copy)')).toHaveCount(2);
  await button(page, 'Undo').click();
  await expect(office.row('(copy)')).toHaveCount(0);

  await act(page, 'Deactivate selected');
  await button(page, 'Deactivate 2 records').click();
  await expect(office.row('Bulk')).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(office.row('Bulk')).toHaveCount(2);
});

test('[R35.53] changes prices of selected items by a percentage, rounded, with a preview, and undoes it', async () => {
  const office = await openOffice('/menu/menu-items', 'Menu Items');
  await office.search('Lagoon Burger');
  const before = await office.row('Lagoon Burger').first().textContent();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await act(page, 'Change prices');
  const drawer = page.getByRole('dialog').last();
  await drawer.getByRole('textbox', { name: 'Percent' }).fill('10');
  await drawer.getByLabel('Round to').selectOption('5.00');
  await button(page, 'Preview').click();
  await expect(drawer.getByRole('listitem').first()).toContainText('→');
  await drawer.getByRole('button', { name: /^Change the prices/ }).click();
  await expect(drawer).toBeHidden();
  await expect(office.row('Lagoon Burger').first()).not.toHaveText(before ?? '');
  await button(page, 'Undo').click();
  await expect(office.row('Lagoon Burger').first()).toHaveText(before ?? '');
});
