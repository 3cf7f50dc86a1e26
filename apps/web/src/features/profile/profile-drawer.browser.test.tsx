import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { RecoveryCodesDialog } from '../../app/recovery-codes-dialog.tsx';
import { useSession } from '../../session/session.ts';
import type { Profile } from '../../session/session-user.ts';
import { readOne } from '../../storage/idb.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { signedIn } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ProfileDrawer } from './profile-drawer.tsx';

const user: Profile = {
  id: 3,
  email: 'user@atoll.test',
  name: 'Mariyam Luiza',
  avatar: null,
  jobTitle: 'Waiter',
  department: '',
  token: 't',
  refreshToken: 'r',
  permissions: [],
  scope: null,
  outlets: [],
};
const devices = [
  {
    id: 'a',
    device: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
    ip: '10.0.0.7',
    createdAt: '2026-03-04T08:00:00.000Z',
    lastUsedAt: '2026-03-04T09:00:00.000Z',
    isThis: true,
  },
  {
    id: 'b',
    device: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Safari/604',
    ip: '10.0.0.9',
    createdAt: '2026-03-01T08:00:00.000Z',
    lastUsedAt: '2026-03-02T09:00:00.000Z',
    isThis: false,
  },
];

let server: FakeServer;
let forms: FormData[] = [];
beforeEach(() => {
  forms = [];
  server = fakeServer();
  const before = server.handler;
  server.handler = (seen) => (seen.path === '/auth/sessions' ? { body: devices } : before(seen));
  globalThis.fetch = async (input, init) => {
    if (init?.body instanceof FormData) {
      forms.push(init.body);
      return serverJson({ user: { id: 3, email: user.email, avatar: '/files/people/x' }, name: 'Mariyam L' });
    }
    return server.fetch(input, init);
  };
  useSession.setState({ user, profile: user, profiles: [user], isLocked: false });
});
afterEach(clear);

const save = () => page.getByRole('button', { name: 'Save', exact: true });
const open = () => showAt('/dashboard?profile=3&r=/billing', <ProfileDrawer />);

async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(80, 40);
  canvas.getContext('2d')?.fillRect(0, 0, 80, 40);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'me.png', { type: 'image/png' });
}

