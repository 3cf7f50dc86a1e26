import { rolePermissions } from '@atoll/domain/access/permission';
import { findScreen, maySee, type Screen } from '@atoll/domain/nav/nav';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { faultsInLooks } from '../support/look.ts';
import { type Product, startProduct } from '../support/product.ts';
import { addressOf, findIds, grounds, type Ids, overlays, protectedScreens } from '../support/route-walk.ts';
import { isLong, some } from '../support/sample.ts';
import { sight, visit } from '../support/visit.ts';

const roles = { Admin: 'admin@atoll.test', Manager: 'manager@atoll.test', User: 'user@atoll.test' } as const;
type RoleName = keyof typeof roles;

let product: Product;
let ids: Ids;
const signedIn = new Map<RoleName, Page>();

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  for (const page of signedIn.values()) await page.context().close();
  await product.close();
});

/** Returns the page of a role: signed in once, used by every test. */
async function pageOf(browser: Browser, role: RoleName): Promise<Page> {
  const known = signedIn.get(role);
  if (known) return known;
  const page = await (await browser.newContext()).newPage();
  const till = new Till(page, product);
  await till.open();
  await till.signInAs(roles[role]);
  if (signedIn.size === 0) {
    // An open bill, for screens that need one.
    await till.ensureShift();
    await till.openSlot('Table', 2);
    await till.checkIn();
    await till.add('Roshi');
    await till.save();
  }
  ids ??= await findIds(page);
  signedIn.set(role, page);
  return page;
}

const follow = (page: Page, to: string): Promise<void> => visit(page, { to });

const refusalWords = 'You are not authorized to see this';
const refusal = (page: Page) => page.getByRole('heading', { name: refusalWords });
const missing = (page: Page) => page.getByRole('heading', { name: 'Page not found' });
/** The topmost dialog. */
const dialog = (page: Page) => page.getByRole('dialog').last();
const heading = 'main h1, main h2, [role="dialog"] h2';

/** Returns the headings that report a missing or forbidden screen. */
const badNews = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([selector, ...bad]) =>
      [...document.querySelectorAll(selector ?? '')]
        .map((element) => element.textContent ?? '')
        .filter((text) => bad.includes(text)),
    [heading, refusalWords, 'Page not found', 'Error while loading component'],
  );

async function isShown(page: Page, screen: Screen): Promise<void> {
  await expect(page, screen.name).toHaveTitle(`${screen.title} · Atoll`);
  await expect(page.locator(sight(screen)).last(), screen.name).toBeVisible();
  expect(await badNews(page), screen.name).toEqual([]);
}

async function walkTo(page: Page, screen: Screen, to = addressOf(screen, ids)): Promise<void> {
  await visit(page, { to, title: screen.title, sees: sight(screen) });
  expect(await badNews(page), screen.name).toEqual([]);
}

test('[R2.2] [R17.1] leads from every protected address to Login when signed out, and Login keeps the address', async ({
  page,
}) => {
  ids ??= {};
  await page.goto(`${product.url}/auth/login`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  for (const screen of some(protectedScreens, 6)) {
    const address = addressOf(screen, ids);
    const query = new URLSearchParams({ redirect: address }).toString().replaceAll('%2F', '/');
    await visit(page, { to: address, at: `/auth/login?${query}` });
  }
  ids = undefined as unknown as Ids;
});

test('[R2.1] [R2.11] [R2.14] [R2.15] [R2.17] [R2.22] [R2.23] [R2.26] opens every screen by link, with its title', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const page = await pageOf(browser, 'Admin');
  for (const screen of grounds) {
    await walkTo(page, screen);
  }
});

test('[R2.13] [R2.16] [R2.18] [R2.19] [R2.20] [R2.21] [R2.25] [R2.28] [R4.6] opens overlays over their parent and returns to r', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const page = await pageOf(browser, 'Admin');
  const lying = overlays.filter(({ name, closable }) => name !== 'Select Size' && closable !== false);
  const firm = overlays.filter(({ closable }) => closable === false);
  for (const screen of [...firm, ...some(lying, 9)]) {
    const parent = findScreen(screen.parent ?? '');
    if (!parent) throw new Error(`${screen.name} has no parent`);
    const below = addressOf(parent, ids);
    await walkTo(page, parent, below);
    await page.evaluate(() => document.querySelector('main h1, main h2')?.setAttribute('data-walked', 'yes'));
    await walkTo(page, screen, `${addressOf(screen, ids)}?r=${encodeURIComponent(`${below}?p=1`)}`);
    await expect(page.locator('[data-walked]'), `${screen.name} keeps ${parent.name}`).toHaveCount(1);
    const top = dialog(page);
    await expect(top)
      .toBeFocused({ timeout: 100 })
      .catch(() => undefined);
    if (screen.closable === false) {
      await page.keyboard.press('Escape');
      await expect(top).toBeVisible();
      await top.getByRole('button', { name: 'Cancel' }).click();
    } else await top.getByRole('button', { name: 'Close' }).first().click();
    await expect.poll(() => page.url().replace(product.url, ''), { message: screen.name }).toBe(`${below}?p=1`);
    await page.evaluate(() => document.querySelector('[data-walked]')?.removeAttribute('data-walked'));
  }
});

