/** A print server that is away, and a section of the floor that goes to another waiter. */
import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { serverTimeHeader } from '@atoll/domain/contract/server-time';
import { newPlace, type Place } from '@atoll/domain/outlet/floor/floor-plan';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { outOfReachInSizes } from '../support/reach.ts';
import { TapCounter } from '../support/tap-counter.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;
test.beforeAll(async ({ playwright }) => {
  product = await startProduct();
  const admin = await waiterOf(await playwright.request.newContext(), product, 'admin@atoll.test');
  await admin.call('POST', '/bis/shift/create', { key: randomUUID(), openingBalance: 0 });
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

async function newTill(browser: Browser, email: string, prepare?: (page: Page) => Promise<void>): Promise<Till> {
  const page = await (await browser.newContext()).newPage();
  await prepare?.(page);
  const till = new Till(page, product);
  await till.open();
  await till.signInAs(email);
  return till;
}

/** Moves the clocks of the till and of the server's answers on together, in steps in which the till can work. */
async function movableClock(page: Page): Promise<(minutes: number) => Promise<void>> {
  let passedMs = 0;
  await page.clock.install();
  await page.route(`${product.url}/api/**`, async (route) => {
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    const headers = { ...response.headers() };
    if (headers[serverTimeHeader]) headers[serverTimeHeader] = String(Number(headers[serverTimeHeader]) + passedMs);
    return route.fulfill({ response, headers });
  });
  return async (minutes) => {
    for (let half = 0; half < minutes * 2; half += 1) {
      passedMs += 30_000;
      await page.clock.fastForward(30_000);
      await page.evaluate(() => fetch('/health').then(() => undefined));
    }
  };
}

test('a ticket comes once by itself when the print server was away for 3 minutes; after 11 nothing comes, and the bar alarms', async ({
  browser,
}) => {
  let pass: (minutes: number) => Promise<void> = async () => undefined;
  const till = await newTill(browser, 'admin@atoll.test', async (page) => {
    pass = await movableClock(page);
  });
  const { page } = till;
  let tries = 0;
  page.on('requestfailed', (request) => {
    if (request.method() === 'POST' && request.url().startsWith(product.printUrl)) tries += 1;
  });
  const bar = page.getByRole('alert', { name: 'Ticket not printed' });
  const paper = (table: number) => product.kitchen.tickets.filter((text) => text.includes(`TABLE ${table}`)).length;
  const saveAt = async (table: number): Promise<void> => {
    await till.openSlot('Table', table);
    await till.checkIn();
    await till.add('Garudhiya');
    await till.save();
  };

  await product.killPrintServer();
  await saveAt(10);
  await expect(bar).toContainText('Table 10');
  await pass(3);
  await expect.poll(() => tries).toBeGreaterThan(2);
  await product.startPrintServer();
  // Nobody touches the till; a try is a minute away at most.
  await pass(1);
  await expect.poll(() => paper(10)).toBe(1);
  await expect(bar).toHaveCount(0);

  await product.killPrintServer();
  await saveAt(11);
  await pass(11);
  const triedBefore = tries;
  await product.startPrintServer();
  await pass(3);
  await page.reload();
  await expect(bar).toContainText('Table 11');
  await saveAt(12);
  await expect.poll(() => paper(12)).toBe(1);
  expect([paper(10), paper(11), tries]).toEqual([1, 0, triedBefore]);
  expect(await outOfReachInSizes(page)).toEqual([]);
  // A person decides: it comes once.
  await bar.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => paper(11)).toBe(1);
  await expect(bar).toHaveCount(0);
  expect([paper(10), paper(12)]).toEqual([1, 1]);
  await page.context().close();
});

test('a waiter who may not see others reads ‘Table 5, {waiter}’ and no more; a manager hands that section over in three taps', async ({
  browser,
  request,
}) => {
  const admin = await waiterOf(request, product, 'admin@atoll.test');
  type Person = { readonly id: number; readonly version: number; readonly email: string; readonly name: string };
  const people = await admin.call<Person[]>('GET', '/app/users/list');
  const of = (email: string): Person => people.find((one) => one.email === email) as Person;
  const [owner, waiter] = [of('admin@atoll.test'), of('user@atoll.test')];
  await admin.call('PUT', '/app/user/update', {
    id: waiter.id,
    version: waiter.version,
    overrides: [{ permission: 'bill.viewOthers', effect: 'deny' }],
  });
  const places: Place[] = [];
  for (let table = 1; table <= 12; table += 1)
    places.push({ ...newPlace('Table', String(table), places), sectionId: table <= 6 ? 1 : 2 });
  await admin.call('PUT', '/bis/floor/layout', {
    version: 0,
    sections: [
      { id: 1, name: 'Terrace', waiterId: owner.id },
      { id: 2, name: 'Garden', waiterId: waiter.id },
      { id: 3, name: 'Roof garden' },
    ],
    places,
  });
  const line = (await admin.open(1)).items[0];
  await admin.call<Bill>('POST', '/bis/bill/create', {
    key: randomUUID(),
    type: 'Table',
    slot: '5',
    covers: 7,
    name: 'Zahir Moosa',
    note: 'Birthday cake',
    items: [{ key: randomUUID(), menuItemId: line?.menuItemId, size: line?.size, qty: 3, notes: ['Extra crisp'] }],
  });

  const told: string[] = [];
  const mine = await newTill(browser, waiter.email, async (page) => {
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) told.push(await response.text().catch(() => ''));
    });
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(String(payload))));
  });
  const floorOf = (till: Till) => till.page.getByRole('group', { name: 'Floor', exact: true }).first();
  const table5 = (till: Till) => floorOf(till).getByRole('button', { name: /^Table 5,/ });
  await mine.goTo('/billing/floor');
  await expect(table5(mine)).toHaveAccessibleName(`Table 5, Taken, ${owner.name}`);
  await expect(table5(mine)).toHaveAccessibleDescription(/^\d+ minutes?$/);
  await expect(table5(mine)).toHaveText(/^5TakenAminath/);
  await table5(mine).click();
  const pane = mine.page.getByRole('main');
  await expect(pane).toContainText(`This table is served by ${owner.name}`);
  await expect(pane).not.toContainText(/Zahir|Birthday|crisp/);
  expect(await outOfReachInSizes(mine.page)).toEqual([]);
  for (const secret of ['Zahir', 'Birthday', 'crisp']) expect(told.filter((text) => text.includes(secret))).toEqual([]);
  expect(told.length).toBeGreaterThan(5);
  await mine.goTo('/billing/floor');
  expect(await outOfReachInSizes(mine.page)).toEqual([]);
  await mine.page.setViewportSize({ width: 820, height: 1180 });
  await noFaults(mine.page, 'a floor with tables of another waiter');
  await mine.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await noFaults(mine.page, 'a floor with tables of another waiter in the dark');

  const taps = new TapCounter();
  const manager = await newTill(browser, 'manager@atoll.test', (page) => taps.watch(page));
  await manager.goTo('/billing/floor');
  await manager.page.getByRole('tab', { name: 'Terrace' }).click();
  await expect(table5(manager)).toHaveAccessibleDescription(/7 guests, Aminath Shifa/);
  const dialog = manager.page.getByRole('dialog', { name: 'Hand over' });
  await taps.job('hand over', manager.page, async () => {
    await manager.button('Hand over Terrace').click();
    await dialog.getByRole('button', { name: waiter.name }).click();
    await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  });
  expect(taps.table).toEqual({ 'hand over': [3] });
  await expect(table5(manager)).toHaveAccessibleDescription(new RegExp(`7 guests, ${waiter.name}`));
  // The new waiter reads everything from now on, without a tap.
  await expect(table5(mine)).toHaveAccessibleName(/^Table 5, Saved, MVR /);
  await table5(mine).click();
  await expect(mine.lines).toContainText('Extra crisp');
  expect(told.some((text) => text.includes('Birthday'))).toBe(true);
});
