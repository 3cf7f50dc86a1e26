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
