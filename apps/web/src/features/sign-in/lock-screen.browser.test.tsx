import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { changeLanguage } from '../../locale/locale.ts';
import { useSession } from '../../session/session.ts';
import type { Profile, Unlocked } from '../../session/session-user.ts';
import { clear, show } from '../../ui/hook/testing.tsx';
import { LockScreen } from './lock-screen.tsx';

const profile: Profile = {
  id: 3,
  email: 'user@atoll.test',
  name: 'Mariyam Luiza',
  avatar: null,
  jobTitle: 'Waiter',
  department: '',
  token: '',
  refreshToken: 'r',
  permissions: [],
  scope: null,
  outlets: [],
};
const other: Profile = { ...profile, id: 4, email: 'other@atoll.test', name: 'Hassan Naseer' };
const unlock = vi.fn<(passcode: string) => Promise<Unlocked>>();

beforeEach(() => {
  unlock.mockReset().mockResolvedValue({ ok: true });
  useSession.setState({ user: profile, profile, profiles: [other, profile], isLocked: true, unlock });
});
afterEach(clear);

const passcode = () => page.getByLabelText('Passcode');

it('[R6.1] shows the name and submits by itself at 4 characters', async () => {
  await show(<LockScreen onAdd={() => undefined} />);
  await expect.element(page.getByRole('heading', { name: 'Mariyam Luiza' })).toBeVisible();
  await expect.element(passcode()).toHaveAttribute('type', 'password');
  await expect.element(passcode()).toHaveFocus();
  await userEvent.keyboard('482');
  expect(unlock).not.toHaveBeenCalled();
  await userEvent.keyboard('6');
  expect(unlock).toHaveBeenCalledExactlyOnceWith('4826');
});

it('[R6.1] takes the passcode from the number pad, including leading zeros', async () => {
  await show(<LockScreen onAdd={() => undefined} />);
  for (const digit of ['0', '0', '1', '0']) await page.getByRole('button', { name: digit, exact: true }).click();
  expect(unlock).toHaveBeenCalledExactlyOnceWith('0010');
});

it('[R35.2] says of a passcode without an answer that the server is slow, and takes the answer when it comes', async () => {
  const answer = Promise.withResolvers<Unlocked>();
  unlock.mockReturnValueOnce(answer.promise);
  await show(<LockScreen onAdd={() => undefined} />);
  await expect.element(passcode()).toHaveFocus();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await userEvent.keyboard('4826');
  await vi.waitFor(() => expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(3000));
  for (const [later, delayMs] of timers.mock.calls) if (delayMs === 3000) (later as () => void)();
  timers.mockRestore();
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('The server is slow. Please wait.');
  await expect.element(page.getByRole('button', { name: 'Stop waiting' })).toBeVisible();
  answer.resolve({ ok: false, why: 'over' });
  await expect.element(status).toMatchTextContent(/^The passcode was wrong five times/);
  expect(unlock).toHaveBeenCalledTimes(1);
});

it('[R6.2] clears the chosen profile with ‘Not you?’', async () => {
  await show(<LockScreen onAdd={() => undefined} />);
  await page.getByRole('link', { name: 'Not you?' }).click();
  expect(useSession.getState().profile).toBeNull();
});

it('[R6.3] [R1.2] lists the profiles of the device and an add tile when nobody is chosen', async () => {
  const onAdd = vi.fn();
  useSession.setState({ profile: null });
  await show(<LockScreen onAdd={onAdd} />);
  await page.getByRole('button', { name: 'Add profile', exact: true }).click();
  expect(onAdd).toHaveBeenCalledOnce();
  await page.getByRole('button', { name: 'Hassan Naseer', exact: true }).click();
  await expect.element(page.getByRole('heading', { name: 'Hassan Naseer' })).toBeVisible();
  await expect.element(passcode()).toHaveFocus();
});

it('[R6.4] clears a wrong passcode without a message, and takes the next one', async () => {
  unlock.mockResolvedValueOnce({ ok: false, why: 'wrong' });
  await show(<LockScreen onAdd={() => undefined} />);
  await expect.element(passcode()).toHaveFocus();
  await userEvent.keyboard('1111');
  await expect.element(passcode()).toHaveValue('');
  await expect.element(passcode()).toHaveAttribute('aria-busy', 'false');
  expect(page.getByRole('alert').elements()).toHaveLength(0);
  expect(page.getByRole('status').element().textContent).toBe('');
  await userEvent.keyboard('4826');
  expect(unlock).toHaveBeenLastCalledWith('4826');
});

it('[R6.4] after five wrong passcodes asks for the password, and says why and until when', async () => {
  const onAdd = vi.fn();
  unlock.mockResolvedValueOnce({ ok: false, why: 'locked' });
  await show(<LockScreen onAdd={onAdd} />);
  await expect.element(passcode()).toHaveFocus();
  await userEvent.keyboard('1111');
  await vi.waitFor(() => expect(onAdd).toHaveBeenCalledOnce());
  expect(onAdd.mock.calls[0]?.[0]).toMatch(/wrong five times.*after you sign in with your password/);
  await changeLanguage('dv');
  unlock.mockResolvedValueOnce({ ok: false, why: 'locked' });
  await userEvent.keyboard('1111');
  await vi.waitFor(() => expect(onAdd.mock.calls[1]?.[0]).toMatch(/ޕާސްކޯޑު/));
  await changeLanguage('en');
});

it.each([
  [{ why: 'wait', waitMs: 2000 }, 'Too many tries. Try again in 2 seconds.'],
  [{ why: 'wait', waitMs: 890_000 }, 'Too many tries. Try again in 15 minutes.'],
  [{ why: 'over' }, 'The passcode was wrong five times. It opens this till again when the server can be reached.'],
] as const)('[R6.4] says how long no passcode is taken: %o', async (reason, words) => {
  unlock.mockResolvedValueOnce({ ok: false, ...reason });
  await show(<LockScreen onAdd={() => undefined} />);
  await expect.element(passcode()).toHaveFocus();
  await userEvent.keyboard('1111');
  await expect.element(page.getByRole('status')).toHaveTextContent(words);
});
