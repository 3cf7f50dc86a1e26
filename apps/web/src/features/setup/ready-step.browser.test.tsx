import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ReadyStep } from './ready-step.tsx';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const hello = 'http://192.168.1.20/hello';
const trustOf = (mode: string, authority: { hello: string; fingerprint: string } | null) => ({
  mode,
  origin: 'https://192.168.1.20',
  names: [],
  addresses: [],
  notAfter: null,
  problem: null,
  release: '0.2.0',
  now: new Date().toISOString(),
  ...(authority ?? { hello: null, fingerprint: null }),
});

let server: FakeServer;
beforeEach(async () => {
  await openTill();
  server = fakeServer();
  globalThis.fetch = server.fetch;
});
afterEach(clear);

const answer = (trust: object) => {
  server.handler = ({ path }) => {
    if (path === '/app/trust') return { body: trust };
    if (path === '/app/trust/code') return { body: { svg } };
    if (path === '/auth/join-code')
      return {
        body: {
          join: { url: 'https://192.168.1.20/join#code', svg },
          trust: null,
          expiresAt: new Date(Date.now() + 600_000).toISOString(),
        },
      };
    if (path === '/app/outlet/practice')
      return { status: 429, body: { message: 'Wait a moment', reason: 'tooMany', code: 429, details: '' } };
    return undefined;
  };
};

it('shows the code and the digits with which a device trusts the shop, and the code of a further till', async () => {
  answer(trustOf('own', { hello, fingerprint: `4f2a91c077de0b13${'0'.repeat(48)}` }));
  await showAt('/', <ReadyStep />);
  await expect.element(page.getByRole('button', { name: 'Start selling' })).toHaveFocus();
  await page.getByRole('button', { name: 'Trust a device' }).click();
  const trust = page.getByRole('dialog', { name: 'Trust a device' });
  await expect.element(trust.getByRole('img', { name: `QR code of ${hello}` })).toBeVisible();
  await expect.element(trust.getByText(/4F2A 91C0 77DE 0B13/)).toBeVisible();
  await trust.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add a till' }).click();
  await expect.element(page.getByRole('img', { name: 'QR code: Join' })).toBeVisible();
});

it('says why no device can trust a server without an authority', async () => {
  answer(trustOf('off', null));
  await showAt('/', <ReadyStep />);
  await expect.element(page.getByText(/^This server has no certificate/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Trust a device' })).toBeDisabled();
});

it('says why practice could not be opened, and stays', async () => {
  answer(trustOf('off', null));
  const here = await showAt('/', <ReadyStep />);
  await page.getByRole('button', { name: 'Practice' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Practice could not be opened. Wait a moment');
  expect(here()).toBe('/');
});