test('[R2.25] [R2.29] shows a screen and its overlay at once when the address is typed', async ({ browser }) => {
  test.setTimeout(isLong ? 900_000 : 240_000);
  const page = await pageOf(browser, 'Admin');
  // One address of each section, of an overlay where there is one, so that its parent is opened too. (The route tree's
  // own test opens all.)
  const sections = new Map(protectedScreens.map((screen) => [screen.path.split('/')[1], screen]));
  for (const screen of isLong ? protectedScreens : some([...sections.values()], 5)) {
    await page.goto(product.url + addressOf(screen, ids), { waitUntil: 'commit' });
    await isShown(page, screen);
  }
  for (const [from, to] of [
    ['/', '/dashboard'],
    ['/billing', '/billing/new/Table/1'],
    ['/billing/shift', '/billing/shifts'],
    ['/menu', '/menu/menus'],
    ['/menu/menus/edit', '/menu/menus'],
  ] as const) {
    await page.goto(product.url + from, { waitUntil: 'commit' });
    await expect(page).toHaveURL(product.url + to);
  }
  await page.goto(`${product.url}/no/such/screen`);
  await expect(missing(page)).toBeVisible();
});

test('[R2.6] opens the outlet selector over every screen and returns to it', async ({ browser }) => {
  test.setTimeout(120_000);
  const page = await pageOf(browser, 'Admin');
  for (const screen of some(grounds, 5)) {
    const address = addressOf(screen, ids);
    await visit(page, { to: `${address}/outlets`, title: 'Switch outlet', sees: '[role="dialog"]' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Switch outlet' })).toHaveCount(0);
    expect(page.url()).toBe(product.url + address);
  }
});

for (const role of ['Manager', 'User'] as const)
  test(`[R3.3] [R17.1] shows a ${role} the permitted screens and refuses the others, by link and by address`, async ({
    browser,
  }) => {
    test.setTimeout(isLong ? 600_000 : 180_000);
    const page = await pageOf(browser, role);
    const permissions = rolePermissions(role);
    for (const screen of some(grounds, 4)) {
      if (maySee(screen, permissions)) await walkTo(page, screen);
      else {
        await visit(page, { to: addressOf(screen, ids), title: screen.title, sees: 'main h1' });
        expect(await badNews(page), screen.name).toEqual([refusalWords]);
      }
    }
    // The same by typed address.
    for (const screen of some(grounds, 9)) {
      await page.goto(product.url + addressOf(screen, ids), { waitUntil: 'commit' });
      if (maySee(screen, permissions)) await isShown(page, screen);
      else await expect(refusal(page), screen.name).toBeVisible();
    }
    const entries = await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link').allTextContents();
    for (const entry of entries) expect(permissions, entry).toContain(entry);
  });

test('[R2.28] keeps scroll position and selection of a list under a drawer', async ({ browser }) => {
  const page = await pageOf(browser, 'Admin');
  await page.setViewportSize({ width: 1280, height: 500 });
  await follow(page, '/billing/history');
  const boxes = page.getByRole('row').getByRole('checkbox');
  await boxes.nth(1).check();
  const scrolled = () =>
    page.evaluate(() => Math.max(...[...document.querySelectorAll('main *')].map((element) => element.scrollTop)));
  await page.getByRole('row').nth(1).hover();
  await page.mouse.wheel(0, 240);
  await expect.poll(scrolled).toBeGreaterThan(100);
  const before = await scrolled();
  await follow(page, `/billing/history/view/${ids['/billing/history']}?r=/billing/history`);
  await expect(dialog(page)).toBeVisible();
  expect(await scrolled()).toBeGreaterThanOrEqual(before);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await scrolled()).toBe(before);
  await expect(page.getByText('Selected 1')).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('[R4.4] [R4.5] opens the profile over any screen with profile and r, and returns to it', async ({ browser }) => {
  const page = await pageOf(browser, 'User');
  await page.goto(`${product.url}/billing/history?p=1`);
  await page.getByRole('button', { name: 'Account menu' }).click();
  for (const name of ['Profile', /^End Shift/, 'Lock', 'Log out'])
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
  const { searchParams, pathname } = new URL(page.url());
  expect([pathname, searchParams.get('r')]).toEqual(['/billing/history', '/billing/history?p=1']);
  expect(searchParams.get('profile')).toMatch(/^\d+$/);
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(`${product.url}/billing/history?p=1`);
  await page.goto(`${product.url}/billing/history?profile=3&r=https://evil.example/`);
  await page.getByRole('dialog', { name: 'Profile' }).getByRole('button', { name: 'Close' }).click();
  expect(page.url().startsWith(product.url)).toBe(true);
});

test('[R4.2] puts the search box and the whole shell out of reach while the screen is locked', async ({ browser }) => {
  const page = await pageOf(browser, 'User');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(page.getByLabel('Passcode')).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.keyboard.type('4826');
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toBeVisible();
});

test('[R3.5] [R4.3] reaches and operates the whole shell by keyboard alone', async ({ browser }) => {
  const page = await pageOf(browser, 'Admin');
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const reached: string[] = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    });
    reached.push(name.trim());
    if (name.includes('sidebar')) break;
  }
  for (const wanted of [
    'Skip to the main content',
    'Switch outlet',
    'Search',
    'Notifications',
    'Full screen',
    'Dashboard',
    'Billing',
    'Expand sidebar',
  ])
    expect(reached, wanted).toContain(wanted);
  expect(reached.some((name) => name.startsWith('Shift'))).toBe(true);
  expect(reached.some((name) => name.startsWith('Account menu'))).toBe(true);
  await page.keyboard.press('Enter');
  const collapse = page.getByRole('button', { name: 'Collapse sidebar' });
  await expect(collapse).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Main' }).first().getByText('Admin').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const billing = page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link', { name: 'Billing', exact: true });
  await billing.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/billing\/new\/Table\/1$/);
  await expect(billing).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Notifications', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Account menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Skip to the main content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('[R5.1] [R5.4] leads from a search anywhere to the result, and back on closing', async ({ browser }) => {
  const page = await pageOf(browser, 'Admin');
  await follow(page, '/dashboard');
  const box = page.getByRole('searchbox', { name: 'Search', exact: true });
  await box.fill('lagoon');
  await box.press('Enter');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(page).toHaveURL(`${product.url}/dashboard`);
});

