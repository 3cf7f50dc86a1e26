/** A finger that presses twice by mistake, at the places where the first press changes what lies under it. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

/** Presses a place twice as fast as a finger does, whatever lies there at the second press; a busy machine delivers the second one later. */
async function pressTwice(page: Page, target: Locator, gapMs = 180): Promise<void> {
  await expect(target).toBeVisible();
  // What led here holds a press at its place for a moment.
  await expect(page.locator('[data-second-press]')).toHaveCount(0);
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to press');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const input = await page.context().newCDPSession(page);
  // In seconds since 1970, as the protocol has it.
  const first = Date.now() / 1000;
  for (const timestamp of [first, first + gapMs / 1000]) {
    const press = { x, y, button: 'left', clickCount: 1, timestamp } as const;
    await input.send('Input.dispatchMouseEvent', { ...press, type: 'mousePressed' });
    await input.send('Input.dispatchMouseEvent', { ...press, type: 'mouseReleased' });
    if (timestamp === first) await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), gapMs);
  }
  await input.detach();
}

async function orderAt(till: Till, table: number): Promise<void> {
  await till.openSlot('Table', table);
  await till.checkIn();
  await till.add('Mas Riha');
  await till.add('Roshi');
  await till.save();
}

test('[R35.92] a second press takes no further payment, part, dish or screen', async ({ page }) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signIn(/Aminath Shifa/);
  await till.ensureShift();
  await orderAt(till, 4);

  await test.step('a size is chosen once, and the bill stays', async () => {
    await page.getByRole('searchbox', { name: 'Find an item' }).fill('cappuccino');
    await page
      .getByRole('group', { name: 'Items' })
      .getByRole('button', { name: /^Cappuccino/ })
      .click();
    await pressTwice(page, page.getByRole('dialog').getByRole('button', { name: /^Large/ }), 20);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(till.bill.getByRole('heading', { name: 'Table 4' })).toBeVisible();
    await expect(till.lines.filter({ hasText: 'Cappuccino' })).toHaveCount(1);
    await expect(till.lines.filter({ hasText: 'Cappuccino' })).toContainText('1');
    await till.save();
  });
  const payments = page.getByRole('list', { name: 'Payments' }).getByRole('listitem');
  await test.step('a dialog stays that the first press opened', async () => {
    for (const name of ['Discount', 'Split']) {
      await pressTwice(page, till.bill.getByRole('button', { name }), 130);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await test.step('Checkout opens, and nothing is paid', async () => {
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: width === 1024 ? 768 : 800 });
      await pressTwice(page, till.bill.getByRole('button', { name: 'Checkout' }), 130);
      await expect(pay).toBeEnabled();
      await page.getByRole('link', { name: 'Back to the bill' }).click();
      await expect(till.bill.getByRole('heading', { name: 'Table 4' })).toBeVisible();
    }
  });
  await test.step('a payment is added once', async () => {
    await till.bill.getByRole('button', { name: 'Checkout' }).click();
    await expect(pay).toBeVisible();
    await page.getByRole('textbox', { name: 'Amount' }).fill('10');
    await pressTwice(page, page.getByRole('button', { name: 'Add payment' }));
    await expect(payments).toHaveCount(1);
    await payments.getByRole('button').click();
    await expect(payments).toHaveCount(0);
  });
  await test.step('the way back leads to the bill, no further', async () => {
    await pressTwice(page, page.getByRole('link', { name: 'Back to the bill' }), 40);
    await expect(till.bill.getByRole('heading', { name: 'Table 4' })).toBeVisible();
  });
  await test.step('a part is taken once', async () => {
    await till.bill.getByRole('button', { name: 'Split' }).click();
    const dialog = page.getByRole('dialog', { name: 'Split the bill' });
    await dialog.getByRole('tab', { name: 'Equal parts' }).click();
    await dialog.getByRole('button', { name: 'Pay in parts' }).click();
    await pressTwice(page, page.getByRole('button', { name: 'Take this part' }));
    await expect(payments).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();
    // A press that is meant takes the rest.
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  });
});

test('[R35.92] on a phone a second press on a slot orders nothing, and on Pay keeps the change on the screen', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signIn(/Aminath Shifa/);
  await till.ensureShift();
  await page.setViewportSize({ width: 390, height: 844 });
  await till.open('/billing/new/Takeaway/1');
  await page.getByRole('button', { name: /^Slots/ }).click();
  await pressTwice(page, till.slot('Takeaway 5'), 200);
  await page.getByRole('button', { name: /^Bill( ?MVR|$)/ }).click();
  await expect(till.bill.getByRole('heading', { name: 'Takeaway 5' })).toBeVisible();
  await expect(till.lines).toHaveCount(0);
  await page.getByRole('button', { name: /^Items/ }).click();
  await till.add('Roshi');
  await page.getByRole('button', { name: /^Bill( ?MVR|$)/ }).click();
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('100');
  await pressTwice(page, page.getByRole('button', { name: 'Pay', exact: true }), 250);
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(page.getByText('Change', { exact: true })).toBeVisible();
});
