/** Tests the whole product over a bad network, and with a server that is restored from a backup. */
import { join } from 'node:path';
import type { Bill } from '@atoll/domain/bill/bill';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { backUpSqlite } from '../../apps/server/src/platform/store/sqlite/backup.ts';
import { backupFolder } from '../../apps/server/src/platform/store/sqlite/backup-list.ts';
import { restoreSqlite } from '../../apps/server/src/platform/store/sqlite/restore.ts';
import { Till } from '../pages/till.ts';
import { closePages } from '../support/close-pages.ts';
import { type Product, startProduct } from '../support/product.ts';
import { isLong } from '../support/sample.ts';
import { type Waiter, waiterOf } from '../support/waiter.ts';

// The app itself must load without the network.
test.use({ serviceWorkers: 'allow' });

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(async ({ browser }) => {
  await closePages(browser);
  await product.close();
});

const ordered = ['Roshi', 'Mas Riha', 'Black Tea'];
const writes = '**/api/bis/bill/**';
let slot = 0;

interface Trial {
  readonly page: Page;
  readonly till: Till;
  readonly context: BrowserContext;
  readonly other: Waiter;
}

async function begin({ page, till }: Trial): Promise<void> {
  slot += 1;
  await till.openSlot('Table', slot);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
async function order({ till }: Trial, items: readonly string[] = ordered): Promise<void> {
  await till.checkIn();
  for (const item of items) {
    await till.add(item);
    await till.save();
  }
}
/** Waits until the table's one open bill has these items, in this order. */
const arrived = ({ other }: Trial, at = slot, items = ordered) =>
  expect
    .poll(
      async () => {
        const bills = await other.call<Bill[]>('GET', '/bis/bills/active');
        return bills.filter((bill) => bill.slot === String(at)).map((bill) => bill.items.map(({ name }) => name));
      },
      { timeout: 40_000 },
    )
    .toEqual([items]);

const trials: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  async 'A: saved offline, reloaded, then online'(trial) {
    await begin(trial);
    await trial.context.setOffline(true);
    await order(trial);
    await trial.page.reload();
    await expect(trial.till.lines).toHaveCount(3);
    await trial.context.setOffline(false);
    await arrived(trial);
  },
  async 'B: saved, and reloaded at once'(trial) {
    await begin(trial);
    await trial.context.setOffline(true);
    await order(trial);
    await trial.till.add('Garudhiya');
    await trial.till.bill.getByRole('button', { name: 'Save', exact: true }).click();
    await trial.page.reload();
    await trial.context.setOffline(false);
    const { unsaved } = trial.till;
    await expect(trial.till.lines).toHaveCount(4);
    // Items that the reload interrupted are still a visible draft.
    if (await unsaved.isVisible()) await trial.till.save();
    await arrived(trial, slot, [...ordered, 'Garudhiya']);
  },
  async 'C: reloaded while the check-in is in flight'(trial) {
    await begin(trial);
    let held = 0;
    await trial.context.route(writes, () => void (held += 1), { times: 1 });
    await order(trial);
    await expect.poll(() => held).toBe(1);
    await trial.page.reload();
    await arrived(trial);
  },
  async 'D: the answer is lost after the server has done it'(trial) {
    await begin(trial);
    let lost = 0;
    await trial.context.route(
      writes,
      async (route) => {
        await route.fetch();
        lost += 1;
        await route.abort();
      },
      { times: 2 },
    );
    await order(trial);
    await expect.poll(() => lost, { timeout: 30_000 }).toBe(2);
    await arrived(trial);
  },
  async 'E: two tabs go online together'(trial) {
    await begin(trial);
    const first = slot;
    const page = await trial.context.newPage();
    const second = { ...trial, page, till: new Till(page, product) };
    await page.goto(product.url);
    await expect(page.getByLabel('Passcode')).toBeVisible();
    for (const figure of '4826') await page.keyboard.press(figure);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await begin(second);
    await trial.context.setOffline(true);
    await order(second);
    await order(trial);
    await trial.context.setOffline(false);
    await arrived(trial, first);
    await arrived(second);
    await page.close();
  },
  async 'F: the network is dead while the browser reports online, and the page is reloaded'(trial) {
    await begin(trial);
    await trial.context.route('**/api/**', (route) => route.abort());
    await order(trial);
    expect(await trial.page.evaluate(() => navigator.onLine)).toBe(true);
    await trial.page.reload();
    await expect(trial.till.lines).toHaveCount(3);
    await trial.context.unroute('**/api/**');
    await arrived(trial);
  },
  async 'the header shows within 5 s that the server is unreachable, and within 2 s that it is reachable again'(trial) {
    await begin(trial);
    await expect(trial.page.getByText('Online', { exact: true })).toBeVisible();
    const gone = Date.now();
    await trial.context.setOffline(true);
    await expect(trial.page.getByText(/Offline · \d+ waiting/)).toBeVisible({ timeout: 15_000 });
    expect(Date.now() - gone).toBeLessThanOrEqual(5000);
    const back = Date.now();
    await trial.context.setOffline(false);
    await expect(trial.page.getByText(/^(Online|Polling)/).first()).toBeVisible({ timeout: 15_000 });
    expect(Date.now() - back).toBeLessThanOrEqual(2000);
  },
  async 'the server is restored from a backup, and the till sends what the backup lacks'(trial) {
    await begin(trial);
    await order(trial);
    await arrived(trial);
    const before = slot;
    const backup = backUpSqlite(product.dataDir, 'daily', Date.now());
    await begin(trial);
    await order(trial);
    await arrived(trial);
    await trial.till.bill.getByRole('button', { name: 'Checkout' }).click();
    await trial.page.getByRole('button', { name: 'Pay', exact: true }).click();
    const paid = trial.page.getByRole('status').filter({ hasText: 'Paid' });
    await expect(paid).toContainText(/\d{4}-\d{6}/);
    const invoice = /\d{4}-\d{6}/.exec(await paid.innerText())?.[0] ?? '';
    await product.killServer();
    restoreSqlite(product.dataDir, join(backupFolder(product.dataDir), backup.file), Date.now());
    await product.startServer();
    // A notification of the till stays in its list when the message on the screen has gone.
    const notified = () => trial.page.evaluate(() => localStorage.getItem('app'));
    await expect.poll(notified, { timeout: 40_000 }).toContain('was restored from a backup');
    await arrived(trial, before);
    const bills = async () =>
      (await trial.other.call<{ items: Bill[] }>('GET', '/bis/bills/list?page=1&size=10')).items.filter(
        (bill) => bill.slot === String(slot) && bill.invoiceNumber?.endsWith(invoice),
      );
    await expect
      .poll(async () => (await bills()).map(({ payments }) => payments.length), { timeout: 30_000 })
      .toEqual([1]);
    await expect(trial.page.getByText(/waiting/)).toHaveCount(0);
  },
};

// Each run does the same trials with separate tabs and a server that counts (lib/outbox/trials.test.ts).
if (isLong)
  test('[R13.4][R18.22] neither loses, duplicates nor reorders work over a bad network', async ({
    browser,
    request,
  }) => {
    test.setTimeout(900_000);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    const till = new Till(page, product);
    await till.open();
    await till.signInAs('admin@atoll.test');
    await till.ensureShift();
    const other = await waiterOf(request, product);
    for (const [what, happens] of Object.entries(trials))
      await test.step(what, () => happens({ page, till, context, other }));
    await context.close();
  });
