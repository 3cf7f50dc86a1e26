/**
 * Tests conflicts with changes made elsewhere while a till was offline: each shows a plain message with a resolution,
 * and loses no item and no payment.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { type Product, startProduct } from '../support/product.ts';
import { some } from '../support/sample.ts';
import { type Waiter, waiterOf } from '../support/waiter.ts';

// The app itself must load without the network.
test.use({ serviceWorkers: 'allow' });

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

interface Scenario {
  readonly page: Page;
  readonly till: Till;
  readonly other: Waiter;
  /** Each conflict has its own table. */
  readonly slot: number;
}

const alertOf = (page: Page, words: RegExp) => page.getByRole('alert', { name: words });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const fetched = (other: Waiter, bill: Pick<Bill, 'key'>) => other.call<Bill>('GET', `/bis/bills/find/${bill.key}`);

async function goOffline({ page }: Scenario): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText(/Offline · \d+ waiting/)).toBeVisible({ timeout: 15_000 });
}
async function goOnline({ page }: Scenario): Promise<void> {
  await page.context().setOffline(false);
  await expect(page.getByText(/^(Online|Polling)/).first()).toBeVisible({ timeout: 15_000 });
}
/** Creates a bill that is saved and visible on the till. */
async function savedBill({ till, other, slot }: Scenario): Promise<Bill> {
  const bill = await other.open(slot);
  await till.openSlot('Table', slot);
  await expect(till.lines).toHaveCount(3);
  return bill;
}
async function payCash({ till, page }: Scenario): Promise<void> {
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await button(page, 'Pay').click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  await button(page, 'New bill').click();
}

