import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { on, type Toast } from '../../api/event.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { loadNotices, useNotices } from '../../sync/notices.ts';
import { serverJson, serverResponse } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { Notifications } from './notification-panel.tsx';

const lowStock = {
  id: 41,
  severity: 'Warning',
  title: 'Tuna is low',
  body: '2 kg left',
  entityName: 'Inventory Item',
  entityId: 7,
  at: '2026-11-21T09:00:00.000Z',
  isRead: false,
};
let notices: unknown[] = [];
const sent: { url: string; body: unknown }[] = [];
const toasts: Toast[] = [];
const stop = on('toast', (toast) => void toasts.push(toast));

beforeEach(() => {
  notices = [lowStock];
  sent.length = 0;
  toasts.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'PUT') sent.push({ url: String(url), body: JSON.parse(String(init.body)) });
    return init?.method === 'PUT' ? serverResponse(null, { status: 204 }) : serverJson({ items: notices });
  });
  useSession.setState({ scope: { outletId: 1, name: 'Café', logo: null, businessType: 'Restaurant' } });
  useNotices.setState({ notices: [], outletId: null });
  useApp.setState({ notifications: [], outlet: null });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

const bell = () => page.getByRole('button', { name: 'Notifications', exact: true });
const rows = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('b')?.firstChild?.textContent);

it('[R4.3] [R19.5] lists errors of setError and notifications of the outlet, newest first, until they are read and cleared', async () => {
  await loadNotices();
  useApp.getState().setError({ message: 'Could not print', details: 'Table 3' });
  expect(toasts.map(({ message }) => message)).toEqual(['Could not print']);
  await showAt('/dashboard', <Notifications hasScreen={() => true} />);
  await expect.element(bell()).toHaveAttribute('aria-description', '2 new notifications');
  await bell().click();
  await expect.element(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  expect(rows()).toEqual(['Could not print', 'Tuna is low']);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.element(bell()).not.toHaveAttribute('aria-description');
  expect(sent[0]).toMatchObject({ body: { upTo: 41, clear: false } });
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByText('No notifications')).toBeVisible();
  expect(sent[1]).toMatchObject({ body: { upTo: 41, clear: true } });
});

it('opens what a notification is about, and returns', async () => {
  await loadNotices();
  const where = await showAt('/dashboard', <Notifications hasScreen={() => true} />);
  await bell().click();
  await page.getByRole('button', { name: 'Open' }).click();
  expect(decodeURIComponent(where())).toBe('/inventory/view/7?r=/dashboard');
});

it('announces what arrived since the panel was last open, once', async () => {
  await loadNotices();
  expect(toasts).toEqual([]);
  notices = [{ ...lowStock, id: 42, title: 'Rice is low' }, lowStock];
  await loadNotices();
  await loadNotices();
  expect(toasts).toEqual([{ kind: 'warning', message: 'Rice is low', details: '2 kg left' }]);
  stop();
});

it('[R35.69] sends a message to the other tills, keeps what was typed when it fails, and needs the connection', async () => {
  useConnection.setState({ hubState: 'Disconnected' });
  await showAt('/dashboard', <Notifications hasScreen={() => true} />);
  await bell().click();
  const field = page.getByRole('textbox', { name: 'Tell the others …' });
  const send = page.getByRole('button', { name: 'Send' });
  await field.fill('Out of lobster');
  await expect.element(send).toBeDisabled();
  await expect.element(page.getByText('This needs the server')).toBeVisible();
  useConnection.setState({ hubState: 'Connected' });
  await send.click();
  await expect.element(page.getByText('Not sent. Wait a moment and try again')).toBeVisible();
  await expect.element(field).toHaveValue('Out of lobster');
  await expect.element(field).toHaveAttribute('maxlength', '200');
  // [R36.14] The server refuses a card number too.
  await field.fill('Table 4 pays with 5555 5555 5555 4444');
  await expect.element(page.getByText(/^This text has a card number. Remove it/)).toBeVisible();
  await expect.element(send).toBeDisabled();
  await field.fill('Table 4 pays by card');
  await expect.element(send).toBeEnabled();
  useConnection.setState({ hubState: 'Disconnected' });
});
