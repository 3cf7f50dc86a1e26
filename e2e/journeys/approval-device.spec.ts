/** Approval on the approver's own device: two devices of the same outlet. */
import { type Browser, expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
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
