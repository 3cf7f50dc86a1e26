import { expect, type Locator, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { atRest, sizes } from '../support/cut-off.ts';
import { type Product, startProduct } from '../support/product.ts';

/** Tests the bill screen with categories that overflow, and on a phone. */
let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

const phone = { width: 390, height: 844 };
const longNames = [
  'Grilled Yellowfin Tuna with Coconut Sambal and Fragrant Rice',
  'Chef’s Island Breakfast for Two with Mas Huni, Roshi, Kulhi Boakibaa and Sai Tea',
  'Watermelon Juice',
  'Extraordinarilylongwordwithoutaspace',
];

const withModifiers = 34;

interface Item {
  id: number;
  name: string;
  image: string | null;
  modifierGroups?: readonly object[];
}

/** Gives every category of the menu 60 items; every second one has a picture unless `pictures` is false. Number 34 asks for modifiers. */
async function withLargeMenu(page: Page, pictures: boolean): Promise<void> {
  await page.route('**/api/bis/menu/get*', async (route) => {
    const response = await route.fetch();
    const menus = (await response.json()) as { categories: { menuItems: Item[] }[] }[];
    const all = menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));
    const picture = all.find((one) => one.image);
    const { modifierGroups = [] } = all.find((one) => one.name === 'Lagoon Burger') ?? {};
    for (const [c, category] of menus.flatMap((menu) => menu.categories).entries()) {
      const [first] = category.menuItems;
      if (!first) continue;
      category.menuItems = Array.from({ length: 60 }, (_, n) => ({
        ...first,
        ...(category.menuItems[n] ?? { id: 10_000 + c * 100 + n, name: `${longNames[n % longNames.length]} ${n}` }),
        image: pictures && n % 2 === 0 ? (picture?.image ?? null) : null,
        ...(n === withModifiers && { modifierGroups }),
      }));
    }
    await route.fulfill({ response, json: menus });
  });
}

/** Returns the names that are not fully visible on their tiles once each tile is scrolled into view, one a line. */
async function hiddenNames(page: Page): Promise<string[]> {
  await atRest(page);
  const grid = page.getByRole('group', { name: 'Items' });
  await expect(grid.getByRole('button')).toHaveCount(60);
  return grid.evaluate((element) => {
    const faults: string[] = [];
    for (const tile of element.querySelectorAll('button')) {
      tile.scrollIntoView({ block: 'nearest' });
      const name = (tile.getAttribute('aria-label') ?? '').replace(/ MVR [\d.,]+$/, '');
      const own = [...tile.querySelectorAll('span')].find((one) => !one.childElementCount && one.textContent === name);
      if (!own) {
        faults.push(`${name}: no name`);
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(own);
      const box = tile.getBoundingClientRect();
      const text = range.getBoundingClientRect();
      const isInside =
        text.top >= box.top && text.bottom <= box.bottom && text.left >= box.left && text.right <= box.right;
      const isClipped = own.scrollHeight > own.clientHeight + 1 || own.scrollWidth > own.clientWidth + 1;
      const picture = tile.querySelector('img')?.closest('span')?.getBoundingClientRect();
      const isCovered = picture !== undefined && text.top < picture.bottom - 1;
      // The element in front of the middle of each line of the name.
      const isBehind = [...range.getClientRects()].some((line) => {
        const front = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
        return front !== null && front !== own && !own.contains(front) && !front.contains(own);
      });
      if (!isInside || isClipped || isCovered || isBehind)
        faults.push(`${name}: ${JSON.stringify({ isInside, isClipped, isCovered, isBehind })}`);
    }
    return faults;
  });
}

for (const pictures of [true, false])
  test(`[R35.17] every item’s name is fully visible on its tile in five sizes, ${pictures ? 'with' : 'without'} pictures`, async ({
    page,
  }) => {
    await withLargeMenu(page, pictures);
    const till = new Till(page, product);
    await till.open();
    await till.signInAs('manager@atoll.test');
    await till.ensureShift();
    await till.openSlot('Table', 6);
    const faults: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      faults.push(...(await hiddenNames(page)).map((fault) => `${size.width}: ${fault}`));
      const shots = process.env['SHOTS'];
      if (shots) await page.screenshot({ path: `${shots}/tiles-${size.width}-${pictures}.png` });
    }
    expect(faults).toEqual([]);
  });

/** Opens a large category on the bill of a slot, and scrolls down in it. Returns the grid of items. */
async function openRice(till: Till, page: Page, slot: number): Promise<Locator> {
  await withLargeMenu(page, false);
  await till.open();
  await till.signInAs('manager@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', slot);
  await till.checkIn();
  return page.getByRole('group', { name: 'Items' });
}

