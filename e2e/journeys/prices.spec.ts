/** What an owner does with prices, and what it changes on a till whose network is unplugged. */
import { randomUUID } from 'node:crypto';
import { formatPickedDate } from '@atoll/domain/date/format';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { type Call, waiterOf } from '../support/waiter.ts';

let product: Product;
let call: Call;
/** The Admin's page: no test is about a sign-in. */
let page: Page;
let office: BackOffice;

test.beforeAll(async ({ browser, playwright }) => {
  product = await startProduct();
  ({ call } = await waiterOf(await playwright.request.newContext(), product, 'admin@atoll.test'));
  await call('POST', '/bis/shift/create', { key: randomUUID(), openingBalance: 0 });
  page = await (await browser.newContext()).newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  office = new BackOffice(page, product.url);
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

const box = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });
const laari = (text: string | null): number => Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);

async function publish(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Clear Status' }).click();
  await office.choose(form, 'Status', 'Published');
}

async function everyDay(form: Locator, from: string, to: string): Promise<void> {
  await form.getByRole('button', { name: 'Add Time' }).click();
  const hours = form.getByRole('group', { name: 'Time 1' });
  await office.choose(hours, 'Day', 'Every day');
  await box(hours, 'From').fill(from);
  await box(hours, 'To').fill(to);
}

/** Chooses a day in the calendar of a date field. */
async function pick(within: Locator, label: string, date: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).click();
  const day = within.getByRole('button', { name: formatPickedDate(date), exact: true });
  for (let month = 0; month < 14 && !(await day.isVisible()); month += 1)
    await within.getByRole('button', { name: 'Next month' }).click();
  await day.click();
}

/** Gives the outlet a timezone in which the given hour began up to 55 minutes ago, or begins in 5. Returns the minutes until the next hour. */
async function makeIt(hour: number): Promise<number> {
  const soon = new Date(Date.now() + 5 * 60_000);
  const east = ((hour - soon.getUTCHours() + 36) % 24) - 12;
  const outlets = await call<{ outletId: number; name: string; version: number }[]>('GET', '/app/outlets/list');
  const outlet = outlets.find(({ name }) => name === 'Atoll Café');
  const timezone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  await call('PUT', '/app/outlet/update', { outletId: outlet?.outletId, version: outlet?.version, timezone });
  return 65 - soon.getUTCMinutes();
}

/** Opens a till with a table, whose clock can be moved. */
async function movableTill(browser: Browser, table: number): Promise<Till> {
  const own = await (await browser.newContext()).newPage();
  await own.clock.install();
  const till = new Till(own, product);
  await till.open();
  await till.signInAs('manager@atoll.test');
  await till.openSlot('Table', table);
  await till.checkIn();
  return till;
}

/** Lets minutes pass while somebody touches the till, which would lock otherwise. */
async function pass({ page: own }: Till, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 4) {
    await own.clock.fastForward(Math.min(left, 4) * 60_000);
    await own.mouse.move(600 + (left % 7), 300);
  }
}

const tileOf = (till: Till, name: RegExp) =>
  till.page.getByRole('group', { name: 'Items' }).getByRole('button', { name });

test('‘Happy hour’ is published, and tiles of an unplugged till change at 17:00', async ({ browser }) => {
  const minutes = await makeIt(16);
  await office.open('/menu/prices', 'Prices');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const form = office.dialog('Create Price List');
  await box(form, 'Name').first().fill('Happy hour');
  await publish(form);
  await form.getByRole('button', { name: 'Add Price' }).click();
  const row = form.getByRole('group', { name: 'Price 1' });
  await office.choose(row, 'Item', 'Coconut Cake');
  await box(row, 'Price').fill('25');
  await everyDay(form, '17:00', '19:00');
  await office.save(form);

  const till = await movableTill(browser, 3);
  await till.page.getByRole('tab', { name: 'Sweets' }).click();
  await till.page.context().setOffline(true);
  await pass(till, minutes - 6);
  await expect(tileOf(till, /^Coconut Cake MVR 40\.00$/)).toBeVisible();
  await pass(till, 6);
  const tile = tileOf(till, /^Coconut Cake MVR 25\.00$/);
  await expect(tile).toContainText('40.00');
  await tile.click();
  await expect(till.bill.getByText('Happy hour, 40.00 → 25.00')).toBeVisible();
  await till.page.context().close();
});

