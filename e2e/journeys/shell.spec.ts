/** The parts of the shell and of the forms that stand on every screen, each as its requirement says it. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { ownHeaders } from '../support/own-headers.ts';
import { type Product, startProduct } from '../support/product.ts';
import { goTo } from '../support/visit.ts';

let product: Product;
let page: Page;

async function signedIn(browser: Browser): Promise<Page> {
  const next = await (await browser.newContext()).newPage();
  const till = new Till(next, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  return next;
}

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await signedIn(browser);
  await new Till(page, product).ensureShift();
});
test.afterAll(async () => {
  await page.context().close();
  await product.close();
});

/** Calls the API as the person who is signed in. */
const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
  const headers = await ownHeaders(page);
  const answer = await page.request.fetch(`${product.url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { data: body }),
  });
  return (await answer.json()) as unknown;
};

test('[R4.3] opens and closes the shift panel, the full screen and the notifications from the top bar', async () => {
  await goTo(page, product.url, '/dashboard');
  const bar = page.getByRole('banner');
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);

  const shift = bar.getByRole('button', { name: 'Shift', exact: true });
  await shift.click();
  await expect(page.getByRole('dialog', { name: 'Shift' })).toBeVisible();
  await shift.click();
  await expect(page.getByRole('dialog', { name: 'Shift' })).toHaveCount(0);

  const full = bar.getByRole('button', { name: 'Full screen', exact: true });
  await full.click();
  await expect.poll(isFull).toBe(true);
  await expect(full).toHaveAttribute('aria-pressed', 'true');
  await full.click();
  await expect.poll(isFull).toBe(false);
  await expect(full).toHaveAttribute('aria-pressed', 'false');

  const notices = bar.getByRole('button', { name: 'Notifications', exact: true });
  await notices.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toBeVisible();
  await expect(notices).toHaveAttribute('aria-expanded', 'true');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect(notices).toHaveAttribute('aria-expanded', 'false');
});

test('[R7.2] shows date, start time, opening balance, owner, status and hours of the shift, and ends it', async () => {
  await goTo(page, product.url, '/dashboard');
  interface Active {
    readonly createdAt: string;
    readonly openingBalance: number;
    readonly createdByName: string;
  }
  const shift = (await call('GET', '/bis/shift/active')) as Active;
  const timeZone = 'Indian/Maldives';
  const hours = (Date.now() - Date.parse(shift.createdAt)) / 3_600_000;
  await page.getByRole('banner').getByRole('button', { name: 'Shift', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Shift' });
  const facts = panel.getByRole('term');
  await expect(facts).toHaveText([
    'Date',
    'Start time',
    'Opening balance',
    'Shift owner',
    'Shift status',
    'Time elapsed',
  ]);
  const values = await panel.getByRole('definition').allTextContents();
  expect(values[0]).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}$/);
  expect(values[1]).toContain(
    new Date(shift.createdAt).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }),
  );
  expect(values[2]).toBe(`MVR ${(shift.openingBalance / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`);
  expect(values[3]).toBe(shift.createdByName);
  expect(values[4]).toBe('Open');
  expect(Math.abs(Number.parseFloat(values[5] ?? '') - hours)).toBeLessThan(0.2);
  expect(values[5]).toMatch(/ h$/);
  await panel.getByRole('button', { name: 'End Current Shift' }).click();
  await expect(page).toHaveURL(/\/billing\/shift\/close$/);
});

test('[R12.1] shows the way to a screen as breadcrumbs, and each step leads to its screen', async () => {
  const back = new BackOffice(page, product.url);
  await back.open('/vendors', 'Vendors');
  await page.getByRole('row').nth(1).click();
  await expect(page).toHaveURL(/\/vendors\/view\/\d+/);
  await page.reload();
  const way = page.getByRole('navigation', { name: 'Breadcrumb', includeHidden: true });
  await expect(way.getByRole('listitem', { includeHidden: true })).toHaveText(['Vendor', 'Vendors', 'View Vendor']);
  await expect(way.getByText('View Vendor')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('dialog', { name: 'View Vendor' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/vendors(\?|$)/);
  await expect(way.getByRole('listitem')).toHaveText(['Vendor', 'Vendors']);
  await way.getByRole('link', { name: 'Vendor', exact: true }).click();
  await expect(page).toHaveURL(/\/vendors(\?|$)/);
});

test('[R11.5] [R11.6] [R35.48] dropdowns fetch their records, say when there are none, and add a new one', async () => {
  const back = new BackOffice(page, product.url);
  await back.open('/inventory', 'Inventory');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const form = back.dialog('Create Inventory Item');
  // A list in the definition itself.
  await form.getByRole('combobox', { name: 'Category' }).click();
  await expect(form.getByRole('option')).toHaveText(['Food', 'Beverage', 'Ingredients', 'Others']);
  await form.getByRole('combobox', { name: 'Category' }).fill('zz');
  await expect(form.getByText('No results found')).toBeVisible();
  await back.choose(form, 'Category', 'Food');
  await back.choose(form, 'Unit', 'kg');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Reef Rice');
  // A remote list: 'Fetching' until the server has answered.
  const held = Promise.withResolvers<undefined>();
  await page.route('**/api/ims/vendors/list*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await form.getByRole('combobox', { name: 'Vendor' }).click();
  await expect(form.getByText('Fetching')).toBeVisible();
  held.resolve(undefined);
  await expect(form.getByRole('option').first()).toBeVisible();
  await form.getByRole('combobox', { name: 'Vendor' }).fill('Banyan Foods');
  await form.getByRole('option', { name: 'Add a new Vendor [Banyan Foods]', exact: true }).click();
  const small = back.dialog('Create Vendor');
  await expect(small.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Banyan Foods');
  await small.getByRole('textbox', { name: 'Phone', exact: true }).fill('7771234');
  await back.save(small);
  await expect(form.getByRole('textbox', { name: 'Vendor' })).toHaveValue('Banyan Foods');
  await back.save(form);
  const items = (await call('GET', '/ims/items/list?search=Reef%20Rice')) as { readonly defaultVendorName: string }[];
  expect(items.map(({ defaultVendorName }) => defaultVendorName)).toEqual(['Banyan Foods']);
});

test('[R35.69] a message comes to the other tills with the name of its writer, and a till that starts asks what its person may do', async ({
  browser,
}) => {
  const own = await signedIn(browser);
  await goTo(page, product.url, '/dashboard');
  for (const till of [page, own]) await expect(till.getByText('Online', { exact: true })).toBeVisible();
  await own.getByRole('button', { name: 'Notifications', exact: true }).click();
  await own.getByRole('textbox', { name: 'Tell the others …' }).fill('Out of lobster');
  await own.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(own.getByRole('textbox', { name: 'Tell the others …' })).toHaveValue('');
  await expect(page.getByText('Out of lobster')).toBeVisible();
  await expect(page.getByText(/from Aminath Shifa/)).toBeVisible();

  const person = own.waitForResponse(/\/api\/app\/user$/);
  await own.reload();
  expect(await (await person).json()).toMatchObject({ name: 'Aminath Shifa', role: 'Admin' });
  await own.context().close();
});

test('[R12.3] counts down the last minute before an idle till locks, and starts again with a movement', async ({
  browser,
}) => {
  const own = await signedIn(browser);
  const countdown = own.getByRole('region', { name: 'Automatic lock' }).getByText(/^The screen locks in \d+ seconds?$/);
  await own.clock.install();
  await own.goto(`${product.url}/dashboard`);
  await expect(own.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  // Without the setting nothing is shown, and nothing locks.
  await own.clock.fastForward(310_000);
  await expect(countdown).toHaveCount(0);
  await expect(own.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await call('PUT', '/app/settings', [{ key: 'IdleLockSeconds', value: '300' }]);
  await own.reload();
  await expect(own.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await own.mouse.move(10, 10);
  await own.clock.fastForward(230_000);
  await expect(countdown).toHaveCount(0);
  await own.clock.runFor(15_000);
  await expect(countdown).toBeVisible();
  await own.mouse.move(20, 20);
  await own.clock.runFor(1000);
  await expect(countdown).toHaveCount(0);
  await own.clock.fastForward(302_000);
  await expect(own.getByLabel('Passcode')).toBeVisible();
  await call('PUT', '/app/settings', [{ key: 'IdleLockSeconds', value: '' }]);
  await own.context().close();
});

test('[R14.1] the answers of the server carry every field of search result, paging, setting, shift, menu item and bill', async () => {
  await goTo(page, product.url, '/dashboard');
  const words = (text: string): string[] => text.split(' ');
  const first = (value: unknown): object => (Array.isArray(value) ? (value[0] as object) : (value as object));
  const paged = (await call('GET', '/bis/bills/list?page=1&size=10')) as { readonly items: readonly object[] };
  expect(Object.keys(paged)).toEqual(expect.arrayContaining(words('items count pageSize totalPages')));
  const [bill] = paged.items as readonly { readonly id: number }[];
  const whole = (await call('GET', `/bis/bills/find/${bill?.id}`)) as { readonly items: readonly object[] };
  expect(Object.keys(whole)).toEqual(
    expect.arrayContaining(
      words(
        'id slot type status isVoid discountPercentage items customer createdAt createdBy modifiedAt payment payments subTotal discount serviceCharge gst total isOpen shiftId approved meta lastSavedAt deliveryStatus',
      ),
    ),
  );
  expect(Object.keys(first(whole.items))).toEqual(
    expect.arrayContaining(
      words(
        'isVoid qty name size sellingPrice createdAt modifiedAt createdBy modifiedBy notes index menuItemId menuItem printable',
      ),
    ),
  );
  const [menu] = (await call('GET', '/bis/menu/get')) as { readonly categories: readonly { menuItems: object[] }[] }[];
  expect(Object.keys(first(menu?.categories[0]?.menuItems))).toEqual(
    expect.arrayContaining(words('id name type sizes')),
  );
  expect(Object.keys((await call('GET', '/bis/shift/active')) as object)).toEqual(
    expect.arrayContaining(words('date createdAt createdBy openingBalance isOpen')),
  );
  const settings = (await call('GET', '/app/settings')) as readonly object[];
  for (const setting of settings)
    expect(Object.keys(setting).some((key) => key === 'value' || key === 'values')).toBe(true);
  const results = await call('GET', '/search?value=Roshi');
  expect(Object.keys(first(results))).toEqual(expect.arrayContaining(words('id name entityName')));
});

test('[R31.47] [R31.48] practice marks every screen and paper, shows what no practice printer prints, and is left by a tap', async ({
  browser,
}) => {
  /** The books of the real outlet: bills with their invoice numbers, the open shift with its sums, and stock. */
  const books = async () => {
    const shift = (await call('GET', '/bis/shift/active')) as { id: number };
    const paths = ['/bis/bills/list?page=1&size=100', `/bis/shift/x/${shift.id}`, '/ims/items/list?page=1&size=100'];
    return [shift, ...(await Promise.all(paths.map((path) => call('GET', path))))];
  };
  const before = await books();
  const own = await (await browser.newContext()).newPage();
  const till = new Till(own, product);
  await till.open('/auth/login');
  await own.getByLabel('Practice').check();
  await till.signInAs('admin@atoll.test');
  const mark = own.getByRole('note').getByText('PRACTICE', { exact: true });
  await expect(mark).toBeVisible();
  const paper = own.getByRole('dialog', { name: 'Not printed: no printer of this till is for practice' });
  const close = () => paper.getByRole('button', { name: 'Close', exact: true }).last().click();
  await till.ensureShift();
  await till.openSlot('Table', 4);
  await till.checkIn();
  await till.add('Roshi');
  await till.save();
  await expect(paper.getByText('PRACTICE - DO NOT MAKE')).toHaveCount(2);
  await expect(mark).toBeVisible();
  await close();
  const receipt = async (button: Locator) => {
    await button.click();
    await expect(paper.getByText('PRACTICE - NOT A RECEIPT')).toHaveCount(2);
    await close();
  };
  await receipt(till.bill.getByRole('button', { name: 'Print Bill' }));
  await till.openSlot('Table', 6);
  await till.checkIn();
  await till.add('Roshi');
  await till.save();
  await close();
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await till.button('Pay').click();
  await receipt(till.button('Print receipt'));
  // The end of the service: the guests of the first table pay too, and the shift is closed.
  await till.openSlot('Table', 4);
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await till.button('Pay').click();
  await receipt(till.button('Print receipt'));
  await till.goTo('/billing/shift/close');
  await own.getByLabel('Counted cash').fill('500');
  await own.getByRole('button', { name: 'Close Shift', exact: true }).click();
  await expect(own.getByRole('status').filter({ hasText: 'Shift closed' })).toBeVisible();
  expect([product.kitchen, product.bar, product.front].map(({ tickets }) => tickets.length)).toEqual([0, 0, 0]);
  expect(await books()).toEqual(before);
  await till.ensureShift();
  await till.openSlot('Table', 4);
  await till.checkIn();

  // Every screen that practice has.
  const links = own.getByRole('navigation', { name: 'Main' }).getByRole('link');
  expect(await links.allTextContents()).not.toContain('Dashboard');
  for (const path of [
    '/billing/history',
    '/billing/shifts',
    '/delivery',
    '/customers',
    '/billing/shift/close',
    '/dashboard',
  ]) {
    await till.goTo(path);
    await expect(own.getByRole('heading').first(), path).toBeVisible();
    await expect(mark, path).toBeVisible();
  }
  await own.reload();
  await expect(mark).toBeVisible();
  const choose = async (name: string) => {
    await own.getByRole('button', { name: 'Account menu' }).click();
    await own.getByRole('menuitem', { name }).click();
  };
  await choose('Leave practice');
  await expect(mark).toHaveCount(0);
  await expect(till.slot('Table 4')).toHaveAccessibleName(/Free/);
  await choose('Start practice');
  await expect(mark).toBeVisible();
  await expect(till.slot('Table 4')).not.toHaveAccessibleName(/Free/);
  await choose('Start practice afresh');
  await expect(till.slot('Table 4')).toHaveAccessibleName(/Free/);
  await expect(mark).toBeVisible();
  await own.context().close();
});
