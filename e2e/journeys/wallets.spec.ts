import { randomBytes, randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;
/** As it is printed. */
const cardCode = /\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]\b/;

/** The Admin, with gift cards switched on. */
let office: Till;
let page: Page;

test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  page = await (await browser.newContext()).newPage();
  office = new Till(page, product);
  await office.open();
  await office.signInAs('admin@atoll.test');
  await office.ensureShift();
  await office.goTo('/settings?section=features');
  await page.getByRole('switch', { name: 'Gift cards and orders' }).click();
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
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

test('a card is sold, half of it is spent, and that is refunded: the Liability report equals the slips, and the points are gone', async ({
  request,
}) => {
  const { call } = await waiterOf(request, product, 'admin@atoll.test');
  await call('PUT', '/app/settings', [{ key: 'PointsEnabled', value: 'true' }]);
  const rule = { name: 'A point for each rufiyaa', kind: 'PerSpend', points: 1, per: 100 };
  await call('POST', '/crm/points/rule/create', { key: randomUUID(), ...rule });
  const guest = { key: randomUUID(), name: 'Nadia', phone: '7775511' };
  const { id } = await call<{ id: number }>('POST', '/crm/customer/create', guest);
  const paper = () => product.front.tickets.join('\n');
  const left = (on: string) =>
    paper()
      .match(new RegExp(`Left on card ${on}\\s+([\\d.,]+)`, 'g'))
      ?.at(-1) ?? '';

  // Sold in cash: the code is on its slip.
  await office.openSlot('Takeaway', 6);
  await office.checkIn();
  await office.bill.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Gift card' }).click();
  const sell = page.getByRole('dialog', { name: 'Gift card' });
  await sell.getByRole('textbox', { name: 'Amount' }).fill('80');
  await sell.getByRole('button', { name: 'Add' }).click();
  await office.bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.poll(paper).toMatch(cardCode);
  const [code = ''] = paper().match(cardCode) ?? [];
  const card = code.replaceAll('-', '').slice(-4);

  // Half of it pays a cake of Nadia's, who gets points.
  await office.openSlot('Takeaway', 7);
  await office.checkIn();
  await office.add('Coconut Cake');
  await office.bill.getByRole('button', { name: 'Customer' }).click();
  await page.getByRole('searchbox').last().fill('Nadia');
  await page.getByRole('button', { name: /^Nadia/ }).click();
  await office.bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('radio', { name: 'Gift card' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Card code' }).fill(code);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('MVR 80.00 left')).toBeVisible();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await expect.poll(() => left(card)).toMatch(/ 36\.80$/);
  const points = async () => (await call<{ points: number }>('GET', `/crm/points/ledger/${id}`)).points;
  await expect.poll(points).toBe(40);

  // The refund goes back to the card.
  await office.goTo('/billing/history');
  await page.getByRole('row').filter({ hasText: 'Takeaway 7' }).first().click();
  const view = page.getByRole('dialog', { name: 'View Bill' });
  await view.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund' });
  await refund.getByRole('textbox', { name: 'Reason' }).fill('Too sweet');
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(view.getByText('Refunded', { exact: true }).first()).toBeVisible();
  await expect.poll(() => left(card)).toMatch(/ 80\.00$/);
  await expect.poll(points).toBe(0);

  await office.goTo('/reports');
  await page.getByRole('button', { name: /^Liability of wallets/ }).click();
  const owed = page
    .getByRole('table', { name: 'Liability of wallets' })
    .getByRole('row')
    .filter({ hasText: 'Gift card' });
  await expect(owed.getByRole('cell').nth(3)).toHaveText('80.00');
});

test('[R22.6] a gift card that was sold a moment before is spent on two tills without the server: both payments stand, and a notice says so', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const tills = [await openBill(browser, /Mariyam/, 5), await openBill(browser, /Ibrahim/, 6)];
  const heard = tills.map(({ page: screen }) =>
    screen.waitForResponse((answer) => answer.url().includes('/fin/wallets/offline?since=') && answer.ok()),
  );
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
  await Promise.all(heard);
  for (const till of tills) await payOffline(till, code);
  for (const till of tills) {
    await till.page.context().setOffline(false);
    await expect(till.page.getByText('Online', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(till.page.getByText(/waiting/)).toHaveCount(0);
  }
  await expect
    .poll(() => call<object[]>('GET', '/fin/wallets/list?status=Overdrawn'))
    .toMatchObject([{ last4: last4(code), balance: -2000 }]);

  await page.getByTitle('Notifications', { exact: true }).click();
  const notices = page.getByRole('dialog', { name: 'Notifications' });
  await expect(notices).toContainText(`Gift card ${last4(code)} was spent below 0`);
  await expect(notices).toContainText(
    /MVR 20\.00 below 0\. .+ took the payment without the server\. It was spent on till \d+, \d+\./,
  );
});
