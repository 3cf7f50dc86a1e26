import { expect, type Page, test } from '@playwright/test';
import { BackOffice } from '../pages/back-office.ts';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

/**
 * Returns the quantity that the view of an item shows for a storage: 72 for '72 can', also while its last change stands before it. With `expected` it
 * waits until the view, which shows what it knows first, has read it again.
 */
async function onHand(office: BackOffice, page: Page, item: string, storage: string, expected?: number) {
  await office.open('/inventory', 'Inventory');
  // A list that reloads between pressing and releasing loses the press.
  await office.search(item);
  await office.row(item).first().click();
  const view = office.dialog('View Inventory Item');
  const row = view.getByRole('row').filter({ hasText: storage }).first();
  await expect(row).toBeVisible();
  const cell = row.getByRole('cell').nth(1);
  const read = async () => Number(/([\d.]+)[^\d]*$/.exec((await cell.textContent()) ?? '')?.[1]);
  if (expected !== undefined) await expect.poll(read, { timeout: 5000 }).toBe(expected);
  const quantity = await read();
  await page.keyboard.press('Escape');
  await expect(view).toBeHidden();
  return quantity;
}

test('[R2.21][R2.22][R14.2] buys, receives, sells by recipe, issues and counts goods; logs and levels agree', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const till = new Till(page, product);
  const office = new BackOffice(page, product.url);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  const before = {
    store: await onHand(office, page, 'Cola', 'Dry store'),
    kitchen: await onHand(office, page, 'Cola', 'Kitchen'),
  };

  // Two cases come from the vendor.
  await office.open('/invoices', 'Invoices');
  await till.button('New').click();
  const create = office.dialog('Create Invoice');
  await office.choose(create, 'Vendor', 'Equator');
  await create.getByRole('textbox', { name: 'Vendor’s number' }).fill('EQ-2');
  const line = create.getByRole('group', { name: 'Line 1' });
  await office.choose(line, 'Item', 'Cola');
  await line.getByRole('textbox', { name: 'Quantity' }).fill('2');
  await line.getByRole('textbox', { name: 'Unit', exact: true }).fill('case');
  await line.getByRole('textbox', { name: 'Unit price' }).fill('171');
  await create.getByRole('button', { name: 'Save', exact: true }).click();
  const invoice = office.dialog('View Invoice');
  await expect(invoice.getByText('369.36').first()).toBeVisible();
  await invoice.getByRole('button', { name: 'Post', exact: true }).click();
  await invoice.getByRole('button', { name: 'Receive', exact: true }).click();
  const receive = office.dialog('Receive goods');
  await receive.getByRole('button', { name: 'Clear Received in' }).click();
  await office.choose(receive, 'Received in', 'Dry store');
  await receive.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(receive).toBeHidden();
  await expect(invoice.getByText('Received', { exact: true }).first()).toBeVisible();
  await onHand(office, page, 'Cola', 'Dry store', before.store + 48);

  // One is sold; its recipe uses a can of the kitchen.
  await till.openSlot('Takeaway', 7);
  await till.checkIn();
  await till.add('Cola');
  await till.save();
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await till.button('Pay').click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  await onHand(office, page, 'Cola', 'Kitchen', before.kitchen - 1);

  // The kitchen requests a case from the store and gets it.
  await office.open('/inventory/requests', 'Requests');
  await till.button('New').click();
  const ask = office.dialog('Create Request');
  await office.choose(ask, 'From storage', 'Dry store');
  await office.choose(ask, 'To storage', 'Kitchen');
  const wanted = ask.getByRole('group', { name: 'Item 1' });
  await office.choose(wanted, 'Item', 'Cola');
  await wanted.getByRole('textbox', { name: 'Quantity' }).fill('24');
  await ask.getByRole('button', { name: 'Save', exact: true }).click();
  const request = office.dialog('View Request');
  for (const [step, state] of [
    ['Submit', 'Submitted'],
    ['Approve', 'Approved'],
    ['Issue', 'Issued'],
    ['Receive', 'Received'],
    ['Close request', 'Closed'],
  ] as const) {
    await request.getByRole('button', { name: step, exact: true }).click();
    await expect(request.getByText(state, { exact: true }).first()).toBeVisible();
  }

  // The kitchen is counted: two cans are missing.
  await office.open('/inventory/counts', 'Counts');
  await till.button('New').click();
  const plan = office.dialog('Create Count');
  await office.choose(plan, 'Storage', 'Kitchen');
  await plan.getByRole('button', { name: 'Save', exact: true }).click();
  const count = office.dialog('View Count');
  await count.getByRole('button', { name: 'Start counting' }).click();
  const box = count.getByRole('textbox', { name: 'Cola, counted in can' });
  await box.fill(String(before.kitchen + 21));
  await box.press('Enter');
  await expect(count.getByText(/^1 of \d+ counted$/)).toBeVisible();
  await count.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(count.getByRole('row').filter({ hasText: 'Cola' })).toContainText('−2 can');
  await count.getByRole('button', { name: 'Post differences' }).click();
  await expect(count.getByText('Posted', { exact: true }).first()).toBeVisible();

  // The last log entry equals the level.
  const level = await onHand(office, page, 'Cola', 'Kitchen', before.kitchen + 21);
  await office.open('/inventory/inventoryLogs', 'Inventory Logs');
  await office.search('Cola');
  const rows = office.row('Cola');
  await expect(rows.first()).toContainText('Count');
  await expect(rows.first()).toContainText(`${level} can`);
  for (const type of ['Transfer in', 'Transfer out', 'Sale', 'Purchase'])
    await expect(rows.filter({ hasText: type }).first()).toBeVisible();
});