const conflicts: Readonly<Record<string, (scenario: Scenario) => Promise<void>>> = {
  async 'a bill that another till paid: this till refunds its payment, and the bill is paid once'(scenario) {
    const { page, other, slot } = scenario;
    const bill = await savedBill(scenario);
    await goOffline(scenario);
    await payCash(scenario);
    await other.pay(bill, 'Card');
    await goOnline(scenario);
    const late = alertOf(page, new RegExp(`^Table ${slot}: a payment came too late`));
    await expect(late).toContainText(/\w+ took the payment for this bill first, on another till: Card MVR/);
    await late.getByRole('button', { name: 'Refund' }).click();
    await expect(late).toHaveCount(0);
    expect((await fetched(other, bill)).payments.map(({ method }) => method)).toEqual(['Card']);
  },

  async 'a bill that got more items on another till: the payment is kept, and the rest is collected'(scenario) {
    const { page, other, slot } = scenario;
    const bill = await savedBill(scenario);
    await goOffline(scenario);
    await payCash(scenario);
    const more = bill.items[0];
    const items = [{ key: crypto.randomUUID(), menuItemId: more?.menuItemId, size: more?.size, qty: 1 }];
    await other.call('PUT', '/bis/bill/update', { key: bill.key, type: 'Table', slot: String(slot), items });
    await goOnline(scenario);
    const late = alertOf(page, new RegExp(`^Table ${slot}: a payment came too late`));
    await expect(late).toContainText('is due now');
    await late.getByRole('button', { name: 'Collect the rest' }).click();
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    await button(page, 'Add payment').click();
    await button(page, 'Pay').click();
    await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
    const paid = await fetched(other, bill);
    expect(paid.status).toBe('Complete');
    expect(paid.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(paid.total + paid.roundingAmount);
  },

  async 'a bill that another till voided: its new items move to another bill'(scenario) {
    const { page, till, other, slot } = scenario;
    const bill = await savedBill(scenario);
    await goOffline(scenario);
    await till.add('Roshi');
    await till.save();
    await other.call('PUT', '/bis/bill/void', { billId: bill.key, reason: 'The guests left' });
    await goOnline(scenario);
    await page
      .getByRole('status')
      .getByRole('button', { name: /waiting/ })
      .click();
    const list = page.getByRole('list', { name: 'Needs attention' });
    await expect(list).toContainText('voided the bill on another till before these items arrived');
    await list.getByRole('button', { name: 'Move the items to another bill' }).click();
    await till.openSlot('Table', slot);
    await till.checkIn();
    await button(page, 'Add them to this bill').click();
    await expect(till.lines.filter({ hasText: 'Roshi' })).toHaveCount(1);
    await till.save();
  },

  async 'a slot that another till checked in: the two bills become one'(scenario) {
    const { page, till, other, slot } = scenario;
    await till.openSlot('Table', slot);
    await goOffline(scenario);
    await till.checkIn();
    await till.add('Roshi');
    await till.save();
    const theirs = await other.open(slot);
    await goOnline(scenario);
    await expect(page.getByText(`Table ${slot} was opened on another till too`).first()).toBeVisible();
    await expect(till.lines).toHaveCount(4);
    await expect.poll(async () => (await fetched(other, theirs)).items.length).toBe(4);
  },

  async 'an item that sold out in the meantime: the till warns, and a person decides'(scenario) {
    const { page, till, other, slot } = scenario;
    await savedBill(scenario);
    await goOffline(scenario);
    await till.add('Garudhiya');
    await till.save();
    const item = await findItem(other, 'Garudhiya');
    await other.call('PUT', '/bis/menu/item/update', { id: item.id, version: item.version, isAvailable: false });
    // The till is offline long enough for the item to be sold out without its knowledge.
    await expect.poll(() => sinceMs(page), { timeout: 15_000 }).toBeGreaterThan(5500);
    await goOnline(scenario);
    const sold = alertOf(page, new RegExp(`^Table ${slot}: 1 × Garudhiya is sold out`));
    await sold.getByRole('button', { name: 'Keep' }).click();
    await expect(sold).toHaveCount(0);
    await expect(till.lines.filter({ hasText: 'Garudhiya' })).toHaveCount(1);
    const now = await findItem(other, 'Garudhiya');
    await other.call('PUT', '/bis/menu/item/update', { id: now.id, version: now.version, isAvailable: true });
  },

  async 'a price that changed in the meantime: the guest pays the price of the order'(scenario) {
    const { till, other } = scenario;
    const bill = await savedBill(scenario);
    await goOffline(scenario);
    await till.add('Mas Riha');
    await till.save();
    const item = await findItem(other, 'Mas Riha');
    const [size] = item.sizes;
    const ordered = size?.sellingPrice ?? 0;
    const sizes = [{ ...size, sellingPrice: ordered + 1000 }];
    await other.call('PUT', '/bis/menu/item/update', { id: item.id, version: item.version, sizes });
    await goOnline(scenario);
    await expect
      .poll(async () => (await fetched(other, bill)).items.find(({ name }) => name === 'Mas Riha')?.sellingPrice)
      .toBe(ordered);
  },

  async 'a shift that closed in the meantime: the payment waits for the next shift'(scenario) {
    const { page, other } = scenario;
    const bill = await savedBill(scenario);
    await goOffline(scenario);
    await payCash(scenario);
    await closeShift(other);
    await goOnline(scenario);
    const held = alertOf(page, /waits? for a shift$/);
    await held.getByRole('link', { name: 'Start a shift' }).click();
    await page.getByLabel('Opening balance').fill('500');
    await button(page, 'Start Shift').click();
    await expect.poll(async () => (await fetched(other, bill)).status).toBe('Complete');
    await expect(held).toHaveCount(0);
  },
};

async function closeShift(other: Waiter): Promise<void> {
  const shift = await other.call<{ id: number } | null>('GET', '/bis/shift/active');
  const counted = [{ method: 'Cash', amount: 0 }];
  const closing = { id: shift?.id, counted, openBills: 'carry', differenceReason: 'Not counted yet' };
  if (shift) await other.call('PUT', '/bis/shift/close', closing);
}

interface FoundItem {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly sizes: readonly { readonly value: string; readonly sellingPrice: number }[];
}
async function findItem(other: Waiter, name: string): Promise<FoundItem> {
  const menus = await other.call<{ categories: { menuItems: FoundItem[] }[] }[]>('GET', '/bis/menu/get');
  const found = menus.flatMap((menu) => menu.categories.flatMap(({ menuItems }) => menuItems));
  const item = found.find((one) => one.name === name);
  if (!item) throw new Error(`${name} is not on the menu`);
  return item;
}

/** Returns how long the oldest unsent work has waited, as the device stores it. */
const sinceMs = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('atoll');
        opening.onsuccess = () => {
          const all = opening.result.transaction('outbox').objectStore('outbox').getAll();
          all.onsuccess = () => {
            opening.result.close();
            const made = (all.result as { madeAt: string }[]).map(({ madeAt }) => Date.parse(madeAt));
            resolve(made.length ? Date.now() - Math.min(...made) : 0);
          };
        };
      }),
  );

