import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage } from '../../locale/locale.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { clear, showAt, staffSizes } from '../../ui/hook/testing.tsx';
import { CheckScreen } from './check-screen.tsx';

const minuteMs = 60_000;
let clockAheadMs = 0;
let isAway = false;
beforeEach(() => {
  isAway = false;
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return path === '/app/trust'
      ? { body: { hello: 'http://192.168.1.20/hello', now: new Date(Date.now() + clockAheadMs).toISOString() } }
      : undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
  // As on a page whose certificate the device does not trust.
  vi.spyOn(navigator.serviceWorker, 'register').mockRejectedValue(new DOMException('certificate', 'SecurityError'));
});
afterEach(async () => {
  await changeLanguage('en');
  clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rows = page.getByRole('listitem');

it('says what helps where a device cannot work as a till, and leads to the steps', async () => {
  clockAheadMs = 3 * minuteMs;
  await showAt('/check', <CheckScreen />, '/check');
  await expect.element(page.getByText('Install the certificate of the shop on this device.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Show the steps' }))
    .toHaveAttribute('href', 'http://192.168.1.20/hello');
  await expect.element(page.getByText(/works only on a device that trusts the shop/)).toBeVisible();
  await expect.element(page.getByText(/Set the date and time of this device/)).toBeVisible();
  await expect.element(page.getByText(/prints through another till/)).toBeVisible();
  clockAheadMs = minuteMs;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/Set the date and time of this device/)).not.toBeInTheDocument();
  await expect.element(rows.nth(3)).toHaveTextContent('Clockyes');

  // Without the server nobody knows whether the clock is right.
  isAway = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(/The server does not answer, so the clocks/)).toBeVisible();
  await expect.element(page.getByText(/Set the date and time of this device/)).not.toBeInTheDocument();
});

it('fits every screen of the staff, in English and Dhivehi', async () => {
  await showAt('/check', <CheckScreen />, '/check');
  await expect.element(page.getByText(/prints through another till/)).toBeVisible();
  for (const language of ['en', 'dv'] as const) {
    await changeLanguage(language);
    for (const [width, height] of staffSizes) {
      await page.viewport(width, height);
      await expect.element(rows.nth(4)).toBeVisible();
      expect(document.documentElement.scrollWidth, `${language} ${width}`).toBeLessThanOrEqual(width);
    }
  }
});
