import { randomBytes, randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { type Browser, expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

/** Opens a till with a bill of a table, once it keeps the balances of the cards. */
async function openBill(browser: Browser, who: RegExp, table: number): Promise<Till> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const till = new Till(await context.newPage(), product);
  await till.open();
  const kept = till.page.waitForResponse((answer) => answer.url().includes('/fin/wallets/offline') && answer.ok());
  await till.signIn(who);
  await till.openSlot('Table', table);
  await till.checkIn();
  await till.add('Mas Riha');
  await till.save();
  await kept;
  await expect(till.page.getByText('Online', { exact: true })).toBeVisible();
  return till;
}

/** Pays 20.00 by the card without the server, and the rest in cash. */
async function payOffline({ page, bill }: Till, code: string): Promise<void> {
  await page.context().setOffline(true);
  await bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('radio', { name: 'Gift card' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText(/This till may take up to MVR 20\.00 from this card/)).toBeVisible();
  await page.getByRole('button', { name: 'Add payment' }).click();
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('MVR 20.00');
  await page.getByRole('radio', { name: 'Cash' }).check({ force: true });
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
}

test('[R22.6] one gift card is spent on two tills without the server: both payments stand, and a notice says so', async ({
  page,
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const office = new Till(page, product);
  await office.open();
  await office.signInAs('admin@atoll.test');
  await office.ensureShift();
  await office.goTo('/settings?section=features');
  await page.getByRole('switch', { name: 'Gift cards and orders' }).click();
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const code = newCode(randomBytes(12));
  const card = soldCardOf(code);
  const { call } = await waiterOf(request, product);
  const items = [{ key: randomUUID(), menuItemId: 0, qty: 1, sellingPrice: 2000, card }];
  const sold = await call<Bill>('POST', '/bis/bill/create', { key: randomUUID(), type: 'Table', slot: '21', items });
  await call('PUT', '/bis/bill/pay', {
    key: sold.key,
    payments: [{ key: randomUUID(), method: 'Cash', amount: 2000 }],
    seen: { itemKeys: sold.items.map(({ key }) => key), total: sold.total },
  });

  const tills = [await openBill(browser, /Mariyam/, 5), await openBill(browser, /Ibrahim/, 6)];
  for (const till of tills) await payOffline(till, code);
  for (const till of tills) {
    await till.page.context().setOffline(false);
    await expect(till.page.getByText('Online', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(till.page.getByText(/waiting/)).toHaveCount(0);
  }
  const overdrawn = await call<object[]>('GET', '/fin/wallets/list?status=Overdrawn');
  expect(overdrawn).toMatchObject([{ last4: last4(code), balance: -2000 }]);

  await page.getByTitle('Notifications', { exact: true }).click();
  const notices = page.getByRole('dialog', { name: 'Notifications' });
  await expect(notices).toContainText(`Gift card ${last4(code)} was spent below 0`);
  await expect(notices).toContainText(
    /MVR 20\.00 below 0\. .+ took the payment without the server\. It was spent on till \d+, \d+\./,
  );
});
