import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { AccountMenu } from './account-menu.tsx';

afterEach(clear);

const endShift = () => page.getByRole('menuitem', { name: /^End Shift/ });

it('[R35.72] always shows End Shift in the account menu, disabled with its reason', async () => {
  await openTill();
  const { user } = useSession.getState();
  if (!user) throw new Error('Nobody is signed in');
  const { shift } = useApp.getState();
  const mayClose = (may: boolean) =>
    useSession.setState({ user: { ...user, permissions: may ? ['New Bill', 'Close Shift'] : ['New Bill'] } });
  useApp.setState({ shift: null });
  mayClose(true);
  await showAt('/', <AccountMenu isNarrow={false} />);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect.element(endShift()).toHaveTextContent('End Shift No shift is open');
  await expect.element(endShift()).toBeDisabled();
  useApp.setState({ shift: shift ?? ({ id: 1 } as NonNullable<typeof shift>) });
  await expect.element(endShift()).toBeEnabled();
  await expect.element(endShift()).toHaveTextContent('End Shift');
  mayClose(false);
  await expect.element(endShift()).toHaveTextContent('End Shift You are not authorized to close a shift');
  await expect.element(endShift()).toBeDisabled();
});