test('breakfast ends at 11:00: its tab leaves an unplugged till, and the search says when it is offered', async ({
  browser,
}) => {
  const minutes = await makeIt(10);
  await office.open('/menu/menus', 'Menus');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const menu = office.dialog('Create Menu');
  await box(menu, 'Name').first().fill('Morning');
  await menu.getByText('More', { exact: true }).click();
  await everyDay(menu, '07:00', '11:00');
  await office.save(menu);
  await office.open('/menu/category', 'Categories');
  await office.row('Breakfast').first().getByRole('button', { name: 'Row actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const category = office.dialog('Edit Category');
  await category.getByRole('button', { name: 'Remove All' }).click();
  await office.choose(category, 'Menus', 'Morning');
  await office.save(category);

  const till = await movableTill(browser, 4);
  const tab = till.page.getByRole('tab', { name: 'Breakfast' });
  await expect(tab).toBeVisible();
  await till.page.context().setOffline(true);
  await pass(till, minutes - 6);
  await expect(tab).toBeVisible();
  await pass(till, 6);
  await expect(tab).toHaveCount(0);
  await till.page.getByRole('searchbox', { name: 'Find an item' }).fill('Mas Huni');
  await expect(tileOf(till, /^Mas Huni\b/).first()).toContainText('Offered 07:00–11:00');
  await till.page.context().close();
});

test('two saved pizzas and a third later make ‘Buy 2 get 1’, which the line explains; after a split both totals add up', async () => {
  const [first] = await call<{ categories: { id: number; name: string }[] }[]>('GET', '/bis/menu/get');
  const categoryIds = [first?.categories.find(({ name }) => name === 'Sweets')?.id];
  for (const [name, sellingPrice] of [
    ['Pizza Reef', 12_000],
    ['Pizza Atoll', 10_000],
    ['Pizza Lagoon', 8000],
  ] as const) {
    const sizes = [{ value: 'Regular', sellingPrice, isDefault: true }];
    await call('POST', '/bis/menu/item/create', { key: randomUUID(), name, categoryIds, type: 'Kitchen', sizes });
  }
  await office.open('/menu/promotions', 'Promotions');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const form = office.dialog('Create Promotion');
  await box(form, 'Name').first().fill('Buy 2 get 1');
  await form.getByRole('button', { name: 'Clear Type' }).click();
  await office.choose(form, 'Type', 'Buy and get');
  await publish(form);
  const pizzas = form.getByRole('combobox', { name: 'Items' }).first();
  for (const name of ['Pizza Reef', 'Pizza Atoll', 'Pizza Lagoon']) {
    await pizzas.fill(name);
    await form.getByRole('option', { name: new RegExp(`^${name}`) }).click();
  }
  await box(form, 'Percent off').fill('100');
  await form.getByText('More', { exact: true }).click();
  await box(form, 'Buy').fill('2');
  await box(form, 'Get').fill('1');
  await office.save(form);

  const till = new Till(page, product);
  await till.openSlot('Takeaway', 2);
  await till.checkIn();
  await till.add('Pizza Reef');
  await till.add('Pizza Atoll');
  await till.save();
  await till.add('Pizza Lagoon');
  await expect(till.bill.getByText('Buy 2 get 1', { exact: true })).toBeVisible();
  await till.save();
  const whole = laari(await till.total('Total').textContent());
  expect(whole).toBe(23_760);
  await till.bill.getByRole('button', { name: 'Change Pizza Lagoon' }).click();
  const line = page.getByRole('dialog');
  await line.getByText('Why this price').click();
  await expect(line.getByRole('list').filter({ hasText: 'Buy 2 get 1' })).toContainText('58.67');
  await page.keyboard.press('Escape');

  await till.bill.getByRole('button', { name: 'Split' }).click();
  const split = page.getByRole('dialog', { name: 'Split the bill' });
  await split.getByRole('button', { name: 'Pizza Lagoon, Goes to the new check' }).click();
  await split.getByRole('button', { name: 'Split', exact: true }).click();
  const totals: number[] = [];
  for (const check of [/Check 1/, /Check 2/]) {
    await till.bill.getByRole('tab', { name: check }).click();
    await expect(till.bill.getByRole('tab', { name: check })).toHaveAttribute('aria-selected', 'true');
    totals.push(laari(await till.total('Total').textContent()));
  }
  // 161.33 and 58.67 with 8 % of each.
  expect(totals).toEqual([17_424, 6336]);
  expect(totals.reduce((sum, one) => sum + one, 0)).toBe(whole);
});

test('prices planned for 1 January leave today as it is; a dry run prices last Saturday with them', async () => {
  const now = new Date();
  const january = `${now.getUTCFullYear() + 1}-01-01`;
  const saturday = new Date(now.getTime() - ((now.getUTCDay() + 1) % 7 || 7) * 86_400_000).toISOString().slice(0, 10);
  await office.open('/menu/price-changes', 'Price Changes');
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  const form = office.dialog('Create Price Change');
  await box(form, 'Name').first().fill('New year');
  await pick(form, 'First day', january);
  for (const [at, name] of ['Garudhiya', 'Milk Tea', 'Mas Huni'].entries()) {
    await form.getByRole('button', { name: 'Add Price' }).click();
    const row = form.getByRole('group', { name: `Price ${at + 1}` });
    await office.choose(row, 'Item', name);
    await box(row, 'Price').fill('99');
  }
  await office.save(form);

  await office.open('/menu/dry-run', 'Dry Run');
  const main = page.getByRole('main');
  for (const label of ['First day', 'Last day']) await pick(main, label, saturday);
  await office.choose(main, 'Price changes', 'New year');
  await page.keyboard.press('Escape');
  await main.getByRole('button', { name: 'Run', exact: true }).click();
  const result = main.getByRole('region', { name: 'Result' });
  const subTotal = result.getByRole('row').filter({ hasText: 'Subtotal' });
  await expect(subTotal).toBeVisible();
  const cells = await subTotal.getByRole('cell').allTextContents();
  const [was = 0, wouldBe = 0, difference = 0] = cells.map(laari);
  expect(was).toBeGreaterThan(0);
  expect(difference).toBe(wouldBe - was);
  expect(difference).toBeGreaterThan(0);
  await expect(
    result
      .getByRole('row')
      .filter({ hasText: /Garudhiya|Milk Tea|Mas Huni/ })
      .first(),
  ).toBeVisible();
  const till = new Till(page, product);
  await till.openSlot('Takeaway', 5);
  await till.checkIn();
  await expect(page.getByRole('searchbox', { name: 'Find an item' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an item' }).fill('Milk Tea');
  await expect(tileOf(till, /^Milk Tea MVR/)).not.toContainText('99.00');
});