it('[R8.1] [R4.5] opens the profile by `profile` and `r` in the address, and returns to `r`', async () => {
  const here = await open();
  await expect.element(page.getByRole('dialog', { name: 'Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  expect(here()).toBe('/billing');
});

const box = (name: string) => page.getByRole('textbox', { name, exact: true }).first();
const sent = async () => {
  await save().click();
  await vi.waitFor(() => expect(forms).toHaveLength(1));
  return Object.fromEntries(forms[0] as FormData);
};

it('[R35.50] changes the name alone', async () => {
  await open();
  await expect.element(save()).toBeDisabled();
  await box('Name').fill('Mariyam L');
  expect(await sent()).toEqual({ id: '3', name: 'Mariyam L' });
  await vi.waitFor(() => expect(useSession.getState().user?.name).toBe('Mariyam L'));
});

it('[R35.50] changes the picture alone', async () => {
  await open();
  await userEvent.upload(page.getByLabelText(/^Image/), await picture());
  await expect.element(page.getByRole('button', { name: /part of the image/ })).toBeVisible();
  expect(await sent()).toEqual({ id: '3', file: expect.any(Blob) });
});

it('[R35.50] changes the password alone', async () => {
  await open();
  await box('Current password').fill('atoll-demo');
  await box('New password').fill('another horse');
  await expect.element(page.getByText('Your other devices are signed out.')).toBeVisible();
  await box('Confirm password').fill('another horse');
  const passwords = { currentPassword: 'atoll-demo', newPassword: 'another horse', confirmPassword: 'another horse' };
  expect(await sent()).toEqual({ id: '3', ...passwords });
});

it('[R8.1] [R35.50] asks for all three passwords once one is filled in, and for a name always', async () => {
  await open();
  await expect.element(box('Name')).toHaveValue('Mariyam Luiza');
  expect(page.getByText('Current password is required').elements()).toHaveLength(0);
  await box('Name').fill('');
  await box('New password').click();
  await expect.element(page.getByText('Name is required')).toBeVisible();
  expect(page.getByText('New password is required').elements()).toHaveLength(0);
  await save().click();
  await expect.element(box('Name')).toHaveFocus();
  expect(page.getByText(/password is required/).elements()).toHaveLength(0);
  await box('Name').fill('Mariyam L');
  await box('Current password').fill('atoll-demo');
  await save().click();
  for (const label of ['New password', 'Confirm password'])
    await expect.element(page.getByText(`${label} is required`)).toBeVisible();
  await expect.element(box('New password')).toHaveFocus();
  expect(forms).toHaveLength(0);
});

it('[R8.1] [R8.2] sends id, file, name and the passwords as a multipart form', async () => {
  await open();
  await userEvent.upload(page.getByLabelText(/^Image/), await picture());
  await expect.element(page.getByRole('button', { name: /part of the image/ })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mariyam L');
  const fill = (name: string, text: string) => box(name).fill(text);
  await fill('Current password', 'atoll-demo');
  await fill('New password', 'another horse');
  await fill('Confirm password', 'another house');
  await save().click();
  await expect.element(page.getByText('The passwords are not the same')).toBeVisible();
  await fill('Confirm password', 'another horse');
  await save().click();
  await vi.waitFor(() => expect(forms).toHaveLength(1));
  const form = forms[0] as FormData;
  expect([...form.keys()].toSorted()).toEqual([
    'confirmPassword',
    'currentPassword',
    'file',
    'id',
    'name',
    'newPassword',
  ]);
  expect([form.get('id'), form.get('name'), form.get('newPassword')]).toEqual(['3', 'Mariyam L', 'another horse']);
  const { width, height } = await createImageBitmap(form.get('file') as Blob);
  expect([width, height]).toEqual([512, 512]);
  await vi.waitFor(() =>
    expect(useSession.getState().user).toMatchObject({ name: 'Mariyam L', avatar: '/files/people/x' }),
  );
  expect(useSession.getState().profiles[0]?.name).toBe('Mariyam L');
});

it('[R1.4] refuses a passcode that is easy to guess, and sets another', async () => {
  await open();
  const passcode = page.getByRole('textbox', { name: 'New passcode' });
  const set = page.getByRole('button', { name: 'Set passcode' });
  await passcode.fill('12');
  await set.click();
  await expect.element(page.getByText('Passcode must be 4 digits')).toBeVisible();
  await passcode.fill('1234');
  await expect.element(page.getByText('Choose a passcode that is harder to guess')).toBeVisible();
  await passcode.fill('7391');
  await page.getByRole('textbox', { name: 'Current password' }).last().fill('atoll-demo');
  await set.click();
  await vi.waitFor(() =>
    expect(server.seen.find(({ path }) => path === '/auth/passcode')?.body).toEqual({
      currentPassword: 'atoll-demo',
      passcode: '7391',
    }),
  );
});

it('[R36.4] chooses to unlock without the server with the passcode, says so, and ends it again', async () => {
  const before = server.handler;
  server.handler = (seen) =>
    seen.path === '/auth/unlock'
      ? (seen.body as { passcode: string }).passcode === '4826'
        ? { body: signedIn({ user: { id: 3, email: user.email, avatar: null } }) }
        : { status: 401, body: { message: 'Wrong passcode', reason: 'passcodeWrong' } }
      : before(seen);
  await open();
  const choose = page.getByRole('button', { name: 'Unlock without server' });
  await page.getByRole('textbox', { name: 'Your passcode' }).fill('0007');
  await choose.click();
  await expect.element(page.getByText('This is not your passcode')).toBeVisible();
  expect(await readOne('secret', user.email)).toBeUndefined();
  await page.getByRole('textbox', { name: 'Your passcode' }).fill('4826');
  await choose.click();
  await expect.element(page.getByText('Chosen on this till.')).toBeVisible();
  expect(await readOne('secret', user.email)).toBeDefined();
  await page.getByRole('button', { name: 'Always ask the server' }).click();
  await expect.element(choose).toBeVisible();
  expect(await readOne('secret', user.email)).toBeUndefined();
});

it('[R36.7] sets up the second factor with the password and a code, shows the recovery codes, and ends it', async () => {
  let isOn = false;
  const before = server.handler;
  server.handler = (seen) => {
    if (seen.path === '/auth/second-factor')
      return { body: { isOffered: true, isOn, isDemanded: false, codesLeft: isOn ? 10 : 0 } };
    if (seen.path === '/auth/second-factor/start')
      return { body: { secret: 'RKBFOPWPCFN64YRV', picture: 'data:image/svg+xml;base64,PHN2Zy8+' } };
    if (!seen.path.startsWith('/auth/second-factor/')) return before(seen);
    isOn = seen.path.endsWith('/confirm');
    return isOn ? { body: { recoveryCodes: ['k7mp-2qxd-9rtw', 'a2bc-3def-4ghj'] } } : { status: 204 };
  };
  await showAt(
    '/dashboard?profile=3&r=/billing',
    <>
      <ProfileDrawer />
      <RecoveryCodesDialog />
    </>,
  );
  const form = page.getByRole('form', { name: 'Second factor' });
  await form.getByRole('textbox', { name: 'Current password' }).fill('atoll-demo');
  await form.getByRole('button', { name: 'Set up' }).click();
  await form.getByRole('textbox', { name: 'Code of the app' }).fill('123456');
  await form.getByRole('button', { name: 'Switch on' }).click();
  await expect.element(page.getByText('k7mp-2qxd-9rtw')).toBeVisible();
  await page.getByRole('button', { name: 'I kept them' }).click();
  await expect.element(form.getByText('It is on. You have 10 recovery codes left.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Current password' }).fill('atoll-demo');
  await form.getByRole('button', { name: 'Switch off' }).click();
  await expect.element(form.getByRole('button', { name: 'Set up' })).toBeVisible();
});

it('[R1.2] lists the devices where the person is signed in, and signs one out', async () => {
  await open();
  await expect.element(page.getByText(/^Chrome on Linux/)).toBeVisible();
  await expect.element(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out Safari on iPad' }).click();
  await vi.waitFor(() => expect(server.paths()).toContain('DELETE /auth/session/b'));
});

it('[R8.1] does not open the profile of another user', async () => {
  await showAt('/dashboard?profile=4', <ProfileDrawer />);
  await expect.element(page.getByText('This is not your profile')).toBeVisible();
  expect(page.getByRole('textbox', { name: 'Name' }).elements()).toHaveLength(0);
});
