/** The usual jobs, counted in taps. Typing a digit on the pad is a tap; a scan and a keyboard are not. */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { ownHeaders } from '../support/own-headers.ts';
import { type Product, startProduct } from '../support/product.ts';
import { outOfReach } from '../support/reach.ts';
import { TapCounter, writtenTaps } from '../support/tap-counter.ts';
import { visit } from '../support/visit.ts';
import { type Waiter, waiterOf } from '../support/waiter.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

let product: Product;
const taps = new TapCounter();

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

async function signedIn(page: Page, email: string): Promise<Till> {
  page.setDefaultTimeout(30_000);
  await taps.watch(page);
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs(email);
  return till;
}

/** The bill screen of one size; a phone shows slots, items and bill one at a time. */
class BillScreen {
  readonly till: Till;
  readonly isPhone: boolean;

  constructor(till: Till, width: number) {
    this.till = till;
    this.isPhone = width < 600;
  }

  get page(): Page {
    return this.till.page;
  }

  tile(name: string): Locator {
    return this.page.getByRole('group', { name: 'Items' }).getByRole('button', { name: new RegExp(`^${name} MVR`) });
  }

  /** Goes to a step on a phone; the others are on the screen anyway. */
  async step(name: 'Slots' | 'Items' | 'Bill'): Promise<void> {
    if (this.isPhone) await this.page.getByRole('button', { name: new RegExp(`^${name}( ?MVR|$)`) }).click();
  }

  async open(type: string, slot: number): Promise<void> {
    await visit(this.page, { to: `/billing/new/${type}/${slot}`, title: 'New Bill' });
    // On a phone the step of the last slot may be open.
    const items = this.page.getByRole('button', { name: /^Items( ?MVR|$)/ }).last();
    if (this.isPhone && (await items.isVisible())) await items.click();
    await expect(this.tile('Mas Huni').or(this.tile('Cappuccino'))).toBeVisible();
  }

  async save(): Promise<void> {
    await this.till.bill.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(this.till.unsaved).toHaveCount(0);
  }

