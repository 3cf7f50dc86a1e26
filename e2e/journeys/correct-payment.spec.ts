import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { expect, test } from '@playwright/test';
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

test('[R35.36] a waiter corrects Cash to Card with a manager’s approval; bill view, X and report show it', async ({
  page,
  request,
  context,
  browser,
}) => {
  test.setTimeout(180_000);
  const { call, open, pay } = await waiterOf(request, product);
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  const bill = await pay(await open(21), 'Cash');
  const shift = await call<{ id: number }>('GET', '/bis/shift/active');
  const x = () => call<ShiftTotals>('GET', `/bis/shift/x/${shift.id}`);
  const before = await x();

  await till.goTo(`/billing/history/view/${bill.id}`);
  const view = page.getByRole('dialog', { name: 'View Bill' });
  const correct = view.getByRole('button', { name: 'Correct payment method' });
  await expect(correct).toBeEnabled();
  await context.setOffline(true);
  await expect(correct).toHaveText(/needs the server/);
  await expect(correct).toBeDisabled();
  await context.setOffline(false);
  await expect(correct).toBeEnabled({ timeout: 20_000 });
  await till.tap(correct);
  const dialog = page.getByRole('dialog', { name: 'Correct payment method' });
  await expect(dialog.getByRole('radio', { name: 'Cash' })).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Card' }).check({ force: true });
  await dialog.getByLabel('Reference').fill('Slip 12');
  await till.tap(dialog.getByRole('button', { name: 'Wrong button' }));
  await till.tap(dialog.getByRole('button', { name: 'Correct payment method' }));
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await approval.getByRole('button', { name: /Ibrahim/ }).click();
  await approval.getByLabel(/^Passcode of/).fill('4826');
  await expect(view.getByRole('region', { name: 'Payment corrections' })).toContainText('Cash → Card · Slip 12');
  await expect(view.getByLabel('Payments', { exact: true })).not.toContainText('Cash');
  await expect(view.getByText(/approved by Ibrahim/)).toBeVisible();

  const after = await x();
  expect(after.expectedCash).toBe(before.expectedCash - bill.total);
  expect(after.total).toBe(before.total);
  expect(after.corrections).toEqual([{ from: 'Cash', to: 'Card', count: 1, amount: bill.total }]);

  // The manager sees it on the X report and in the reports.
  const elsewhere = await browser.newContext();
  const manager = new Till(await elsewhere.newPage(), product);
  await manager.open();
  await manager.signIn(/Ibrahim/);
  await manager.goTo('/billing/shifts');
  await manager.tap(manager.page.getByRole('row').filter({ hasText: 'Open' }).first());
  await manager.tap(manager.page.getByRole('button', { name: 'X report' }));
  const report = manager.page.getByRole('dialog', { name: 'X report' });
  await expect(report.getByRole('heading', { name: 'Payment corrections' })).toBeVisible();
  await expect(report.getByText('Cash → Card (1)')).toBeVisible();
  await manager.goTo('/reports');
  await manager.tap(manager.page.getByRole('button', { name: /^Payment corrections/ }));
  await expect(manager.page.getByText(bill.invoiceNumber ?? '').first()).toBeVisible();
  await expect(manager.page.getByText('Wrong button').first()).toBeVisible();
  await elsewhere.close();
});
