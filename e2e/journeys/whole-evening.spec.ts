import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { type APIRequestContext, type Browser, expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { isLong } from '../support/sample.ts';
import { type Waiter, waiterOf } from '../support/waiter.ts';
import { comparable, zSums } from '../support/z-sums.ts';

// The app itself must load without the network.
test.use({ serviceWorkers: 'allow' });

/** Tables by the person who serves them: four for each of three tills, the rest for the waiters who call the server themselves. */
const plan = { rounds: 5, tables: 4, others: Array.from({ length: 25 }, (_, n) => 16 + n) } as const;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

async function tillOf(browser: Browser, who: RegExp): Promise<Till> {
  const till = new Till(await (await browser.newContext()).newPage(), product);
  await till.open();
  await till.signIn(who);
  return till;
}

/** Pays the bill on the screen, in cash unless another method is given. */
async function payOnTill(till: Till, method = 'Cash'): Promise<void> {
  const { page } = till;
  await till.tap(till.bill.getByRole('button', { name: 'Checkout' }));
  await page.getByRole('radio', { name: method }).check();
  await till.tap(till.button('Pay'));
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
}

/** Serves one table of a till: check-in, two soups and a tea, a random event, and payment. */
async function serve(till: Till, table: number, turn: number, mayVoid: boolean): Promise<void> {
  const { page } = till;
  await till.openSlot('Table', table);
  await till.checkIn();
  await till.add('Garudhiya');
  await till.add('Garudhiya');
  await till.add('Milk Tea');
  await till.save();
  const happens = (table + turn) % 4;
  if (happens === 0 && mayVoid) {
    await till.tap(till.lines.filter({ hasText: 'Milk Tea' }).getByRole('button', { name: 'Void item' }));
    const voiding = page.getByRole('dialog', { name: 'Void item' });
    await voiding.getByRole('textbox', { name: 'Reason' }).fill('Spilled it');
    await till.tap(voiding.getByRole('button', { name: 'Void', exact: true }));
    await expect(voiding).toHaveCount(0);
  }
  if (happens === 1) {
    await till.tap(till.bill.getByRole('button', { name: 'Split' }));
    const splitting = page.getByRole('dialog', { name: 'Split the bill' });
    await till.tap(splitting.getByRole('button', { name: 'Garudhiya, Goes to the new check' }));
    await till.tap(splitting.getByRole('button', { name: 'Split', exact: true }));
    await expect(till.bill.getByRole('tab', { name: /Check 2/ })).toBeVisible();
    await payOnTill(till, 'Card');
    await till.tap(till.button('Check 2'));
  }
  await payOnTill(till, happens === 2 ? 'Card' : 'Cash');
}

/** Serves one bill without the server: it arrives when the connection is back. */
async function serveCutOff(till: Till, table: number): Promise<void> {
  const calls = `${product.url}/api/**`;
  await till.openSlot('Table', table);
  await till.page.route(calls, (route) => route.abort());
  await till.checkIn();
  await till.add('Garudhiya');
  await till.save();
  await payOnTill(till);
  await till.page.unroute(calls);
}

/** Serves a table of the other waiters; its number decides what happens. */
async function serveByCall(waiter: Waiter, table: number, turn: number): Promise<void> {
  const { call, open, pay } = waiter;
  let bill = await open(table, turn);
  const { key, type, slot } = bill;
  const at = (table + turn * 5) % 7;
  if (at === 0) {
    const [item] = bill.items.slice(1);
    const items = [{ ...item, isVoid: true, voidReason: 'Guest changed their mind' }];
    bill = await call('PUT', '/bis/bill/update', { key, type, slot, items, changed: [] });
  }
  if (at === 1) return void (await call('PUT', '/bis/bill/void', { billId: key, reason: 'Guests left' }));
  if (at === 2) {
    const checks = await call<Bill[]>('POST', '/bis/bill/split', { billId: key, key: randomUUID(), parts: 3 });
    for (const check of checks) await pay(check, 'Card');
    return;
  }
  if (at === 3)
    bill = await call('PUT', '/bis/bill/update', {
      key,
      type,
      slot,
      discountPercentage: 10,
      changed: ['discountPercentage'],
    });
  const paid = await pay(bill, turn % 2 ? 'BankTransfer' : 'Cash');
  if (at === 4) {
    const payments = [{ key: randomUUID(), method: 'Cash', amount: paid.total }];
    await call('POST', '/bis/bill/refund', { key: randomUUID(), billId: paid.key, payments, reason: 'Cold' });
  }
}

async function closeOnTill(till: Till, call: Waiter['call']): Promise<number> {
  const { page } = till;
  const { id } = await call<{ id: number }>('GET', '/bis/shift/active');
  const expected = await call<ShiftTotals>('GET', `/bis/shift/x/${id}`);
  await page.goto(`${product.url}/billing/shift/close`);
  await page.getByLabel('Counted cash').fill(String(expected.expectedCash / 100));
  const carry = page.getByRole('checkbox', { name: /Carry open bills over/ });
  const close = page.getByRole('button', { name: 'Close Shift', exact: true });
  await expect(close).toBeVisible();
  if (await carry.isVisible()) await carry.check();
  await till.tap(close);
  await expect(page.getByRole('status').filter({ hasText: 'Shift closed' })).toBeVisible();
  await expect(page.getByText('No difference')).toBeVisible();
  return id;
}

/** Checks that every figure of a Z is the sum of its bills. */
async function expectZ(call: Waiter['call'], shiftId: number): Promise<readonly Bill[]> {
  const { items } = await call<{ items: Bill[] }>('GET', `/bis/bills/list?shiftId=${shiftId}&page=1&size=1000`);
  const shift = await call<{
    totals: ShiftTotals;
    openingBalance: number;
    cash: { kind: 'In' | 'Out'; amount: number }[];
  }>('GET', `/bis/shifts/find/${shiftId}`);
  const moved = (kind: string): number =>
    shift.cash.reduce((sum, event) => sum + (event.kind === kind ? event.amount : 0), 0);
  expect(comparable(shift.totals)).toEqual(zSums(items, shift.openingBalance, { in: moved('In'), out: moved('Out') }));
  for (const { gst, base, gstPct, gstMode } of shift.totals.gstByRate) {
    const whole = gstMode === 'Inclusive' ? (base * gstPct) / (100 + gstPct) : (base * gstPct) / 100;
    expect(Math.abs(gst - whole)).toBeLessThanOrEqual(shift.totals.bills + shift.totals.refunds.count);
  }
  return items;
}

/** Returns how many of a dish were printed for the kitchen to make. */
const onPaper = (name: string): number =>
  product.kitchen.tickets
    .filter((ticket) => !ticket.includes('VOID'))
    .flatMap((ticket) => [...ticket.matchAll(new RegExp(`(\\d+) x ${name}`, 'g'))])
    .reduce((sum, [, qty]) => sum + Number(qty), 0);

async function wholeEvening({ browser, request }: { browser: Browser; request: APIRequestContext }): Promise<void> {
  test.setTimeout(1_200_000);
  const owner = await tillOf(browser, /Aminath/);
  await owner.ensureShift();
  const tills = [owner, await tillOf(browser, /Ibrahim/), await tillOf(browser, /Mariyam/)] as const;
  const waiters = await Promise.all(
    ['admin@atoll.test', 'manager@atoll.test'].map((email) => waiterOf(request, product, email)),
  );
  const { call, open, pay } = waiters[0] as Waiter;
  const tableOf = (till: number, n: number): number => till * 4 + n + 1;
  const round = async (turn: number): Promise<void> => {
    await Promise.all([
      ...tills.map(async (till, place) => {
        for (let n = 0; n < plan.tables; n += 1) await serve(till, tableOf(place, n), turn, place < 2);
      }),
      ...waiters.map(async (waiter, place) => {
        for (const table of plan.others.filter((_, n) => n % waiters.length === place))
          await serveByCall(waiter, table, turn);
      }),
    ]);
  };

  // Two tables are merged, and one stays open beyond the change of shift.
  const [first, second] = [await open(13), await open(14)] as const;
  await call('PUT', '/bis/bill/merge', { from: first.key, to: second.key });
  const before = Math.ceil(plan.rounds / 2);
  for (let turn = 0; turn < before; turn += 1) await round(turn);
  const { id: openId } = await call<{ id: number }>('GET', '/bis/shift/active');
  const cash = { shiftId: openId, kind: 'Out', amount: 20_000, reason: 'To the safe', type: 'Drop' };
  await call('POST', '/bis/shift/cash', { key: randomUUID(), ...cash });
  const early = await closeOnTill(owner, call);
  await owner.ensureShift();
  for (let turn = before; turn < plan.rounds; turn += 1) await round(turn);
  await serveCutOff(tills[1], 5);
  const active = () => call<Bill[]>('GET', '/bis/bills/active');
  const keys = async () => (await active()).map((bill) => bill.key);
  await expect(tills[1].page.getByText(/waiting/)).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(keys, { timeout: 60_000 }).toEqual([second.key]);
  const [carried] = await active();
  await pay(carried as Bill, 'Cash');
  const late = await closeOnTill(owner, call);

  const bills = [...(await expectZ(call, early)), ...(await expectZ(call, late))];
  expect(new Set(bills.map((bill) => bill.key)).size).toBe(bills.length);
  const tables = new Set(bills.map((bill) => Number(bill.slot)));
  expect(tables.size).toBeGreaterThanOrEqual(38);
  const numbers = bills
    .flatMap((bill) => bill.invoiceNumber ?? [])
    .map((number) => Number(number.slice(-6)))
    .sort((a, b) => a - b);
  expect(numbers.every((number, place) => number === (numbers[0] ?? 0) + place)).toBe(true);
  // Each soup of the tills was printed in the kitchen once, whatever happened to its bill.
  const served = tills.length * plan.tables * plan.rounds;
  await expect.poll(() => onPaper('Garudhiya')).toBe(served * 2 + 1);
  expect(bills.length).toBeGreaterThanOrEqual(200);
}

// Each run plays the short evening; this one takes minutes.
if (isLong)
  test(
    '[R1.5][R2.11][R15.7][R16.4] puts each bill of three tills into one Z, whose every figure is the sum of its bills',
    wholeEvening,
  );
