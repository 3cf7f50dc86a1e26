/** Approval on the approver's own device: two devices of the same outlet. */
import { type Browser, expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
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

async function tillOf(browser: Browser, email: string): Promise<Till> {
  const till = new Till(await (await browser.newContext()).newPage(), product);
  await till.open('/auth/login');
  await till.signInAs(email);
  return till;
}

const startVoid = ({ lines }: Till): Promise<void> =>
  lines.filter({ hasText: 'Roshi' }).getByRole('button', { name: 'Void item' }).click();

/** Gives the reason of the void and asks the manager on their own device. */
async function askManager({ page }: Till): Promise<void> {
  await page.getByRole('dialog', { name: 'Void item' }).getByRole('button', { name: 'Wrong item' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await approval.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await approval.getByRole('button', { name: 'Ask on their device' }).click();
  await expect(approval.getByText('Waiting for Ibrahim Nasheed')).toBeVisible();
}

test('a question disappears from the manager’s device when the till that asked is closed or reloaded', async ({
  browser,
}) => {
  const waiter = await tillOf(browser, 'user@atoll.test');
  await waiter.ensureShift();
  await waiter.openSlot('Table', 16);
  await waiter.checkIn();
  await waiter.add('Roshi');
  await waiter.save();
  const manager = await tillOf(browser, 'manager@atoll.test');
  const question = manager.page.getByRole('dialog', { name: /asks for your approval$/ });

  await startVoid(waiter);
  await askManager(waiter);
  await expect(question).toContainText('Roshi', { timeout: 15_000 });
  await noFaults(manager.page, 'question');
  await waiter.page.getByRole('dialog', { name: 'Approval' }).getByRole('button', { name: 'Close' }).click();
  await expect(question).toHaveCount(0);
  await expect(manager.page.getByText(/no longer asks for your approval$/).first()).toBeVisible();

  await askManager(waiter);
  await expect(question).toBeVisible({ timeout: 15_000 });
  await waiter.page.reload();
  await expect(question).toHaveCount(0);

  await expect(waiter.lines.filter({ hasText: 'Roshi' })).toBeVisible();
  await startVoid(waiter);
  await askManager(waiter);
  await expect(question).toBeVisible({ timeout: 15_000 });
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(question).toHaveCount(0);
  await expect(waiter.lines.filter({ hasText: 'void' })).toHaveCount(1);
  await waiter.page.context().close();
  await manager.page.context().close();
});

test('[R36.8] a waiter who lowers a printed bill needs a manager, the timeline says before and after, and the report lists it', async ({
  browser,
}) => {
  const waiter = await tillOf(browser, 'user@atoll.test');
  const { page } = waiter;
  await waiter.ensureShift();
  await waiter.openSlot('Table', 18);
  await waiter.checkIn();
  await waiter.add('Roshi');
  await waiter.add('Mas Riha');
  await waiter.save();
  const printed = (await waiter.total('Total').textContent()) ?? '';
  await waiter.bill.getByRole('button', { name: 'Print Bill' }).click();
  await expect(waiter.bill.getByText('Bill printed')).toBeVisible();

  await waiter.lines.filter({ hasText: 'Mas Riha' }).getByRole('button', { name: 'Void item' }).click();
  const voiding = page.getByRole('dialog', { name: 'Void item' });
  await voiding.getByRole('button', { name: 'Wrong item' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  await expect(approval).toContainText(/printed bill/);
  await approval.getByRole('button', { name: 'Close' }).click();
  // Nothing changed, and the question is asked again.
  await expect(waiter.total('Total')).toHaveText(printed);
  await voiding.getByRole('button', { name: 'Void', exact: true }).click();
  await approval.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await approval.getByLabel(/^Passcode of/).fill('4826');
  await expect(waiter.lines.filter({ hasText: 'void' })).toHaveCount(1);
  const lowered = (await waiter.total('Total').textContent()) ?? '';
  expect(lowered).not.toBe(printed);
  await waiter.bill.getByRole('button', { name: 'Checkout' }).click();
  const paid = page.waitForResponse((answer) => answer.url().endsWith('/bis/bill/pay') && answer.ok());
  await waiter.button('Pay').click();
  const { id, invoiceNumber } = (await (await paid).json()) as { id: number; invoiceNumber: string };
  await page.context().close();

  const manager = await tillOf(browser, 'manager@atoll.test');
  await manager.goTo(`/billing/history/view/${id}`);
  const amount = (text: string): string => text.replace('MVR ', '');
  const change = `Below the printed bill: ${amount(printed)} → ${amount(lowered)}`;
  await expect(manager.page.getByText(change)).toBeVisible();
  await manager.goTo('/reports/config');
  const drawer = manager.page.getByRole('dialog', { name: 'Report settings' });
  await drawer.getByLabel('Report', { exact: true }).selectOption('Paid less than was printed');
  await drawer.getByRole('button', { name: 'Run report' }).click();
  await expect(manager.page.getByRole('row').filter({ hasText: invoiceNumber })).toContainText('Mariyam');
  await manager.page.context().close();
});
