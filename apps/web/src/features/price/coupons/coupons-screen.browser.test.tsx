import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../../session/session.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
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
