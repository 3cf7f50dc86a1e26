import type { FieldDefinition } from '@atoll/domain/form/field';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { on, type Toast } from '../api/event.ts';
import { SearchBox } from '../features/search/search-box.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { bodyOf, valuesOf } from '../form/form-values.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { useGridPage } from '../grid/use-grid-page.ts';
import { type ListServer, listServer } from '../resource/testing/list-server.ts';
import { signInWith } from '../resource/testing/show-screens.tsx';
import { useApp } from '../sync/app-store.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { ToastHost } from '../ui/overlay/toast-host.tsx';

const fields: readonly FieldDefinition[] = [{ key: 'name', label: 'Name', kind: 'text' }];
const refused = { message: 'The year is closed', details: 'Open it first', code: 422, reason: 'invalid' };
const toasts: Toast[] = [];
on('toast', (toast) => void toasts.push(toast));

let server: ListServer;
beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  sessionStorage.clear();
  signInWith(['Vendors']);
  useApp.setState({ outlet: null, error: null, notifications: [] });
  toasts.length = 0;
  server = listServer([{ id: 1, name: 'Reef' }]);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const refuse = (part: string, body: object = refused, status = 422): void => {
  server.handler = ({ path }) => (path.includes(part) ? { status, body } : undefined);
};
const stored = () => useApp.getState().notifications.map(({ kind, message, details }) => ({ kind, message, details }));
const kept = [{ kind: 'error', message: refused.message, details: refused.details }];

/** Expects that the refusal is the app's error and is among the notifications once, and that no toast was sent for it. */
async function expectStored(): Promise<void> {
  await vi.waitFor(() => expect(stored()).toEqual(kept));
  expect(useApp.getState().error).toEqual(refused);
  expect(toasts).toEqual([]);
}

function Things({ exports = false }: { exports?: boolean }) {
  const list = useGridPage<{ id: number; name: string }>({ key: 'thing.list', path: '/bis/things/list' });
  return (
    <DataGrid
      title="Things"
      columns={[{ key: 'name', label: 'Name', cell: (row) => row.name }]}
      {...list}
      rowKey={({ id }) => String(id)}
      onOpen={() => undefined}
      emptyHint="Make one"
      {...(exports ? { exportEndpoint: { path: '/bis/things/export' } } : {})}
    />
  );
}

it('[R35.68] stores the error of a form as the app’s error and once in the notifications, and shows it in the form alone', async () => {
  refuse('/ims/thing/create');
  await showAt(
    '/things/create',
    <FormDialog
      {...{ fields }}
      title="Create Thing"
      values={valuesOf(fields)}
      draftKey=""
      send={{ method: 'POST', path: '/ims/thing/create' }}
      toBody={(values) => bodyOf(fields, values)}
      onSaved={() => undefined}
      onClosed={() => undefined}
    />,
  );
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`${refused.message}${refused.details}`);
  await expectStored();
  const [first] = useApp.getState().notifications;
  useApp.getState().markRead();
  await save.click();
  await vi.waitFor(() => expect(useApp.getState().notifications[0]?.id).not.toBe(first?.id));
  expect(useApp.getState().notifications[0]?.isRead).toBe(false);
  await expectStored();
});

it('[R35.68] a form that is refused again for other fields renews its entry in the notifications', async () => {
  const fault = (text: string) => ({ ...refused, message: 'Check the fields', details: text, errors: { name: text } });
  const { setError } = useApp.getState();
  setError(fault('Name is used'), true);
  setError(fault('Name is too long'), true);
  expect(stored()).toEqual([{ kind: 'error', message: 'Check the fields', details: 'Name is too long' }]);
  setError({ ...refused, message: 'Check the fields' }, true);
  expect(stored()).toHaveLength(2);
});

it('[R35.68] stores the error of a list as the app’s error and once in the notifications, and shows it in the list alone', async () => {
  refuse('/bis/things/list');
  await showAt('/things', <Things />);
  await expect.element(page.getByText(refused.message)).toBeVisible();
  await expectStored();
  await page.getByRole('button', { name: 'Try again' }).click();
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  await expectStored();
});

it('[R35.68] stores the error of a search as the app’s error and once in the notifications, and shows it in the box alone', async () => {
  refuse('/search');
  await showAt('/dashboard', <SearchBox hasScreen={() => true} />);
  await page.getByRole('searchbox').fill('reef');
  await userEvent.keyboard('{Enter}');
  await expectStored();
  await expect.element(page.getByRole('status')).toBeVisible();
});

it('[R35.68] stores the error of an export as the app’s error and once in the notifications, with one toast', async () => {
  refuse('/bis/things/export');
  await showAt(
    '/things',
    <>
      <Things exports />
      <ToastHost />
    </>,
  );
  await page.getByRole('button', { name: 'Export All' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(`The export failed. Try again. ${refused.message}`);
  await expectStored();
  expect(page.getByRole('alert').elements()).toHaveLength(1);
});

it('[R35.68] stores an export that breaks off, and the permission that a list needs without what was searched', async () => {
  server.handler = ({ path }) => (path.includes('/export') ? 'dead' : undefined);
  await showAt(
    '/things',
    <>
      <Things exports />
      <ToastHost />
    </>,
  );
  await page.getByRole('button', { name: 'Export All' }).click();
  await vi.waitFor(() => expect(stored()).toMatchObject([{ message: 'The export failed. Try again.' }]));
  expect(useApp.getState().error).toMatchObject({ message: 'The export failed. Try again.' });
  clear();
  refuse('/bis/things/list', { message: 'Not allowed' }, 403);
  await showAt('/things', <Things />);
  await vi.waitFor(() => expect(stored()).toHaveLength(2));
  expect(stored()[0]).toEqual({
    kind: 'error',
    message: 'Unauthorized',
    details: 'You are not authorized to access this resource /api/bis/things/list',
  });
  expect(toasts).toEqual([]);
});

it('[R35.68] stores no refusal that can be approved in place', async () => {
  refuse('/bis/things/list', { message: 'This needs approval', reason: 'approvalNeeded' }, 403);
  await showAt('/things', <Things />);
  await expect.element(page.getByText('This needs approval')).toBeVisible();
  expect(stored()).toEqual([]);
});
