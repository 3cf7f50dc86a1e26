import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { CouponsScreen } from './coupons-screen.tsx';

afterEach(clear);

it('says beside the field how many codes can be created at once', async () => {
  await openTill();
  const { user } = useSession.getState();
  useSession.setState({ user: { ...user, permissions: [...(user?.permissions ?? []), 'price.manage'] } as never });
  const errors = { count: 'Count must be 5000 or less' };
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/bis/price/coupons/create')
      return { status: 422, body: { code: 422, message: 'Please check the highlighted fields', errors } };
    if (path.startsWith('/bis/price/promotions')) return { body: [{ id: 3, name: 'Friends', trigger: 'Coupon' }] };
    return { body: [] };
  };
  globalThis.fetch = server.fetch;
  await showAt('/menu/coupons', <CouponsScreen />);
  await page.getByLabelText('How many codes').fill('99999');
  await page.getByRole('button', { name: 'Create codes' }).click();
  await expect.element(page.getByText(errors.count)).toBeVisible();
  await expect.element(page.getByLabelText('How many codes')).toHaveValue('99999');
});

it('[R21.19] names the codes that take nothing off: of a deleted promotion, of a draft, of items on no menu', async () => {
  await openTill();
  const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger] };
  useApp.setState({ menus: [{ id: 1, name: 'All', categories: [category] }] });
  const server = fakeServer();
  const coupons = { createdAt: '2026-11-27T10:00:00.000Z', count: 5, maxUses: 1, uses: 0, last4: '' };
  const friends = { trigger: 'Coupon', type: 'BillOff', status: 'Published', isActive: true };
  server.handler = ({ path }) => {
    if (path.startsWith('/bis/price/promotions'))
      return {
        body: [
          { ...friends, id: 1, name: 'Friends' },
          { ...friends, id: 2, name: 'Later', status: 'Draft' },
          { ...friends, id: 3, name: 'Coffee', type: 'PercentOff', itemIds: [99], itemNames: ['Espresso Doppio'] },
        ],
      };
    return {
      body: ['Friends', 'Later', 'Coffee', 'Old'].map((promotion, place) => ({
        ...coupons,
        key: `k${place}`,
        promotionId: place + 1,
        promotion,
      })),
    };
  };
  globalThis.fetch = server.fetch;
  await showAt('/menu/coupons', <CouponsScreen />);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect.element(row('Old').getByText(/^Its promotion is deleted/)).toBeVisible();
  await expect.element(row('Later').getByText(/^Its promotion is a draft/)).toBeVisible();
  await expect.element(row('Coffee').getByText('Not on any menu: Espresso Doppio')).toBeVisible();
  expect(
    row('Friends')
      .getByText(/promotion|menu/)
      .elements(),
  ).toEqual([]);
});

it('says what to do first while no promotion counts by coupon, and leads there', async () => {
  await openTill();
  const { user } = useSession.getState();
  useSession.setState({ user: { ...user, permissions: [...(user?.permissions ?? []), 'price.manage'] } as never });
  const server = fakeServer();
  server.handler = () => ({ body: [] });
  globalThis.fetch = server.fetch;
  const address = await showAt('/menu/coupons', <CouponsScreen />);
  await expect.element(page.getByRole('heading', { name: 'No coupons yet' })).toBeVisible();
  await expect.element(page.getByText(/Choose Coupon as the trigger of a promotion/)).toBeVisible();
  await page.getByRole('button', { name: 'Promotions' }).click();
  expect(address()).toBe('/menu/promotions');
});