test('[R13.4][R15.11] explains changes made elsewhere in plain words, with a resolution that loses nothing', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const other = await waiterOf(request, product, 'admin@atoll.test');
  let slot = 10;
  for (const [what, happens] of some(Object.entries(conflicts), 7))
    await test.step(what, async () => {
      slot += 1;
      await happens({ page, till, other, slot });
      await page.getByText('Online', { exact: true }).waitFor();
    });
});

interface FoundUser {
  readonly id: number;
  readonly email: string;
  readonly version: number;
}
async function findMariyam(other: Waiter): Promise<FoundUser> {
  const users = await other.call<{ items: FoundUser[] }>('GET', '/app/users/list?page=1&size=10');
  const mariyam = users.items.find(({ email }) => email === 'user@atoll.test');
  if (!mariyam) throw new Error('Mariyam is not there');
  return mariyam;
}
async function mayNot(other: Waiter, denied: readonly string[]): Promise<void> {
  const { id, version } = await findMariyam(other);
  const overrides = denied.map((permission) => ({ permission, effect: 'deny' }));
  await other.call('PUT', '/app/user/update', { id, version, overrides });
}

test('[R17.3] explains why work of a person without permission waits, and sends it with a passcode at the till', async ({
  page,
  request,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const other = await waiterOf(request, product, 'admin@atoll.test');
  const scenario = { page, till, other, slot: 31 };
  const bill = await savedBill(scenario);
  await goOffline(scenario);
  await till.add('Roshi');
  await till.save();
  await payCash(scenario);
  await mayNot(other, ['bill.open', 'bill.pay']);
  await page.context().setOffline(false);
  await page
    .getByRole('status')
    .getByRole('button', { name: /waiting/ })
    .click({ timeout: 30_000 });
  const list = page.getByRole('list', { name: 'Needs attention' });
  await expect(list).toContainText('Needs a manager: Mariyam Luiza no longer has the permission (Open bills)', {
    timeout: 30_000,
  });
  await page.reload();
  await page
    .getByRole('status')
    .getByRole('button', { name: /waiting/ })
    .click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Get approval' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approval' });
  await expect(dialog).toContainText('2 unsent changes on this till');
  // [R36.16] Each of them is shown with its bill, table and amount.
  const work = dialog.getByRole('list', { name: 'Work to send' }).getByRole('listitem');
  await expect(work).toHaveText([/^Save · Table 31/, /^Payment · Table 31/]);
  await dialog
    .getByRole('button', { name: /Ibrahim|Manager/ })
    .first()
    .click();
  await expect(dialog.getByLabel(/^Passcode of/)).toBeVisible();
  await page.keyboard.type('4826');
  await expect(dialog).toHaveCount(0);
  await expect.poll(async () => (await fetched(other, bill)).status).toBe('Complete');
  const paid = await fetched(other, bill);
  expect(paid.items.at(-1)).toMatchObject({ name: 'Roshi', createdByName: 'Mariyam Luiza' });
  expect(paid.payments).toHaveLength(1);
  const { events } = await other.call<{ events: { isRevoked: boolean; approverName: string | null }[] }>(
    'GET',
    `/bis/bills/timeline/${paid.id}`,
  );
  expect(events.filter(({ isRevoked, approverName }) => isRevoked && approverName).length).toBeGreaterThanOrEqual(2);
  await mayNot(other, []);
});

test('[R17.2][R19.3] signs out a person deactivated while offline; the next one sends their work in their name', async ({
  page,
  request,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  const other = await waiterOf(request, product, 'admin@atoll.test');
  const scenario = { page, till, other, slot: 30 };
  // This is somebody else's shift: nobody with an open shift is deactivated.
  await closeShift(other);
  await other.call('POST', '/bis/shift/create', { key: crypto.randomUUID(), openingBalance: 0 });
  const bill = await savedBill(scenario);
  await goOffline(scenario);
  await till.add('Roshi');
  await till.save();
  const { id, version } = await findMariyam(other);
  await other.call('PUT', '/app/user/update', { id, version, isActive: false });
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('1 change on this device is not sent yet')).toBeVisible();
  await till.signInAs('manager@atoll.test');
  await expect.poll(async () => (await fetched(other, bill)).items.length, { timeout: 15_000 }).toBe(4);
  const line = (await fetched(other, bill)).items.at(-1);
  expect(line).toMatchObject({ name: 'Roshi', createdByName: 'Mariyam Luiza' });
});