  async pay(): Promise<void> {
    await this.till.bill.getByRole('button', { name: 'Checkout' }).click();
    await this.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(this.page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  }
}

async function sellAtTables(screen: BillScreen, table: number): Promise<void> {
  const { page, till } = screen;
  await screen.open('Table', 1);
  await page.getByRole('tab', { name: 'Breakfast' }).click();
  await taps.job('Open a new table and send two dishes', page, async () => {
    await screen.step('Slots');
    await till.slot(`Table ${table}`).click();
    await page.getByRole('button', { name: 'Check In', exact: true }).click();
    await screen.tile('Mas Huni').click();
    await screen.tile('Roshi').click();
    await screen.step('Bill');
    await screen.save();
  });
  await taps.job('Same again, from the bill', page, () =>
    till.bill.getByRole('button', { name: 'Again' }).first().click(),
  );
  await expect(till.unsaved).toBeVisible();
  await screen.save();
  await screen.step('Items');
  await page.getByRole('tab', { name: 'Coffee & Tea' }).click();
  await taps.job('One more coffee, with its size', page, async () => {
    await screen.tile('Cappuccino').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Medium/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await screen.step('Bill');
  await expect(till.lines.filter({ hasText: 'Cappuccino' })).toHaveCount(1);
  await screen.save();
}

/** Voids a dish that was sent; a manager types the passcode on the pad. */
async function voidApproved(screen: BillScreen, name: string, choosesManager: boolean): Promise<void> {
  const { page, till } = screen;
  await till.lines.filter({ hasText: name }).first().getByRole('button', { name: 'Void item' }).click();
  await page.getByRole('dialog', { name: 'Void item' }).getByRole('button', { name: 'Wrong item' }).click();
  const approval = page.getByRole('dialog', { name: 'Approval' });
  if (choosesManager) await approval.getByRole('button', { name: /Ibrahim/ }).click();
  await expect(approval.getByLabel(/^Passcode of Ibrahim/)).toBeVisible();
  expect(await outOfReach(page)).toEqual([]);
  for (const digit of '4826') await approval.getByRole('button', { name: digit, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(till.lines.filter({ hasText: name }).filter({ hasText: 'void' }).first()).toBeVisible();
}

async function voidAndSplit(screen: BillScreen): Promise<void> {
  const { page, till } = screen;
  await page.evaluate(() => localStorage.removeItem('atoll.approver'));
  await taps.job('Void a sent dish; the first approval of a manager on this device', page, () =>
    voidApproved(screen, 'Roshi', true),
  );
  await taps.job('Void a sent dish, approved by the manager with the passcode', page, () =>
    voidApproved(screen, 'Mas Huni', false),
  );
  await taps.job('Split a bill equally between two, who both pay', page, async () => {
    await till.bill.getByRole('button', { name: 'Split' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Equal parts' }).click();
    await dialog.getByRole('button', { name: 'Pay in parts' }).click();
    await page.getByRole('button', { name: 'Take this part' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  });
}

async function sellTakeaway(screen: BillScreen): Promise<void> {
  const { page } = screen;
  for (const [name, isThere] of [
    ['Takeaway with two items, paid', true],
    ['Takeaway with two items, paid, from a table', false],
  ] as const) {
    await screen.open(isThere ? 'Takeaway' : 'Table', isThere ? 1 : 2);
    await page.getByRole('tab', { name: 'Breakfast' }).click();
    await taps.job(name, page, async () => {
      if (!isThere) {
        await screen.step('Slots');
        await page.getByRole('tab', { name: 'Takeaway' }).click();
        await screen.step('Items');
      }
      await screen.tile('Mas Huni').click();
      await screen.tile('Roshi').click();
      await screen.step('Bill');
      await screen.pay();
    });
  }
}

/** Merges the bills of two tables that stand in the database, and prints the receipt of the last paid bill again. */
async function mergeAndReprint(screen: BillScreen, manager: Waiter, table: number): Promise<void> {
  const { page, till } = screen;
  await manager.open(table);
  await manager.open(table + 1);
  await screen.open('Table', table);
  await screen.step('Bill');
  await taps.job('Merge two tables', page, async () => {
    await till.bill.getByRole('button', { name: 'Transfer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transfer' });
    await dialog.getByRole('button', { name: new RegExp(`^Table ${table + 1}, `) }).click();
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await visit(page, {
    to: '/billing/history',
    title: 'Billing History',
    sees: screen.isPhone ? 'main li' : 'tbody tr',
  });
  // A phone shows the bills as cards.
  const bills = screen.isPhone
    ? page.getByRole('main').getByRole('listitem').filter({ hasText: 'Paid' }).getByRole('button', { name: /^\d+$/ })
    : page.getByRole('row').filter({ hasText: 'Paid' });
  await taps.job('Print a receipt again, from the billing history', page, async () => {
    await bills.first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Print receipt' }).click();
  });
  await expect.poll(() => product.front.tickets.length).toBeGreaterThan(0);
}

/** Finishes a kitchen ticket with the setting 'one tap finishes a ticket', then closes the shift. */
async function cookAndClose(screen: BillScreen, manager: Waiter): Promise<void> {
  const { page } = screen;
  await visit(page, { to: '/kitchen', title: 'Kitchen', sees: 'article' });
  const tickets = page.getByRole('article');
  const count = await tickets.count();
  await taps.job('Finish a kitchen ticket, with the setting for one tap', page, async () => {
    await tickets
      .first()
      .getByRole('button', { name: /^Mark served/ })
      .click();
    await expect(tickets).toHaveCount(count - 1);
  });
  await screen.open('Table', 1);
  const { id } = await manager.call<{ id: number }>('GET', '/bis/shift/active');
  const { expectedCash } = await manager.call<{ expectedCash: number }>('GET', `/bis/shift/x/${id}`);
  await taps.job('Close the shift, with open bills carried over', page, async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: /^End Shift/ }).click();
    await page.getByLabel('Counted cash').fill(String(expectedCash / 100));
    await page.getByRole('checkbox', { name: /Carry open bills over/ }).check();
    await page.getByRole('button', { name: 'Close Shift', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Shift closed' })).toBeVisible();
  });
  await visit(page, { to: '/billing/new-sale', title: 'New Sale', sees: 'main h1' });
  await taps.job('Open a shift', page, async () => {
    await page.getByLabel('Opening balance').fill('500');
    await page.getByRole('button', { name: 'Start Shift' }).click();
    await expect(page.getByRole('group', { name: 'Items' })).toBeVisible();
  });
}

/** Presses the keys of a scanner in the page itself: on a busy machine the keyboard of a test pauses longer than any scanner. */
const scan = (page: Page, code: string): Promise<void> =>
  page.evaluate(
    (keys) => {
      for (const key of keys)
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
    },
    [...code, 'Enter'],
  );

/** Sells in the shop by scanner and cash. */
async function sellInShop(screen: BillScreen, codes: readonly string[]): Promise<void> {
  const { page, till } = screen;
  await visit(page, { to: '/billing/new/Counter/1', title: 'New Bill' });
  await expect(till.bill.or(page.getByRole('group', { name: 'Items' })).first()).toBeVisible();
  await taps.job('Sell in a shop by scan, paid in cash', page, async () => {
    for (const code of codes) await scan(page, code);
    await expect(till.lines).toHaveCount(codes.length);
    await till.bill.getByRole('group', { name: 'Quick cash' }).getByRole('button').first().click();
    await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible();
  });
}

/** Opens a shift in the shop and returns two codes of it. */
async function openShop(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    async (own) => {
      const headers = { ...own, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ key: crypto.randomUUID(), openingBalance: 50_000 });
      await fetch('/api/bis/shift/create', { method: 'POST', headers, body });
      const answer = await fetch('/api/bis/menu/get', { headers });
      interface Coded {
        readonly code: string;
        readonly sizes: readonly unknown[];
      }
      const menus = (await answer.json()) as { categories: { menuItems: Coded[] }[] }[];
      const items = menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
      return items.flatMap(({ code, sizes: all }) => (all.length === 1 ? [code] : [])).slice(0, 2);
    },
    await ownHeaders(page),
  );
}

test('the usual jobs take as many taps as docs/taps.md says, at three sizes', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const manager = await waiterOf(request, product, 'admin@atoll.test');
  await manager.call('POST', '/bis/shift/create', { key: randomUUID(), openingBalance: 50_000 });
  await manager.call('PUT', '/app/settings', [{ key: 'KitchenOneTap', value: 'true' }]);
  const open = async (email: string) => signedIn(await (await browser.newContext()).newPage(), email);
  const [waiter, office, shop] = [
    await open('user@atoll.test'),
    await open('manager@atoll.test'),
    await open('manager@atoll.test'),
  ];
  await shop.page.getByRole('button', { name: 'Switch outlet' }).click();
  await shop.page.getByRole('dialog', { name: 'Switch outlet' }).getByRole('button', { name: 'Atoll Store' }).click();
  await expect(shop.page.getByRole('banner').getByText('Atoll Store')).toBeVisible();
  const codes = await openShop(shop.page);
  expect(codes).toHaveLength(2);
  await shop.page.reload();
  for (const [place, size] of sizes.entries()) {
    for (const { page } of [waiter, office, shop]) await page.setViewportSize(size);
    const screen = new BillScreen(waiter, size.width);
    await sellAtTables(screen, 11 + place);
    await voidAndSplit(screen);
    await sellTakeaway(screen);
    await sellInShop(new BillScreen(shop, size.width), codes);
    const managed = new BillScreen(office, size.width);
    await mergeAndReprint(managed, manager, 20 + place * 2);
    await cookAndClose(managed, manager);
  }
  for (const { page } of [waiter, office, shop]) await page.context().close();
  expect(taps.table).toEqual(writtenTaps());
});
