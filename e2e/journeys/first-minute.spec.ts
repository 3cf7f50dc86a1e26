import { type Browser, expect, type Page, type Route, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { isLong } from '../support/sample.ts';

/** The calls that start a till, and the call for customers when one is chosen. */
const calls = {
  outlet: /\/api\/app\/outlets\/find\//,
  menus: /\/api\/bis\/menu\/get/,
  settings: /\/api\/app\/settings$/,
  features: /\/api\/app\/features/,
  shift: /\/api\/bis\/shift\/active/,
  bills: /\/api\/bis\/bills\/active/,
  customers: /\/api\/crm\/customers\/list/,
} as const;
type CallName = keyof typeof calls;
const names = Object.keys(calls) as CallName[];

const delayMs = 15_000;
const troubles: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'fails once': (route) => route.abort(),
  'is answered 503 once': (route) =>
    route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1' },
      json: { message: 'Not now', reason: 'unavailable' },
    }),
  'is answered after 15 s': async (route) => {
    await new Promise((done) => setTimeout(done, delayMs));
    // The page may have continued with another answer.
    await route.continue().catch(() => undefined);
  },
};

let product: Product;
test.beforeAll(async ({ browser }) => {
  product = await startProduct();
  const till = new Till(await browser.newPage(), product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.page.close();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

/** Disturbs a call the first time it is made. Returns a function that counts its calls. */
async function disturb(page: Page, name: CallName, trouble: (route: Route) => Promise<void>): Promise<() => number> {
  let made = 0;
  await page.route(calls[name], async (route) => {
    made += 1;
    if (made === 1) await trouble(route);
    else await route.continue();
  });
  return () => made;
}

/** A long timeout: several pages share the machine, and one of the faults takes 15 s. */
const soon = { timeout: 45_000 };

/** Presses Check In until the bill is open: while the shift is missing, a message says so and the press opens nothing. */
async function checkIn({ bill }: Till): Promise<void> {
  const press = async () => {
    const isOpen = await bill.getByText('Checked in').isVisible();
    if (!isOpen)
      await bill
        .getByRole('button', { name: 'Check In' })
        .click({ timeout: 1000 })
        .catch(() => undefined);
    return isOpen;
  };
  await expect.poll(press, { ...soon, intervals: [1000] }).toBe(true);
}

/** Starts a till on which one call fails, and sells there to a customer. */
async function sell(browser: Browser, name: CallName, table: number, trouble: (route: Route) => Promise<void>) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(soon.timeout);
  const made = await disturb(page, name, trouble);
  const till = new Till(page, product);
  await till.open(`/billing/new/Table/${table}`);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('button', { name: /Mariyam/ }).click();
  await expect(till.bill.getByRole('heading', { name: `Table ${table}` })).toBeVisible(soon);
  await expect(page.getByRole('tablist', { name: 'Category' }).getByRole('tab').first()).toBeVisible(soon);
  await checkIn(till);
  await till.add('Mas Riha');
  await till.bill.getByRole('button', { name: 'Customer', exact: true }).click();
  await page.getByRole('dialog').getByRole('listitem').first().getByRole('button').click();
  await till.bill.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(till.unsaved).toHaveCount(0, soon);
  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paid' })).toBeVisible(soon);
  await expect(page.getByRole('status', { name: 'Not loaded yet' })).toHaveCount(0, soon);
  expect(made(), name).toBeGreaterThan(0);
  expect(loads, 'pages that were loaded again').toBe(0);
  await context.close();
}

/** As many pages as a small machine opens at the same time; a page that waits for 15 s leaves it to the others. */
const maxPages = 3;

async function inPool(works: readonly (() => Promise<void>)[]): Promise<void> {
  const left = [...works];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await next();
  };
  await Promise.all(Array.from({ length: maxPages }, worker));
}

const turns = Object.values(troubles);
/** Every call with one of the troubles, and each trouble in some of them; every call with every trouble in a long run. */
const pairs = names.flatMap((name, at) =>
  turns.filter((_, turn) => isLong || turn === at % turns.length).map((trouble) => ({ name, trouble })),
);

test('[R35.74] [R35.1] [R35.2] sells without a reload when a call of the start fails, is answered 503 or after 15 s, each in turn', async ({
  browser,
}) => {
  test.setTimeout(pairs.length * 30_000);
  await inPool(
    pairs.map(
      ({ name, trouble }, index) =>
        () =>
          sell(browser, name, index + 1, trouble),
    ),
  );
});
