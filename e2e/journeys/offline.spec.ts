import { expect, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import { ownHeaders } from '../support/own-headers.ts';
import { type Product, startProduct } from '../support/product.ts';

// The app itself must load without the network.
test.use({ serviceWorkers: 'allow' });

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async () => {
  await product.close();
});

test('[R13.4][R16.3][R16.4][R15.3] a bill opened, ticketed and paid offline, with a reload between, arrives exactly once', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.openSlot('Table', 5);
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  // The service worker caches the app shell.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await product.killServer();

  await till.checkIn();
  await till.add('Mas Riha');
  await till.add('Black Tea');
  await till.save();
  await expect(page.getByText(/Offline · \d+ waiting/)).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => product.kitchen.tickets.join('\n')).toContain('Mas Riha');
  await expect.poll(() => product.bar.tickets.join('\n')).toContain('Black Tea');

  await till.bill.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const paid = page.getByRole('status').filter({ hasText: 'Paid' });
  await expect(paid).toContainText('invoice number follows');

  // A reload in the middle; an open bill with unsaved items survives it too.
  await page.goto(`${product.url}/billing/new/Table/6`);
  await expect(till.bill.getByRole('heading', { name: 'Table 6' })).toBeVisible();
  await till.checkIn();
  await till.add('Garudhiya');
  await page.reload();
  await expect(till.lines.filter({ hasText: 'Garudhiya' })).toHaveCount(1);
  await expect(till.unsaved).toBeVisible();

  await product.startServer();
  await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/waiting/)).toHaveCount(0);
  await till.save();

  // On the server: one paid bill with two items and one payment, one open bill with one item.
  await page.goto(`${product.url}/billing/history`);
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('');
  const rows = page.getByRole('row').filter({ hasText: 'Table 5' }).filter({ hasText: 'Paid' });
  const own = await ownHeaders(page);
  const listed = () =>
    page.evaluate(async (headers) => {
      const response = await fetch('/api/bis/bills/list?size=10&page=1', { headers });
      return (await response.json()) as {
        items: {
          slot: string;
          type: string;
          status: string;
          items: unknown[];
          payments: unknown[];
          invoiceNumber: string | null;
        }[];
      };
    }, own);
  // What arrives at once is not shown as waiting, so this asks until it is there.
  const made = async () =>
    (await listed()).items
      .filter((bill) => bill.type === 'Table' && (bill.slot === '5' || bill.slot === '6'))
      .slice(0, 2)
      // The work of one bill arrives in order; the order of the bills is random.
      .toSorted((a, b) => Number(b.slot) - Number(a.slot));
  await expect
    .poll(async () => (await made()).map((bill) => [bill.slot, bill.status, bill.items.length, bill.payments.length]))
    .toEqual([
      ['6', 'Saved', 1, 0],
      ['5', 'Complete', 2, 1],
    ]);
  await expect(rows.first()).toBeVisible();
  expect((await made())[1]?.invoiceNumber).toMatch(/\d{4}-\d{6}/);
  expect(product.kitchen.tickets.filter((ticket) => ticket.includes('Mas Riha'))).toHaveLength(1);
});

test('[R16.6] a ticket without the print server is kept, shown, and printed later, once', async ({ browser }) => {
  // The server stays, so nothing needs the cache.
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.openSlot('Table', 10);
  await till.checkIn();
  await product.killPrintServer();
  await till.add('Nasi Goreng');
  await till.save();
  await expect(page.getByText('Print server not accessible').first()).toBeVisible();
  await expect(till.lines.filter({ hasText: 'Nasi Goreng' })).toContainText('Ticket not printed');
  await product.startPrintServer();
  // The till tries again by itself, after at most 40 s in the first minute (R35.12).
  await expect(page.getByRole('alert', { name: 'Ticket not printed' })).toHaveCount(0, { timeout: 60_000 });
  await expect.poll(() => product.kitchen.tickets.filter((ticket) => ticket.includes('Nasi Goreng')).length).toBe(1);
  await page.close();
});

test('[R16.6] a ticket whose answer was lost is printed once, also when it is tried again after a reload without the server', async ({
  page,
}) => {
  const till = new Till(page, product);
  await till.open();
  await till.signIn(/Mariyam/);
  await till.ensureShift();
  await till.openSlot('Table', 11);
  await till.checkIn();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const printed = () => product.kitchen.tickets.filter((ticket) => ticket.includes('Avocado Toast'));
  const sent: unknown[] = [];
  await page.route('**/print', async (route) => {
    sent.push((route.request().postDataJSON() as { jobKey?: string } | null)?.jobKey);
    await route.fetch();
    await route.abort();
  });
  await till.add('Avocado Toast');
  await till.save();
  const alarm = page.getByRole('alert', { name: 'Ticket not printed' });
  await expect(alarm).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => printed().length).toBe(1);
  await product.killServer();
  await page.unroute('**/print');
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/print'))
      sent.push((request.postDataJSON() as { jobKey?: string } | null)?.jobKey);
  });
  await page.reload();
  await expect(till.lines.filter({ hasText: 'Avocado Toast' })).toHaveCount(1, { timeout: 30_000 });
  await expect.poll(() => sent.length, { timeout: 60_000 }).toBeGreaterThan(1);
  await expect(alarm).toHaveCount(0, { timeout: 60_000 });
  expect(new Set(sent).size).toBe(1);
  expect(printed()).toHaveLength(1);
  await product.startServer();
});

test('[R31.16] Check this device says yes five times, and no to working offline when the app is not cached', async ({
  page,
}) => {
  // As in a browser in which the app is installed.
  const session = await page.context().newCDPSession(page);
  const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo;
  await session.send('Browser.grantPermissions', {
    permissions: ['durableStorage'],
    origin: product.url,
    ...(browserContextId && { browserContextId }),
  });
  await page.goto(`${product.url}/check`);
  const rows = page.getByRole('list', { name: 'Check this device' }).getByRole('listitem');
  await expect(rows).toHaveText(
    ['This device trusts the shop', 'Works offline', 'Storage is kept', 'Clock', 'Prints'].map((name) => `${name}yes`),
    { timeout: 40_000 },
  );
  // Only the network has these files now, and it is refused for the test.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows.nth(1)).toContainText('Tap Try again');
  await expect(rows.nth(0)).toHaveText(/yes$/);
  // The refusal ended with the test: the app reaches the server.
  await page.getByRole('link', { name: 'Continue to sign in' }).click();
  await expect(page.getByRole('heading', { name: /Sign in|Welcome/ })).toBeVisible();
});
