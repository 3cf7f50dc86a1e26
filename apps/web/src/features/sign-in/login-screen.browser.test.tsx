import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CallError } from '../../api/api.ts';
import { useSession } from '../../session/session.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { LoginScreen } from './login-screen.tsx';

const login = vi.fn<(email: string, password: string, code?: string) => Promise<void>>();

beforeEach(() => {
  login.mockReset().mockResolvedValue();
  useSession.setState({ user: null, profile: null, profiles: [], login });
});
afterEach(clear);

async function submit(email = 'admin@atoll.test', password = 'atoll-demo'): Promise<void> {
  await page.getByLabelText('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

it('[R1.1] [R2.4] signs in with email and password and follows a local redirect', async () => {
  const here = await showAt('/auth/login?redirect=/billing/history', <LoginScreen />);
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await submit();
  expect(login).toHaveBeenCalledExactlyOnceWith('admin@atoll.test', 'atoll-demo');
  await vi.waitFor(() => expect(here()).toBe('/billing/history'));
});

it.each(['https://evil.example', '//evil.example', '/\\evil.example'])(
  '[R2.4] does not follow a redirect out of the app: %s',
  async (target) => {
    const here = await showAt(`/auth/login?redirect=${encodeURIComponent(target)}`, <LoginScreen />);
    await submit();
    await vi.waitFor(() => expect(here()).toBe('/home'));
  },
);

it('shows one message for a wrong email or password, and keeps the typed text', async () => {
  login.mockRejectedValueOnce(new CallError(401, { message: 'Wrong email or password' }, '/auth/login'));
  await showAt('/auth/login', <LoginScreen />);
  await submit('who@atoll.test', 'wrong-one');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong email or password');
  await expect.element(page.getByLabelText('Email')).toHaveValue('who@atoll.test');
  await expect.element(page.getByRole('textbox', { name: 'Password' })).toHaveValue('wrong-one');
});

it('[R6.4] says how long to wait after too many wrong passwords', async () => {
  const body = { message: 'Too many attempts. Wait a moment and try again', reason: 'tooMany' };
  login.mockRejectedValueOnce(new CallError(429, body, '/auth/login', 16_000));
  await showAt('/auth/login', <LoginScreen />);
  await submit();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Too many tries. Try again in 16 seconds.');
});

it('[R6.4] says why the password is needed after five wrong passcodes of a profile', async () => {
  const profile = {
    id: 3,
    email: 'user@atoll.test',
    name: 'Mariyam Luiza',
    avatar: null,
    jobTitle: '',
    department: '',
    token: '',
    refreshToken: 'r',
    permissions: [],
    scope: null,
    outlets: [],
  };
  const unlock = async () => ({ ok: false, why: 'locked' }) as const;
  useSession.setState({ profiles: [profile], profile, unlock });
  await showAt('/auth/login', <LoginScreen />);
  await page.getByRole('button', { name: 'Back to profiles' }).click();
  for (const digit of '1111') await page.getByRole('button', { name: digit, exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect.element(page.getByText(/^The passcode was wrong five times\. .* with your password\.$/)).toBeVisible();
});

it('[R35.2] says of a sign-in without an answer that the server is slow, and takes the answer when it comes', async () => {
  const answer = Promise.withResolvers<void>();
  login.mockReturnValueOnce(answer.promise);
  const here = await showAt('/auth/login', <LoginScreen />);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await submit();
  await vi.waitFor(() => expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(3000));
  for (const [later, delayMs] of timers.mock.calls) if (delayMs === 3000) (later as () => void)();
  timers.mockRestore();
  await expect.element(page.getByRole('status').getByText(/^The server is slow\. Please wait\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop waiting' })).toBeVisible();
  answer.resolve();
  await vi.waitFor(() => expect(here()).toBe('/home'));
});

it('shows that the server cannot be reached at sign-in', async () => {
  login.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await showAt('/auth/login', <LoginScreen />);
  await submit();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Cannot reach the server. Check the connection and try again.');
});

it('[R2.5] shows the reason of a logout', async () => {
  await showAt('/auth/login?message=Unauthorized', <LoginScreen />);
  await expect.element(page.getByText('Unauthorized')).toBeVisible();
});

it('sends nothing while a field is empty', async () => {
  await showAt('/auth/login', <LoginScreen />);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.element(page.getByText('Email is required')).toBeVisible();
  await expect.element(page.getByText('Password is required')).toBeVisible();
  expect(login).not.toHaveBeenCalled();
});

it('[R36.7] asks for the code of the second factor, and signs in with it', async () => {
  const refuse = (body: Record<string, unknown>) =>
    login.mockRejectedValueOnce(new CallError(401, { message: String(body['reason']), ...body }, '/auth/login'));
  refuse({ reason: 'factorNeeded' });
  refuse({ reason: 'factorWrong', message: 'Wrong code' });
  const here = await showAt('/auth/login', <LoginScreen />);
  await submit();
  const code = page.getByLabelText('Code of the app');
  await expect.element(code).toHaveFocus();
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  await code.fill('123456');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong code');
  await expect.element(code).toHaveValue('');
  await expect.element(code).toHaveFocus();
  await code.fill('654321');
  await page.getByRole('button', { name: 'Log in' }).click();
  await vi.waitFor(() => expect(here()).toBe('/home'));
  expect(login).toHaveBeenLastCalledWith('admin@atoll.test', 'atoll-demo', '654321');
});

it('[R36.7] shows a Manager of whom it is demanded what to scan', async () => {
  const setUp = { secret: 'RKBFOPWPCFN64YRV', picture: 'data:image/svg+xml;base64,PHN2Zy8+' };
  const body = { message: 'Set it up', reason: 'factorMissing', setUp };
  login.mockRejectedValueOnce(new CallError(401, body, '/auth/login'));
  await showAt('/auth/login', <LoginScreen />);
  await submit();
  await expect.element(page.getByText('RKBF OPWP CFN6 4YRV')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await page.getByLabelText('Code of the app').fill('123456');
  await page.getByRole('button', { name: 'Log in' }).click();
  expect(login).toHaveBeenLastCalledWith('admin@atoll.test', 'atoll-demo', '123456');
});