test('[R2.27] [R19.7] reports a screen that does not load, and shows it on retry', async ({ browser }) => {
  const page = await pageOf(browser, 'Admin');
  await page.goto(`${product.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const pattern = /assets\/shift-history-screen-[^/]*\.js/;
  await page.route(pattern, (route) => route.abort());
  await follow(page, '/billing/shifts');
  await expect(page.getByRole('heading', { name: 'Error while loading component' })).toBeVisible();
  await page.unroute(pattern);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Shift History' })).toBeVisible();
});

test('[R4.1] [R1.3] shows a user with one outlet its name and no switcher', async ({ browser }) => {
  const page = await pageOf(browser, 'User');
  await follow(page, '/billing/history');
  await expect(page.getByRole('banner').getByText('Atoll Café')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch outlet' })).toHaveCount(0);
});

test('[R1.5] [R4.1] [R15.5] shows Counter and Delivery in a shop; unsaved items of the café are kept for the return', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'Manager');
  const till = new Till(page, product);
  await page.goto(`${product.url}/billing/new/Table/2`);
  await till.add('Roshi');
  await expect(till.unsaved).toBeVisible();
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: 'Switch outlet' }).click();
    await page.getByRole('dialog', { name: 'Switch outlet' }).getByRole('button', { name }).click();
    await expect(page.getByRole('banner').getByText(name)).toBeVisible();
  };
  const types = () => page.getByRole('tablist', { name: 'Slot type' }).getByRole('tab').allTextContents();
  await switchTo('Atoll Store');
  await expect(page).toHaveURL(/\/billing\/new\/Counter\/1$/);
  await expect.poll(types).toEqual(['Counter', 'Delivery']);
  await expect(till.unsaved).toHaveCount(0);
  await switchTo('Atoll Café');
  await expect.poll(types).toEqual(['Table', 'Delivery', 'Takeaway']);
  await page.goto(`${product.url}/billing/new/Table/2`);
  await expect(till.unsaved).toBeVisible();
});

// The walk over the screens in use checks a part of them in each run.
const parts = 4;
if (isLong)
  test.describe('all screens in all looks', () => {
    test.describe.configure({ mode: 'parallel', timeout: 3_000_000 });
    for (let part = 1; part <= parts; part += 1)
      test(`axe finds nothing, and nothing is cut off, in five sizes, light, dark and from right to left: part ${part} of ${parts}`, async ({
        browser,
      }) => {
        const page = await pageOf(browser, 'Admin');
        const faults: string[] = [];
        for (const screen of [...grounds, ...overlays].filter((_, at) => at % parts === part - 1)) {
          await visit(page, { to: addressOf(screen, ids), title: screen.title, sees: sight(screen) });
          // On a busy machine a screen may load slower than a person would wait; on retry it must load.
          const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
          if (await again.isVisible()) await again.click();
          await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
          await expect.poll(() => badNews(page), screen.name).toEqual([]);
          // The checker tests names, roles and colours, which do not depend on the direction.
          faults.push(...(await faultsInLooks(page, screen.name, ['ltr'])));
        }
        expect(faults).toEqual([]);
      });
  });
