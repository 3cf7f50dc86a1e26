import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { noFaults } from '../support/axe.ts';
import { closePages } from '../support/close-pages.ts';
import { cutInSizes } from '../support/cut-off.ts';
import { type Product, startProduct } from '../support/product.ts';
import { outOfReachInSizes } from '../support/reach.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

/** Signs a person in on a device of their own; the app itself is cached on one that works without the network. */
async function newTill(browser: Browser, email: string, isAway = false): Promise<Till> {
  const context = await browser.newContext({ serviceWorkers: isAway ? 'allow' : 'block' });
  const till = new Till(await context.newPage(), product);
  await till.open();
  await till.signInAs(email);
  return till;
}

const card = (page: Page, name: RegExp) => page.getByRole('article', { name });

test('[R2.29] [R16.4] the kitchen sees saved items, bumps tickets by tap and key, and the bill shows what is ready', async ({
  browser,
}) => {
  const waiter = await newTill(browser, 'user@atoll.test');
  await waiter.ensureShift();
  const cook = await newTill(browser, 'manager@atoll.test');
  await cook.goTo('/kitchen');
  await expect(cook.page.getByRole('heading', { name: 'Nothing to make' })).toBeVisible();
  await expect(cook.page.getByText('Online', { exact: true })).toBeVisible();

  await waiter.openSlot('Table', 7);
  await waiter.checkIn();
  await waiter.add('Garudhiya');
  await waiter.add('Roshi');
  await waiter.save();
  const ticket = card(cook.page, /Ticket 1, Table 7/);
  await expect(ticket).toContainText('Garudhiya');
  await expect(cook.page.getByRole('complementary', { name: 'All day' })).toContainText('Roshi');

  await ticket.getByRole('button', { name: 'Start: Table 7, ticket 1' }).click();
  await expect(ticket).toContainText('Preparing');
  await expect(waiter.lines.filter({ hasText: 'Garudhiya' })).toContainText('Preparing');
  await cook.page.keyboard.press('1');
  await expect(ticket).toHaveAttribute('data-state', 'Ready');
  await expect(waiter.lines.filter({ hasText: 'Roshi' })).toContainText('Ready');

  await cook.page.keyboard.press('1');
  await expect(ticket).toHaveCount(0);
  await cook.page.keyboard.press('r');
  await expect(ticket).toContainText('Recalled');
  await waiter.page.context().close();
  await cook.page.context().close();
});

/** Adds an item and gives it a course, in its dialog. */
async function addToCourse(till: Till, name: string, course: string): Promise<void> {
  await till.add(name);
  await till.tap(till.button(`Change ${name}`));
  await till.tap(till.page.getByRole('tablist', { name: 'Course' }).getByRole('tab', { name: course }));
  await till.tap(till.button('Apply'));
}

test('[R2.29] the kitchen continues without the network, and makes a course that is held once it is fired', async ({
  browser,
}) => {
  const till = await newTill(browser, 'admin@atoll.test', true);
  await till.ensureShift();
  await till.goTo('/settings?section=tickets');
  await till.page.getByRole('switch', { name: 'Courses at tables' }).click();
  await till.button('Save').click();
  await expect(till.button('Save')).toHaveCount(0);
  await till.openSlot('Table', 8);
  await till.checkIn();
  await addToCourse(till, 'Garudhiya', '1');
  await addToCourse(till, 'Roshi', '2');
  await till.save();
  const paper = () => product.kitchen.tickets.filter((text) => text.includes('TABLE 8'));
  await expect.poll(() => paper().at(-1)).toMatch(/MAKE[^]*Garudhiya[^]*HOLD COURSE 2[^]*Roshi/);
  await noFaults(till.page, 'a bill with courses');
  expect(await outOfReachInSizes(till.page)).toEqual([]);
  await till.goTo('/kitchen');
  await expect(till.page.getByRole('complementary', { name: 'All day' })).toContainText('Table 8 · Course 2');
  await expect(card(till.page, /Table 8/)).not.toContainText('Roshi');
  expect(await outOfReachInSizes(till.page)).toEqual([]);
  await till.openSlot('Table', 8);
  await till.tap(till.button('Fire course 2'));
  await expect.poll(() => paper().at(-1)).toMatch(/FIRE COURSE 2[^]*Roshi/);
  expect(paper()).toHaveLength(2);
  await till.goTo('/kitchen');
  await expect(card(till.page, /Table 8/).filter({ hasText: 'Fire course 2' })).toContainText('Roshi');
  const ticket = card(till.page, /Table 8/).first();
  await till.page.context().setOffline(true);
  await ticket.getByRole('button', { name: /^Start/ }).click();
  await expect(ticket).toContainText('Preparing');
  await expect(till.page.getByText('1 step is not sent yet')).toBeVisible();
  await till.page.context().setOffline(false);
  await expect(till.page.getByText('1 step is not sent yet')).toHaveCount(0, { timeout: 30_000 });
  await till.page.reload();
  await expect(ticket).toContainText('Preparing');

  expect(await cutInSizes(till.page)).toEqual([]);
  await noFaults(till.page, 'kitchen');
  await till.page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
  await noFaults(till.page, 'kitchen in the dark');
  await till.page.context().close();
});

test('[R23.21] [R23.22] an allergy typed at a table without a customer is seen on the bill, warns without another tap, and stands on the kitchen screen', async ({
  browser,
  request,
}) => {
  const { call } = await waiterOf(request, product, 'admin@atoll.test');
  type Listed = readonly { readonly id: number; readonly version: number; readonly name: string }[];
  const items = await call<Listed>('GET', '/bis/menu/items/list?search=Garudhiya');
  const found = items.find(({ name }) => name === 'Garudhiya');
  await call('PUT', '/bis/menu/item/update', { id: found?.id, version: found?.version, allergens: ['Fish'], spicy: 1 });
  const cook = await newTill(browser, 'manager@atoll.test');
  const waiter = await newTill(browser, 'user@atoll.test');
  await waiter.ensureShift();
  await waiter.openSlot('Table', 9);
  await waiter.checkIn();
  await waiter.tap(waiter.bill.getByRole('button', { name: 'Details' }));
  const about = waiter.page.getByRole('dialog', { name: 'About this bill' });
  await about.getByRole('textbox', { name: 'Allergies' }).fill('fish');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(waiter.bill.getByText('Allergies: fish')).toBeVisible();
  await waiter.add('Garudhiya');
  await expect(waiter.bill.getByRole('alert')).toContainText('Garudhiya contains Fish');
  await expect(waiter.lines.filter({ hasText: 'Garudhiya' })).toContainText('Contains Fish');
  await waiter.add('Roshi');
  await waiter.save();
  await cook.goTo('/kitchen');
  const ticket = card(cook.page, /Table 9/);
  await expect(ticket.getByText('Allergies: fish')).toBeVisible();
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Garudhiya' })).toContainText('Contains Fish');
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Garudhiya' })).toContainText('Spicy 1/3');
  await expect(ticket.getByRole('listitem').filter({ hasText: 'Roshi' })).not.toContainText('Contains');
  await waiter.page.context().close();
  await cook.page.context().close();
});
