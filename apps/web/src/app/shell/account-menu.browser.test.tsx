import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
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

it('says why practice was refused, and that it needs the server only while the server is away', async () => {
  await openTill();
  const shown = (
    <>
      <AccountMenu isNarrow={false} />
      <ToastHost />
    </>
  );
  await showAt('/', shown);
  const { fetch } = globalThis;
  const answers = async (answer: () => Response, text: string) => {
    globalThis.fetch = async () => answer();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Start practice' }).click();
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  };
  const body = { code: 404, reason: 'notFound', message: 'Not found', details: '' };
  const refusal = () => Response.json(body, { status: 404, headers: { 'X-Store': 'store' } });
  try {
    await answers(refusal, 'Practice could not be opened. Not found');
    const away = (): Response => {
      throw new TypeError('Failed to fetch');
    };
    await answers(away, 'Practice could not be opened. It needs the server');
  } finally {
    globalThis.fetch = fetch;
  }
});

it.each([
  ['http://localhost:8080', true],
  ['http://192.168.1.20:8080', true],
  ['https://till.local', false],
])('says of a code for %s whether other devices can use it', async (address, isWarned) => {
  await openTill();
  await showAt('/', <AccountMenu isNarrow={false} />);
  const { fetch } = globalThis;
  const code = { url: `${address}/join#code`, svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  const body = { join: code, trust: null, expiresAt: new Date(Date.now() + 600_000).toISOString() };
  globalThis.fetch = async () => Response.json(body, { headers: { 'X-Store': 'store' } });
  try {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Add a device' }).click();
    await expect.element(page.getByRole('img', { name: 'QR code: Join' })).toBeVisible();
    const warning = page.getByRole('alert').filter({ hasText: `${address} is not an https address` });
    expect(warning.elements()).toHaveLength(isWarned ? 1 : 0);
  } finally {
    globalThis.fetch = fetch;
  }
});
