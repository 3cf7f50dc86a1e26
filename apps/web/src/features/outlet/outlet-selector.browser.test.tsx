import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { OutletSelector } from './outlet-selector.tsx';

const count = 10_000;
const outletAt = (place: number) => ({
  outletId: place,
  name: `Reef House ${place === 7342 ? 'Addu Harbour' : `Branch ${place}`}`,
  logo: null,
  businessType: 'Restaurant' as const,
});

beforeEach(() => openTill());
afterEach(clear);

it('[R34.13] finds one of 10,000 outlets by typing part of its name, and draws no more than 50 of them', async () => {
  useSession.setState({ outlets: Array.from({ length: count }, (_, place) => outletAt(place + 1)) });
  await showAt('/dashboard/outlets', <OutletSelector />);
  const list = page.getByRole('dialog', { name: 'Switch outlet' }).getByRole('listitem');
  const search = page.getByRole('searchbox', { name: 'Find outlet' });
  await expect.element(search).toBeVisible();
  expect(list.elements()).toHaveLength(50);
  await expect.element(page.getByRole('status').filter({ hasText: '9950 more' })).toBeVisible();
  await search.fill('harbour reef');
  await expect
    .poll(() => list.elements().map((one) => one.textContent))
    .toEqual(['RHReef House Addu HarbourRestaurant']);
  await search.fill('harbour nowhere');
  await expect.element(page.getByText('Nothing has this name.')).toBeVisible();
});

it('[R2.6] shows a few outlets without a search field', async () => {
  useSession.setState({ outlets: [1, 2].map(outletAt) });
  await showAt('/dashboard/outlets', <OutletSelector />);
  await expect.element(page.getByRole('button', { name: /Branch 2/ })).toBeVisible();
  expect(page.getByRole('searchbox').elements()).toEqual([]);
});
