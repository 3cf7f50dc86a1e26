import { type Browser, expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;
const tills = new Map<string, Till>();

/** Returns the till of one of the demo users: signed in once, used by every test. */
async function tillOf(browser: Browser, name: 'Mariyam' | 'Ibrahim'): Promise<Till> {
  const known = tills.get(name);
  if (known) return known;
  const till = new Till(await (await browser.newContext()).newPage(), product);
  tills.set(name, till);
  await till.open();
  await till.signIn(new RegExp(name));
  return till;
}

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  for (const { page } of tills.values()) await page.context().close();
  await product.close();
});

test('[R1.1][R1.5][R1.6][R15.7][R18.23] leads from the demo users to a printed receipt in at most 16 taps and 60 s', async ({
  browser,
}) => {
  const startedAt = Date.now();
  const till = await tillOf(browser, 'Mariyam');
  // No shift is open: checking in leads to New Sale.
  await till.goTo('/billing/new-sale');
  await till.startShift('500');
  await till.checkIn();
  await till.add('Garudhiya');
  await till.add('Milk Tea');
  await till.tap(till.page.getByRole('tab', { name: 'Rice & Noodles' }));
  await till.tap(till.page.getByRole('button', { name: /^Fried Rice/ }));
  const sizes = till.page.getByRole('dialog', { name: 'Select Size' });
  await till.tap(sizes.getByRole('button', { name: 'Small MVR 65.00' }));
  await expect(till.lines.filter({ hasText: 'Fried Rice' })).toBeVisible();
  await till.save();
  await till.tap(till.bill.getByRole('button', { name: 'Print Bill' }));
  await expect(till.bill.getByText('Bill printed')).toBeVisible();
  await till.tap(till.bill.getByRole('button', { name: 'Checkout' }));
  await expect(till.page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await till.tap(till.button('Pay'));
  const paid = till.page.getByRole('status').filter({ hasText: 'Paid' });
  await expect(paid).toContainText(/\d{4}-\d{6}/);
  await till.tap(till.button('Print receipt'));
  await expect.poll(() => product.front.tickets.length).toBeGreaterThanOrEqual(2);
  expect(till.taps).toBeLessThanOrEqual(16);
  expect(Date.now() - startedAt).toBeLessThan(60_000);

  // Printed: the food in the kitchen, the tea at the bar, the bill and the receipt at the front.
  expect(product.kitchen.tickets.join('\n')).toContain('Garudhiya');
  expect(product.kitchen.tickets.join('\n')).toContain('Fried Rice');
  expect(product.kitchen.tickets.join('\n')).not.toContain('Milk Tea');
  expect(product.bar.tickets.join('\n')).toContain('Milk Tea');
  expect(product.front.tickets.some((ticket) => ticket.includes('NOT PAID'))).toBe(true);

  await till.tap(till.button('New bill'));
  await expect(till.slot('Table 1')).toHaveAccessibleName('Table 1, Free');
});

test('[R2.13][R16.1] shows the paid bill in the history, and prints it again as a copy', async ({ browser }) => {
  const till = await tillOf(browser, 'Mariyam');
  const { page } = till;
  await till.goTo('/billing/history');
  await expect(page.getByRole('heading', { name: 'Billing History' })).toBeVisible();
  // The newest bill comes first.
  await page.getByRole('row').filter({ hasText: 'Table 1' }).filter({ hasText: 'Paid' }).first().click();
  const drawer = page.getByRole('dialog', { name: 'View Bill' });
  await expect(drawer).toContainText('Garudhiya');
  const before = product.front.tickets.length;
  await drawer.getByRole('button', { name: /Print receipt|Reprint/ }).click();
  // A waiter asks for it: a Manager approves on the spot.
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await expect(approval).toBeVisible();
  expect(product.front.tickets).toHaveLength(before);
  await approval.getByRole('button', { name: /Ibrahim/ }).click();
  await approval.getByLabel(/^Passcode of/).fill('4826');
  await expect.poll(() => product.front.tickets.length).toBe(before + 1);
  expect(product.front.tickets.at(-1)).toContain('COPY');
});

test('[R20.1][R20.2] computes the specified example: two at 50.00 make 118.80, with 10 % discount 106.92', async ({
  browser,
}) => {
  const till = await tillOf(browser, 'Ibrahim');
  const { page } = till;
  await till.ensureShift();
  await till.openSlot('Table', 7);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.bill.getByRole('button', { name: 'Increase' }).click();
  await expect(till.total('Subtotal')).toHaveText('100.00');
  await expect(till.total('Service charge')).toHaveText('10.00');
  await expect(till.total('GST')).toHaveText('8.80');
  await expect(till.total('Total')).toHaveText('MVR 118.80');
  await till.bill.getByRole('button', { name: 'Discount' }).click();
  await page.getByRole('dialog', { name: 'Discount' }).getByRole('button', { name: '10%' }).click();
  await page.getByRole('dialog', { name: 'Discount' }).getByRole('button', { name: 'Apply' }).click();
  await expect(till.total('Discount')).toHaveText('−10.00');
  await expect(till.total('Total')).toHaveText('MVR 106.92');
  await till.save();
  await till.bill.getByRole('button', { name: 'Print Bill' }).click();
  await expect.poll(() => product.front.tickets.at(-1) ?? '').toContain('106.92');
  await page.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
});

test('[R15.8][R15.9][R15.13] allows one check-in of a slot, and items only after a check-in', async ({ browser }) => {
  const till = await tillOf(browser, 'Mariyam');
  const { page } = till;
  await till.ensureShift();
  await till.openSlot('Table', 9);
  await page.getByRole('button', { name: /^Mas Huni MVR/ }).click();
  await expect(page.getByText('Check in first')).toBeVisible();
  await till.checkIn();
  await expect(till.bill.getByRole('button', { name: 'Check In', exact: true })).toHaveCount(0);
  await till.bill.getByRole('button', { name: 'Cancel Check In' }).click();
  await expect(till.slot('Table 9')).toHaveAccessibleName('Table 9, Free');
});

test('[R2.8][R16.5] shows a clear message and a way back for an unknown slot type or number', async ({ browser }) => {
  const till = await tillOf(browser, 'Mariyam');
  const { page } = till;
  for (const [path, words] of [
    ['/billing/new/Table/41', 'This outlet has no Table 41'],
    ['/billing/new/Hammock/1', 'This outlet has no slot type “Hammock”'],
  ] as const) {
    await till.goTo(path);
    await expect(page.getByText(words)).toBeVisible();
    await page.getByRole('link', { name: 'Back to the bills' }).click();
    await expect(till.bill).toBeVisible();
  }
});

test('[R16.4] voids an item that the kitchen has with a reason, and prints its cancellation there', async ({
  browser,
}) => {
  const till = await tillOf(browser, 'Ibrahim');
  const { page } = till;
  await till.ensureShift();
  await till.openSlot('Table', 11);
  await till.checkIn();
  await till.add('Kukulhu Riha');
  await till.save();
  await expect.poll(() => product.kitchen.tickets.join('\n')).toContain('Kukulhu Riha');
  await expect(till.bill.getByText('In the kitchen')).toBeVisible();
  await till.bill.getByRole('button', { name: 'Void item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Void item' });
  await dialog.getByRole('button', { name: 'Void', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('Reason is required');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Reason').fill('Guest changed their mind');
  await dialog.getByRole('button', { name: 'Void', exact: true }).click();
  await expect(till.bill.getByText('void · Guest changed their mind')).toBeVisible();
  await expect.poll(() => product.kitchen.tickets.at(-1) ?? '').toContain('VOID');
  await expect(till.total('Total')).toHaveText('MVR 0.00');

  await till.bill.getByRole('button', { name: 'Void Bill' }).click();
  await page.getByRole('dialog', { name: 'Void Bill' }).getByLabel('Reason').fill('Nothing left on it');
  await page.getByRole('dialog', { name: 'Void Bill' }).getByRole('button', { name: 'Void', exact: true }).click();
  await expect(till.slot('Table 11')).toHaveAccessibleName('Table 11, Free');
});

test('[R17.1][R17.3] overrides the price of an item for a waiter when somebody permitted approves it', async ({
  page,
  request,
}) => {
  const { call } = await waiterOf(request, product, 'admin@atoll.test');
  const { items } = await call<{ items: { id: number; email: string; version: number }[] }>(
    'GET',
    '/app/users/list?page=1&size=10',
  );
  const { id, version } = items.find(({ email }) => email === 'user@atoll.test') ?? {};
  const overrides = [{ permission: 'price.override', effect: 'approval' }];
  await call('PUT', '/app/user/update', { id, version, overrides });

  // What she may do is read when she signs in.
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.openSlot('Table', 12);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.bill.getByRole('button', { name: 'Change Garudhiya' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Garudhiya' });
  await dialog.getByRole('tab', { name: 'Price' }).click();
  await dialog.getByLabel('Price', { exact: true }).fill('40');
  await dialog.getByRole('button', { name: 'Agreed before' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await approval.getByRole('button', { name: /Ibrahim/ }).click();
  await approval.getByLabel(/^Passcode of/).fill('4826');
  await expect(dialog).toHaveCount(0);
  await expect(till.total('Total')).toHaveText('MVR 47.52');
  await expect(till.lines.filter({ hasText: 'Garudhiya' })).toContainText('Agreed before');
});
