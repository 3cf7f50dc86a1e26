import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Till } from '../pages/till.ts';
import type { Product } from '../support/product.ts';
import { type SecureServer, startSecureServer } from '../support/trusting.ts';

test.use({ serviceWorkers: 'allow' });

let server: SecureServer;
let trusting: Browser;
test.beforeAll(async () => {
  server = await startSecureServer();
  trusting = await server.browse(true);
});
test.afterAll(async () => {
  await server.close();
});

/** Returns how the browser registers the service worker of the page. */
const registered = (page: Page): Promise<string> =>
  page.evaluate(() =>
    navigator.serviceWorker.register('/sw.js').then(
      () => 'registered',
      (error: Error) => error.name,
    ),
  );

test('registers the service worker by address and by name with the authority, and not without', async () => {
  const other = await server.browse(false);
  for (const url of [server.byAddress, server.byName]) {
    const page = await trusting.newPage();
    await page.goto(`${url}/check`);
    expect(await registered(page)).toBe('registered');
    await page.close();

    const refused = await other.newPage();
    await expect(refused.goto(url)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
    await refused.close();
    // Also for somebody who clicks the warning away.
    const careless = await other.newPage({ ignoreHTTPSErrors: true });
    await careless.goto(`${url}/check`);
    expect(await registered(careless)).toBe('SecurityError');
    const row = careless.getByRole('listitem').filter({ hasText: 'This device trusts the shop' });
    await expect(row).toContainText('Install the certificate of the shop');
    await expect(row.getByRole('link')).toHaveAttribute('href', /^http:\/\/.+\/hello$/);
    await careless.close();
  }
  await other.close();
});

test('refuses a certificate of the same authority for a name outside the shop', async () => {
  const page = await trusting.newPage();
  await expect(page.goto(server.foreign)).rejects.toThrow('ERR_CERT_INVALID');
  await page.close();
});

test('keeps the hub connection of a till while the certificate is renewed', async () => {
  const page = await trusting.newPage({ viewport: { width: 1280, height: 800 } });
  const sockets: { isClosed: boolean; frames: number }[] = [];
  page.on('websocket', (socket) => {
    const seen = { isClosed: false, frames: 0 };
    sockets.push(seen);
    socket.on('framereceived', () => {
      seen.frames += 1;
    });
    socket.on('close', () => {
      seen.isClosed = true;
    });
  });
  const till = new Till(page, { url: server.byAddress } as Product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await expect.poll(() => sockets.length).toBe(1);

  const before = await server.serial();
  await till.goTo('/settings?section=trust');
  await till.button('Renew now').click();
  await expect(page.getByText('The server has a new certificate')).toBeVisible();
  expect(await server.serial()).not.toBe(before);
  // The server pings each connection; this one still gets it.
  const frames = sockets[0]?.frames ?? 0;
  await expect.poll(() => sockets[0]?.frames, { timeout: 40_000 }).toBeGreaterThan(frames);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([false]);
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await page.close();
});

test('[R31.13] leads from http://{server}/ to /hello, and a device that trusts the shop on to the app within 2 s', async () => {
  const page = await trusting.newPage();
  const paths: string[] = [];
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  await page.goto(`${server.plain}/`);
  await expect(page).toHaveURL(new RegExp(`^${server.byAddress}/`), { timeout: 2000 });
  expect(paths[0]).toBe('/hello');
  await page.close();

  const other = await server.browse(false);
  const stranger = await other.newPage();
  await stranger.goto(`${server.plain}/`);
  await expect(stranger.getByText('This device trusts the shop: no')).toBeVisible();
  await other.close();
});

test('[R31.17] a till at the address that the shop had before sends its work, then shows the new address and moves there', async () => {
  await server.stop();
  await server.start(server.byName);
  const page = await trusting.newPage({ viewport: { width: 1280, height: 800 } });
  const till = new Till(page, { url: server.byName } as Product);
  await till.open();
  await till.signInAs('admin@atoll.test');
  await till.ensureShift();
  await till.openSlot('Table', 9);
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await server.stop();
  await till.checkIn();
  await till.add('Garudhiya');
  await till.save();
  await expect(page.getByText(/Offline · \d+ waiting/)).toBeVisible({ timeout: 15_000 });

  const moved = server.byName.replace(/\/\/[^:]+/, '//localhost');
  await server.start(moved);
  const bar = page.getByRole('status', { name: 'The shop has a new address' });
  await expect(bar).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.screenshot({ path: test.info().outputPath('new-address.png') });
  // A page of the address is served there still, and the till's work has arrived.
  await page.reload();
  await expect(till.lines.filter({ hasText: 'Garudhiya' })).toHaveCount(1);
  await expect(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Move this till' }).click();
  await expect(page).toHaveURL(new RegExp(`^${moved}/`));
  await till.signInAs('admin@atoll.test');
  await till.goTo('/billing/new/Table/9');
  await expect(till.lines.filter({ hasText: 'Garudhiya' })).toHaveCount(1);
  await expect(bar).toHaveCount(0);

  // Both are served for 30 days; then the old one leads to the new one.
  const path = join(server.dataDir, 'origins.json');
  const noted = JSON.parse(readFileSync(path, 'utf8')) as { former: { origin: string; until: number }[] };
  const [former] = noted.former;
  expect(former?.origin).toBe(server.byName);
  expect(Math.abs((former?.until ?? 0) - Date.now() - 30 * 86_400_000)).toBeLessThan(300_000);
  await server.stop();
  writeFileSync(path, JSON.stringify({ ...noted, former: [{ ...former, until: Date.now() + 2000 }] }));
  await server.start(moved);
  // The till itself opens the app from its own cache; another device asks the server.
  const fresh = await trusting.newPage();
  await expect(async () => {
    await fresh.goto(`${server.byName}/check?again=${Date.now()}`);
    expect(fresh.url()).toContain(moved);
  }).toPass({ timeout: 30_000 });
  await fresh.close();
  await page.close();
});
