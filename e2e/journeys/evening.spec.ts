import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { shiftTotals } from '@atoll/domain/shift/shift';
import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

test('[R2.13][R2.14][R15.7][R15.10] an evening of splits, merges, voids, refunds and a new shift gives figures that add up', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Ibrahim/);
  await till.ensureShift();
  const { call, open, pay } = await waiterOf(request, product);
  const { call: callAsOwner } = await waiterOf(request, product, 'admin@atoll.test');
  await callAsOwner('PUT', '/app/settings', [{ key: 'Currencies', values: ['USD:1542'] }]);

  // In the meantime the other waiters serve many tables.
  const bills = await Promise.all(Array.from({ length: 12 }, (_, n) => open(11 + n)));
  await Promise.all(bills.slice(0, 8).map((bill, n) => pay(bill, n % 2 ? 'Card' : 'Cash')));
  const [first, second, third] = bills.slice(8) as [Bill, Bill, Bill];
  await call('PUT', '/bis/bill/merge', { from: first.key, to: second.key });
  const parts = await call<Bill[]>('POST', '/bis/bill/split', { billId: third.key, key: randomUUID(), parts: 3 });
  for (const part of parts) await pay(part, 'Cash');

  // A table is split by items, and both checks are paid.
  await till.openSlot('Table', 1);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.add('Garudhiya');
  await till.add('Milk Tea');
  await till.save();
  await till.tap(till.bill.getByRole('button', { name: 'Split' }));
  const splitting = page.getByRole('dialog', { name: 'Split the bill' });
  await till.tap(splitting.getByRole('button', { name: 'Garudhiya, Goes to the new check' }));
  await expect(splitting.getByText('MVR 59.40')).toBeVisible();
  await till.tap(splitting.getByRole('button', { name: 'Split', exact: true }));
  await expect(till.bill.getByRole('tab', { name: /Check 2/ })).toBeVisible();
  await expect(till.total('Total')).toHaveText('MVR 77.22');
  await expect.poll(() => product.kitchen.tickets.join('\n').match(/Garudhiya/g)?.length).toBe(1);
  await till.tap(till.bill.getByRole('button', { name: 'Checkout' }));
  await till.tap(till.button('Pay'));
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  // The second check is paid in dollars, with change in rufiyaa.
  await till.open('/billing/new/Table/1');
  await expect(till.total('Total')).toHaveText('MVR 59.40');
  await till.tap(till.bill.getByRole('button', { name: 'Checkout' }));
  await till.tap(till.button('USD'));
  await page.getByLabel('Amount', { exact: true }).fill('5');
  await till.tap(till.button('Pay'));
  await expect(page.getByText('MVR 17.70')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();

  // One item is voided with a reason, and another is complimentary.
  await till.openSlot('Table', 2);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.add('Milk Tea');
  await till.save();
  await till.tap(till.lines.filter({ hasText: 'Milk Tea' }).getByRole('button', { name: 'Void item' }));
  const voiding = page.getByRole('dialog', { name: 'Void item' });
  await page.keyboard.press('Escape');
  await expect(voiding).toBeVisible();
  await voiding.getByRole('textbox', { name: 'Reason' }).fill('Spilled it');
  await till.tap(voiding.getByRole('button', { name: 'Void', exact: true }));
  await expect(voiding).toHaveCount(0);
  await expect(till.total('Total')).toHaveText('MVR 59.40');
  await till.tap(till.bill.getByRole('button', { name: 'Checkout' }));
  await till.tap(till.button('Pay'));
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();

  // A refund: it is a separate bill, and the history shows what happened.
  await till.goTo('/billing/history');
  await till.tap(page.getByRole('row').filter({ hasText: 'Table 2' }).first());
  const view = page.getByRole('dialog', { name: 'View Bill' });
  await expect(view.getByText('Spilled it').first()).toBeVisible();
  await till.tap(view.getByRole('button', { name: 'Refund' }));
  const refunding = page.getByRole('dialog', { name: 'Refund' });
  await expect(refunding.getByText('MVR 59.40')).toBeVisible();
  await refunding.getByRole('textbox', { name: 'Reason' }).fill('Cold soup');
  await till.tap(refunding.getByRole('button', { name: 'Refund', exact: true }));
  await expect(view.getByText('Refunded', { exact: true }).first()).toBeVisible();

  // The shift is closed with its open bills carried over, and the next one starts.
  const shift = await call<{ id: number }>('GET', '/bis/shift/active');
  const expected = await call<ShiftTotals>('GET', `/bis/shift/x/${shift.id}`);
  // Another device sees that this till sold, and that no work waits there.
  const reported = { waiting: 0, amount: 0, isSilent: false };
  expect(await call('GET', `/bis/shift/tills/${shift.id}`)).toMatchObject([reported]);
  await till.goTo('/billing/shift/close');
  // Dollars are counted separately from rufiyaa, each in its own currency.
  const [dollars] = expected.byCurrency ?? [];
  expect(dollars).toMatchObject({ currency: 'USD', units: 500, amount: 7710 });
  await page.getByLabel('Counted cash').fill(String((expected.expectedCash - 7710) / 100));
  const close = page.getByRole('button', { name: 'Close Shift', exact: true });
  await expect(close).toBeDisabled();
  await page.getByLabel('Counted USD').fill('5');
  await page.getByRole('checkbox', { name: /Carry open bills over/ }).check();
  await till.tap(close);
  await expect(page.getByRole('status').filter({ hasText: 'Shift closed' })).toBeVisible();
  await expect(page.getByText('No difference')).toBeVisible();

  const closed = await call<{ totals: ShiftTotals; openingBalance: number }>('GET', `/bis/shifts/find/${shift.id}`);
  const { items } = await call<{ items: Bill[] }>('GET', `/bis/bills/list?shiftId=${shift.id}&page=1&size=100`);
  const sums = shiftTotals(
    items.filter((bill) => !bill.isOpen),
    [],
    closed.openingBalance,
  );
  expect(closed.totals).toEqual(sums);
  expect(closed.totals.refunds).toEqual({ count: 1, amount: 5940 });
  const paid = items.filter((bill) => bill.status === 'Complete');
  const sum = (of: (bill: Bill) => number): number => paid.reduce((all, bill) => all + of(bill), 0);
  expect(closed.totals.total).toBe(sum((bill) => bill.total));
  expect(closed.totals.gst).toBe(sum((bill) => bill.gst));
  const numbers = paid.map((bill) => Number(bill.invoiceNumber?.slice(-6))).toSorted((a, b) => a - b);
  expect(numbers.every((number, place) => number === (numbers[0] ?? 0) + place)).toBe(true);
  await call('POST', '/bis/shift/create', { key: randomUUID(), openingBalance: 50_000 });
  const carried = await call<Bill[]>('GET', '/bis/bills/active');
  await pay(carried.find((bill) => bill.key === second.key) as Bill, 'Cash');

  await till.goTo('/billing/shifts');
  await till.tap(page.getByRole('row').filter({ hasText: 'Closed' }).first());
  const report = page.getByRole('dialog', { name: 'Shift', exact: true });
  await till.tap(report.getByRole('button', { name: /Z report \d+/ }));
  await expect(page.getByRole('dialog', { name: /Z report/ }).getByText('Refunds (1)')).toBeVisible();
});
