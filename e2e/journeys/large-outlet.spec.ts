/** Every screen of an outlet that has much of everything: nothing is cut, covered or unreachable. */
import { expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { atRest, sizes } from '../support/cut-off.ts';
import { fillOutlet, type LargeOutlet } from '../support/large-outlet.ts';
import { type Product, startProduct } from '../support/product.ts';
import { outOfReach, setKeyboard } from '../support/reach.ts';
import { addressOf, findIds, grounds, type Ids, overlays } from '../support/route-walk.ts';
import { isLong, some } from '../support/sample.ts';
import { sight, visit } from '../support/visit.ts';
import { waiterOf } from '../support/waiter.ts';

let product: Product;
let page: Page;
let outlet: LargeOutlet;
let ids: Ids;

test.beforeAll(async ({ browser, request }) => {
  product = await startProduct();
  const waiter = await waiterOf(request, product, 'admin@atoll.test');
  outlet = await fillOutlet(waiter);
  page = await (await browser.newContext()).newPage();
  const till = new Till(page, product);
  await till.open('/auth/login');
  await till.signInAs('admin@atoll.test');
  ids = await findIds(page);
});
test.afterAll(async () => {
  await page.context().close();
  await product.close();
});

type Size = (typeof sizes)[number];

/** Sizes in which the keyboard opens in a short run: it leaves the least of them. */
const withKeyboard: ReadonlySet<number> = new Set([1024, 390]);

/** What an on-screen keyboard leaves of a screen. */
const seenAbove = ({ width, height }: Size): number => Math.round(height * (width > height ? 0.5 : 0.6));

/** Returns what is out of reach in the sizes, and with the on-screen keyboard open where a dialog asks for text. */
async function faultsAt(name: string, inSizes: readonly Size[]): Promise<string[]> {
  const faults: string[] = [];
  for (const size of inSizes) {
    await page.setViewportSize(size);
    for (const fault of await outOfReach(page)) faults.push(`${name} at ${size.width}: ${fault}`);
    const fields = page.getByRole('dialog').locator('input:not([type="checkbox"], [type="radio"]), textarea');
    if ((!isLong && !withKeyboard.has(size.width)) || (await fields.count()) === 0) continue;
    await setKeyboard(page, seenAbove(size));
    for (const fault of await outOfReach(page, seenAbove(size)))
      faults.push(`${name} at ${size.width} with the keyboard: ${fault}`);
    await setKeyboard(page, null);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return faults;
}

const loaded = () => expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);

/** What opens over a screen without an address of its own: the screen, and the buttons to press. */
const opened: readonly (readonly [name: string, path: string, ...presses: (string | RegExp)[]])[] = [
  ['line', '/billing/new/Table/2', /^Change /],
  ['split', '/billing/new/Table/2', 'Split'],
  ['transfer and merge', '/billing/new/Table/2', 'Transfer'],
  ['discount', '/billing/new/Table/2', 'Discount'],
  ['void of an item', '/billing/new/Table/2', 'Void item'],
  ['details', '/billing/new/Table/2', 'Details'],
  ['notifications', '/dashboard', 'Notifications'],
  ['columns', '/menu/menu-items', 'Columns'],
  ['filter', '/menu/menu-items', 'Filter'],
];

/** Screens on which much comes together, besides those with an address that the walk over all of them visits. */
const busy = ['New Bill', 'Dashboard', 'Billing History', 'Menu Items', 'Kitchen', 'Close Shift', 'View Report'];

test('[R35.75] with 300 items, long names, high prices and 60 lines nothing is cut, covered or unreachable', async () => {
  test.setTimeout(isLong ? 1_200_000 : 120_000);
  const faults: string[] = [];
  const all = [...grounds, ...overlays];
  for (const screen of isLong ? all : all.filter(({ name }) => busy.includes(name))) {
    await visit(page, { to: addressOf(screen, ids), title: screen.title, sees: sight(screen) });
    await loaded();
    faults.push(...(await faultsAt(screen.name, sizes)));
  }
  const { id, slot, type } = outlet.open;
  await visit(page, { to: `/billing/new/checkout/${slot}/${type}/${id}`, title: 'Checkout', sees: 'main h1' });
  faults.push(...(await faultsAt('checkout', sizes)));
  expect(faults).toEqual([]);
});

test('[R35.75] dialogs over a bill of 60 lines and popups of lists cut, cover and hide nothing', async () => {
  const faults: string[] = [];
  for (const [name, path, ...presses] of opened) {
    await visit(page, { to: path, sees: 'main h1, main h2' });
    await loaded();
    for (const press of presses) await page.getByRole('button', { name: press }).first().click();
    await atRest(page);
    faults.push(...(await faultsAt(name, sizes)));
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true });
    if (await cancel.isVisible()) await cancel.click();
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(faults).toEqual([]);
});

test('[R35.21] covers no content of a drawer or dialog by its buttons, with the on-screen keyboard open too', async () => {
  test.setTimeout(isLong ? 1_200_000 : 120_000);
  const faults: string[] = [];
  for (const [place, screen] of some(overlays, 4).entries()) {
    await visit(page, { to: addressOf(screen, ids), title: screen.title, sees: sight(screen) });
    await loaded();
    // A short run looks at each in one of the three narrow sizes.
    faults.push(...(await faultsAt(screen.name, isLong ? sizes : sizes.slice(-1 - (place % 3)).slice(0, 1))));
  }
  expect(faults).toEqual([]);
});
