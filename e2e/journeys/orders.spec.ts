import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.close());

test('a cake is ordered with a part paid, opened as a bill and paid; its papers bear its GST together', async ({
  page,
  request,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  await till.goTo('/settings?section=features');
  await page.getByRole('switch', { name: 'Gift cards and orders' }).click();
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);

  const { call } = await waiterOf(request, product, 'admin@atoll.test');
  const [menu] = await call<{ categories: { id: number }[] }[]>('GET', '/bis/menu/get');
  const sizes = [{ value: 'Regular', sellingPrice: 80_000, isDefault: true }];
  const cake = { name: 'Cake for Friday', categoryIds: [menu?.categories[0]?.id], type: 'Kitchen', sizes };
  await call('POST', '/bis/menu/item/create', { key: randomUUID(), ...cake });
  await till.openSlot('Takeaway', 3);
  await till.checkIn();
  await till.add('Cake for Friday');
  const [total, gst] = await Promise.all(['Total', 'GST'].map((label) => till.total(label).textContent()));
  const laari = (text: string | null | undefined) => Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);

  await till.bill.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Keep for later' }).click();
  const keep = page.getByRole('dialog', { name: 'Keep for later' });
  await keep.getByLabel('Customer').fill('Nadia');
  await keep.getByLabel('Due').fill('2030-01-04T15:00');
  await keep.getByLabel('Paid today').fill('300');
  await keep.getByRole('button', { name: 'Save' }).click();
  await expect(keep).toBeHidden();
  await expect(till.bill.getByRole('button', { name: 'Check In' })).toBeVisible();

  await till.goTo('/wallets/orders');
  await page.getByRole('row', { name: /Nadia/ }).click();
  const order = page.getByRole('dialog', { name: 'Order' });
  await order.getByRole('button', { name: 'Open as bill' }).click();
  const open = page.getByRole('dialog', { name: 'Open as bill' });
  await open.getByText('Takeaway', { exact: true }).click();
  await open.getByRole('textbox', { name: 'Slot' }).fill('4');
  await open.getByRole('button', { name: 'Save' }).click();
  await expect(till.bill.getByRole('heading', { name: 'Takeaway 4' })).toBeVisible();
  expect(laari(await till.total('Total').textContent())).toBe(laari(total) - 30_000);
  // The last bill charges GST on the rest only.
  const rest = laari(await till.total('GST').textContent());
  expect(rest + Math.round((30_000 * 8) / 108)).toBe(laari(gst));

  // The paper of what was paid today, and that of the rest, bear the GST of the cake together.
  const gstOn = () =>
    product.front.tickets
      .flatMap((paper) => paper.match(/^GST 8%.*\s([\d.]+)$/m)?.[1] ?? [])
      .map((text) => laari(text));
  await expect.poll(gstOn).toEqual([2222]);
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Print receipt' }).click();
  await expect.poll(gstOn).toEqual([2222, 4178]);
  expect(laari(gst)).toBe(2222 + 4178);
  expect(product.front.tickets.at(-1)).toMatch(/Less advance, invoice\s+AC-/);
});

test('a cake is ordered with a part paid without the server, which makes the order once when it is back', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  // Without a cached app a screen is there that was shown before.
  await till.goTo('/wallets/orders');
  await expect(page.getByRole('row', { name: /Nadia/ })).toBeVisible();
  await till.openSlot('Takeaway', 5);
  await till.checkIn();
  await till.add('Coconut Cake');
  await product.killServer();
  await till.bill.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Keep for later' }).click();
  const keep = page.getByRole('dialog', { name: 'Keep for later' });
  await keep.getByLabel('Customer').fill('Zubair');
  await keep.getByLabel('Due').fill('2030-01-05T15:00');
  await keep.getByLabel('Paid today').fill('20');
  await keep.getByRole('button', { name: 'Save' }).dblclick();
  await expect(keep).toBeHidden();
  await expect.poll(() => product.front.tickets.join(' ')).toContain('Provisional receipt');
  // The slot is free at once, and stays so.
  await expect(till.bill.getByRole('button', { name: 'Check In' })).toBeVisible();
  await till.goTo('/wallets/orders');
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await expect(waiting.getByText('Zubair')).toBeVisible();
  await product.startServer();
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: /Zubair/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Zubair/ })).toContainText('20.00');
  await till.openSlot('Takeaway', 5);
  await expect(till.bill.getByRole('button', { name: 'Check In' })).toBeVisible();
});
