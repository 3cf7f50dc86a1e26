import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { CallError, request } from '../api/api.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { openTill } from '../sync/testing/till.ts';
import { clear, show } from '../ui/hook/testing.tsx';
import { PasswordDialog } from './password-dialog.tsx';

let server: FakeServer;
let isConfirmed = false;
beforeEach(async () => {
  server = fakeServer();
  isConfirmed = false;
  const before = server.handler;
  server.handler = (seen) => {
    if (seen.path === '/auth/confirm-password') {
      isConfirmed = (seen.body as { currentPassword: string }).currentPassword === 'correct horse';
      return isConfirmed ? { status: 204 } : { status: 422, body: { message: 'Wrong password', code: 422 } };
    }
    if (seen.path !== '/users') return before(seen);
    return isConfirmed
      ? { body: { id: 9 } }
      : { status: 403, body: { message: 'Type your password to go on', reason: 'passwordNeeded', code: 403 } };
  };
  globalThis.fetch = server.fetch;
  await openTill();
  await show(<PasswordDialog />);
});
afterEach(clear);

const change = () => request('POST', '/users', { body: { name: 'Aisha' }, inPlace: true });

it('[R36.7] asks for the password before a sensitive change, and then makes it', async () => {
  const done = change();
  const dialog = page.getByRole('dialog', { name: 'Your password, please' });
  await dialog.getByLabelText('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByText('Wrong password')).toBeVisible();
  await dialog.getByLabelText('Password', { exact: true }).fill('correct horse');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  expect((await done).answer).toEqual({ id: 9 });
  expect(useApp.getState().error).toBeNull();
});

it('[R36.7] changes nothing when the person closes the question', async () => {
  const done = change().catch((error: unknown) => error);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await done).toBeInstanceOf(CallError);
  expect(server.paths().filter((path) => path === 'POST /users')).toHaveLength(1);
});