/** Returns where a tile is on the screen, once nothing moves any more: rows that were out of sight get their height late. */
async function whereIs(page: Page, tile: Locator): Promise<number> {
  await atRest(page);
  return tile.evaluate((element) => element.getBoundingClientRect().top);
}

test('[R35.18] choosing a size or modifiers keeps the category and its scroll position, and mounts nothing again', async ({
  page,
}) => {
  const till = new Till(page, product);
  const grid = await openRice(till, page, 7);
  const rice = page.getByRole('tab', { name: 'Rice & Noodles' });
  await rice.click();
  const node = await grid.elementHandle();
  const screen = await till.bill.elementHandle();
  const tile = grid.getByRole('button', { name: /^Watermelon Juice 30 / });
  const modified = grid.getByRole('button', { name: new RegExp(`^Watermelon Juice ${withModifiers} `) });
  await modified.scrollIntoViewIfNeeded();
  await tile.scrollIntoViewIfNeeded();
  const before = await whereIs(page, tile);
  expect(await grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  for (const [count, asked, size] of [
    [1, tile, /^Small/],
    [2, tile, /^Large/],
    [3, modified, /^Small/],
  ] as const) {
    await asked.click();
    const dialog = page.getByRole('dialog');
    if (asked === modified) await dialog.getByText('Cheese').click();
    await dialog.getByRole('button', { name: size }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(till.lines).toHaveCount(count);
    expect(await grid.evaluate((element, was) => element === was, node)).toBe(true);
    expect(await till.bill.evaluate((element, was) => element === was, screen)).toBe(true);
    expect(Math.abs((await whereIs(page, tile)) - before)).toBeLessThan(1);
    await expect(rice).toHaveAttribute('aria-selected', 'true');
  }
  await expect(till.lines.filter({ hasText: 'Cheese' })).toHaveCount(1);
});

test('[R35.18] choosing a size or modifiers on a phone keeps the search text, the scroll position and the step', async ({
  page,
}) => {
  const till = new Till(page, product);
  const grid = await openRice(till, page, 8);
  await page.setViewportSize(phone);
  const find = page.getByRole('searchbox', { name: 'Find an item' });
  await find.fill('fried');
  const node = await grid.elementHandle();
  await grid.getByRole('button', { name: /^Fried Rice MVR/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Large/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(find).toHaveValue('fried');
  await expect(grid).toBeVisible();
  expect(await grid.evaluate((element, was) => element === was, node)).toBe(true);

  await find.fill('watermelon');
  const modified = grid.getByRole('button', { name: new RegExp(`^Watermelon Juice ${withModifiers} `) }).last();
  await expect(grid.getByRole('button', { name: /^Fried Rice/ })).toHaveCount(0);
  // Rows get their heights while the list scrolls to it.
  await expect(async () => {
    await modified.hover();
    await atRest(page);
    await expect(modified).toBeInViewport({ ratio: 1, timeout: 500 });
  }).toPass();
  const before = await whereIs(page, modified);
  await modified.click();
  await page.getByRole('dialog').getByText('Cheese').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Small|Add)/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(find).toHaveValue('watermelon');
  expect(Math.abs((await whereIs(page, modified)) - before)).toBeLessThan(1);
  expect(await grid.evaluate((element, was) => element === was, node)).toBe(true);
});

/** Returns the buttons of the header that are not completely on the screen, or are covered. */
const outOfReach = (page: Page): Promise<string[]> =>
  page
    .locator('header')
    .first()
    .evaluate((header) =>
      [...header.querySelectorAll('button')].flatMap((button) => {
        const box = button.getBoundingClientRect();
        const front = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const isFree = box.left >= 0 && box.right <= innerWidth && front !== null && button.contains(front);
        return isFree ? [] : [`${button.getAttribute('aria-label') ?? button.textContent}: ${box.left}–${box.right}`];
      }),
    );

test('[R35.25] a phone with work waiting keeps bell and account menu reachable', async ({ page }) => {
  const till = new Till(page, product);
  await till.open();
  await till.signInAs('manager@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', 9);
  await page.context().setOffline(true);
  // Each check-in waits for the server.
  for (const slot of [9, 10, 11, 12, 13, 14, 15, 16, 17, 18]) {
    await till.slot(`Table ${slot}`).click();
    await till.bill.getByRole('button', { name: 'Check In' }).click();
    await expect(till.bill.getByText('Checked in')).toBeVisible();
  }
  const chip = page.getByRole('button', { name: /10 waiting/ });
  await expect(chip).toBeVisible();
  for (const width of [390, 360]) {
    await page.setViewportSize({ ...phone, width });
    await atRest(page);
    const shots = process.env['SHOTS'];
    if (shots) await page.screenshot({ path: `${shots}/header-${width}.png` });
    expect(await outOfReach(page)).toEqual([]);
    await expect(chip).toContainText('10');
  }
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
});
