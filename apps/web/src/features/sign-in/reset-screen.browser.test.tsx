import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ResetScreen } from './reset-screen.tsx';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R36.32] says why the server refuses a new password that is guessed first', async () => {
  const words = 'Choose a password that is harder to guess';
  vi.stubGlobal('fetch', async () =>
    serverJson(
      { message: 'Validation failed', details: words, code: 422, reason: 'invalid', errors: { newPassword: words } },
      { status: 422 },
    ),
  );
  await showAt('/auth/reset?token=abc', <ResetScreen />);
  await page.getByRole('textbox', { name: 'New password' }).fill('Password1');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
});
