import { uploadPartBytes } from '@atoll/domain/contract/platform/backup';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useSession } from '../../../session/session.ts';
import { type FakeServer, fakeServer, type Reply } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { SettingsScreen } from '../settings-screen.tsx';
import { restoreFrom } from './restore-steps.ts';

const kept = { file: 'atoll-1-daily.db', kind: 'daily', at: '2026-11-21T18:55:00.000Z', bytes: 4_200_000 };
const info = { name: 'Atoll', version: '1', printPort: 14_141, isNew: false, demo: null };
let server: FakeServer;
let restored: Record<string, unknown> | undefined;
let answer: () => Reply;
const parts: { offset: number; size: number }[] = [];

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  parts.length = 0;
  restored = undefined;
  answer = () => {
    server.store = 'restored.1';
    return { status: 204 };
  };
  server = fakeServer();
  server.handler = ({ path, body }) => {
    if (path === '/app/backups') return { body: { isKeptHere: true, kept: 14, backups: [kept] } };
    if (path === '/app/info') return { body: info };
    if (path !== '/app/backups/restore') return undefined;
    restored = body;
    return answer();
  };
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!String(input).endsWith('/app/backups/upload')) return server.fetch(input, init);
    const form = init?.body as FormData;
    const part = { offset: Number(form.get('offset')), size: (form.get('file') as File).size };
    parts.push(part);
    return Response.json({ bytes: part.offset + part.size }, { headers: { 'X-Store': server.store } });
  });
  await showAt('/settings?section=backup', <SettingsScreen />);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const dialog = () => page.getByRole('dialog', { name: 'Restore' });
const go = () => dialog().getByRole('button', { name: 'Restore', exact: true });

it('[R35.64] restores a kept backup only with the password and the typed word, and signs out', async () => {
  await page.getByRole('button', { name: /^Restore .*21/ }).click();
  await expect.element(dialog().getByText(/replaces everything on this server/)).toBeVisible();
  await dialog().getByLabelText('Your password').fill('correct horse');
  await dialog().getByLabelText('Type RESTORE to confirm').fill('restore');
  await expect.element(go()).toBeDisabled();
  await dialog().getByLabelText('Type RESTORE to confirm').fill('RESTORE');
  await go().click();
  await vi.waitFor(() => expect(restored).toBeDefined());
  expect(restored).toMatchObject({ file: kept.file, password: 'correct horse', confirm: 'RESTORE' });
});

it('restores once when Enter is pressed twice before the server has answered', async () => {
  await page.getByRole('button', { name: /^Restore .*21/ }).click();
  await dialog().getByLabelText('Your password').fill('correct horse');
  await dialog().getByLabelText('Type RESTORE to confirm').fill('RESTORE');
  const gate = Promise.withResolvers<undefined>();
  const { handler } = server;
  server.handler = async (seen) => {
    if (seen.path === '/app/info') await gate.promise;
    return handler(seen);
  };
  await userEvent.keyboard('{Enter}{Enter}');
  gate.resolve(undefined);
  await vi.waitFor(() => expect(useSession.getState().user).toBeNull());
  expect(server.paths().filter((path) => path === 'POST /app/backups/restore')).toHaveLength(1);
});

it('says that the restored store is late, and reports no success before it answers', async () => {
  answer = () => ({ status: 204 });
  const steps: string[] = [];
  let isRestored = false;
  const done = restoreFrom({ file: kept.file }, { passphrase: '', password: 'x' }, ({ name }) => steps.push(name), 0);
  void done.then(() => {
    isRestored = true;
  });
  await vi.waitFor(() => expect(steps).toEqual(['check', 'restart', 'late']));
  const asked = () => server.paths().filter((path) => path === 'GET /app/info').length;
  const before = asked();
  await vi.waitFor(() => expect(asked()).toBeGreaterThan(before), 5000);
  expect(isRestored).toBe(false);
  server.store = 'restored.1';
  await done;
  // Without an answer before, nothing is replaced.
  server.network = 'dead';
  await expect(restoreFrom({ file: kept.file }, { passphrase: '', password: 'x' }, () => undefined)).rejects.toThrow();
  expect(server.paths().filter((path) => path === 'POST /app/backups/restore')).toHaveLength(1);
});

it('[R35.64] sends a chosen file in parts, and shows why the server refuses it', async () => {
  answer = () => ({ status: 422, body: { message: 'Wrong passphrase', reason: 'backupPassphrase', code: 422 } });
  const size = uploadPartBytes + 5;
  const file = new File([new Uint8Array(size)], 'mine.atollbackup');
  await expect.element(page.getByRole('button', { name: 'Choose a backup' })).toBeVisible();
  const input = document.querySelector('input[type=file][accept*=atollbackup]') as HTMLInputElement;
  const given = new DataTransfer();
  given.items.add(file);
  input.files = given.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(dialog().getByText(/mine\.atollbackup/)).toBeVisible();
  await dialog().getByLabelText('Passphrase').fill('coconut palm under star');
  await dialog().getByLabelText('Your password').fill('correct horse');
  await dialog().getByLabelText('Type RESTORE to confirm').fill('RESTORE');
  await go().click();
  await expect.element(dialog().getByText('Wrong passphrase')).toBeVisible();
  expect(parts).toEqual([
    { offset: 0, size: uploadPartBytes },
    { offset: uploadPartBytes, size: 5 },
  ]);
  expect(restored).toMatchObject({ passphrase: 'coconut palm under star' });
  await expect.element(go()).toBeEnabled();
});

it('[R35.64] asks for a long passphrase, twice, before it downloads a backup', async () => {
  await page.getByRole('button', { name: 'Download a backup' }).click();
  const form = page.getByRole('dialog', { name: 'Download a backup' });
  const submit = form.getByRole('button', { name: 'Download a backup' });
  await expect.element(form.getByLabelText('Passphrase', { exact: true })).toHaveFocus();
  await form.getByLabelText('Your password').fill('correct horse');
  await form.getByLabelText('Passphrase', { exact: true }).fill('short');
  await submit.click();
  await expect.element(form.getByText('Use at least 12 characters for the passphrase.')).toBeVisible();
  await form.getByLabelText('Passphrase', { exact: true }).fill('coconut palm under stars');
  await form.getByLabelText('Passphrase again').fill('coconut palm under star');
  await submit.click();
  await expect.element(form.getByText('The two passphrases differ. Type them again.')).toBeVisible();
  expect(server.paths()).not.toContain('POST /app/backups/download');
});
