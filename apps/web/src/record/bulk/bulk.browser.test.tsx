import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useListSource } from '../../resource/list-source.ts';
import { resourceScreens } from '../../resource/resource-screens.tsx';
import { gadget, stored } from '../../resource/testing/gadget.ts';
import { type Asked, type ListServer, listServer } from '../../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { GridWithBulk } from '../grid-with-bulk.tsx';
import { BulkPrice } from './bulk-price.tsx';

const screens = {
  ...resourceScreens(gadget),
  list: () => (
    <>
      <GridWithBulk definition={gadget} />
      <ToastHost />
    </>
  ),
};

let server: ListServer;
/** Returns the answer of the bulk call like the server: rows as they were and are; the record 8 is refused. */
function bulk({ path, body }: Asked) {
  if (!path.endsWith('/bulk')) return undefined;
  const changes = (body?.['changes'] ?? []) as { id: number; version: number; isActive?: boolean }[];
  const rows = changes.map(({ id, version, ...values }) => {
    const before = stored({ id, version });
    if (id === 8) return { id, name: 'Chair', before, after: null, error: "In use by Menu Item 'Tea'" };
    return { id, name: 'Lamp', before, after: { ...before, ...values, version: version + 1 }, error: null };
  });
  return { body: { rows } };
}
const asked = () => server.asked.filter(({ path }) => path.endsWith('/bulk')).map(({ body }) => body);

beforeEach(async () => {
  await page.viewport(1280, 900);
  localStorage.clear();
  useListSource.setState({ path: '', rows: [] });
  useApp.setState({ outlet: null });
  signInWith(['Vendors', 'invoice.post', 'export']);
  server = listServer([stored(), stored({ id: 8, name: 'Chair' })]);
  server.handler = bulk;
});
afterEach(() => {
  toast.dismiss();
  clear();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(action: string) {
  await showScreens('/gadgets', '/gadgets', screens);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: action }).click();
}

it('[R35.53] shows an edit of the selected rows before it is written, leaves refused ones out, and undoes it', async () => {
  await open('Edit selected…');
  await page.getByLabelText('Field').selectOptions('Price');
  await page.getByRole('textbox', { name: 'Price' }).fill('12.50');
  await button('Preview').click();
  await expect.element(page.getByText('12.50').last()).toBeVisible();
  await expect.element(page.getByText('1 record cannot be changed.', { exact: false })).toBeVisible();
  await expect.element(page.getByText("In use by Menu Item 'Tea'")).toBeVisible();
  expect(asked()).toMatchObject([
    {
      isPreview: true,
      changes: [
        { id: 7, price: 1250 },
        { id: 8, price: 1250 },
      ],
    },
  ]);
  await button('Change 1 record').click();
  await expect.element(page.getByText('1 record changed')).toBeVisible();
  const bar = document.querySelector<HTMLElement>('.Toastify__progress-bar--animated');
  expect(bar?.style.animationDuration).toBe('10000ms');
  const { version = 1 } = stored() as { version?: number };
  expect(asked()[1]).toEqual({ changes: [{ id: 7, version, price: 1250 }] });
  await button('Undo').click();
  await expect.element(page.getByText('Changes undone')).toBeVisible();
  expect(asked()[2]).toEqual({
    changes: [{ id: 7, version: version + 1, price: stored()['price'] }],
    isPartial: true,
  });
});

it.each([
  ['Raise', 'Percent', '10', 100, 3300],
  ['Lower', 'Percent', '12.5', 1, 2625],
  ['Raise', 'Amount', '2.30', 50, 3250],
  ['Lower', 'Amount', '5', 1, 2500],
] as const)(
  '[R35.53] changes the prices of selected rows: %s, %s %s, rounded to %s, shown before it is written, and undoes it',
  async (way, kind, by, roundTo, price) => {
    useListSource.setState({ path: '', rows: [] });
    const onClosed = vi.fn();
    const records = [stored() as unknown as ResourceRecord];
    await showAt(
      '/gadgets',
      <>
        <BulkPrice definition={gadget} records={records} onClosed={onClosed} />
        <ToastHost />
      </>,
    );
    await page.getByRole('tab', { name: way }).click();
    await page.getByRole('tab', { name: kind }).click();
    await page.getByRole('textbox', { name: kind }).fill(by);
    await page.getByLabelText('Round to').selectOptions(String(roundTo));
    await button('Preview').click();
    await expect.element(page.getByText(formatAmount(laari(price))).last()).toBeVisible();
    const sizes = [expect.objectContaining({ value: 'Small', sellingPrice: price })];
    expect(asked()).toMatchObject([{ isPreview: true, changes: [{ id: 7, sizes }] }]);
    await page.getByRole('button', { name: /^Change the price/ }).click();
    await button('Undo').click();
    await vi.waitFor(() => expect(asked()).toHaveLength(3));
    expect(asked()[2]).toMatchObject({ changes: [{ id: 7, sizes: stored()['sizes'] }] });
  },
);

it('[R35.48] adds a new record from a dropdown of an edit of the selected rows', async () => {
  const { handler } = server;
  server.handler = (seen) =>
    seen.path === '/ims/vendor/create' ? { body: { id: 9, name: 'Reef Foods' } } : handler(seen);
  await open('Edit selected…');
  await page.getByLabelText('Field').selectOptions('Vendor');
  await page.getByRole('combobox', { name: 'Vendor' }).fill('Reef Foods');
  await page.getByRole('option', { name: 'Add a new Vendor [Reef Foods]' }).click();
  const smallForm = page.getByRole('dialog', { name: 'Create Vendor' });
  await smallForm.getByRole('textbox', { name: 'Phone' }).fill('7771234');
  await smallForm.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Vendor' })).toHaveValue('Reef Foods');
  await button('Preview').click();
  await vi.waitFor(() =>
    expect(asked()[0]).toMatchObject({ isPreview: true, changes: [{ vendorId: 9 }, { vendorId: 9 }] }),
  );
});

it('[R35.53] deactivates the selected rows that are not in use', async () => {
  await open('Deactivate selected…');
  await expect.element(page.getByText("In use by Menu Item 'Tea'")).toBeVisible();
  await button('Deactivate 1 record').click();
  await expect.element(page.getByText('1 record deactivated')).toBeVisible();
  expect(asked()[1]).toMatchObject({ changes: [{ id: 7, isActive: false }] });
});

it('[R35.53] offers the actions on rows only when some are selected, and to people who may write', async () => {
  await showScreens('/gadgets', '/gadgets', screens);
  await button('More actions').click();
  await expect.element(page.getByRole('menuitem', { name: /^Edit selected/ })).toBeDisabled();
  signInWith(['Vendors']);
  await showScreens('/gadgets', '/gadgets', screens);
  await expect.element(page.getByText('Lamp').first()).toBeVisible();
  expect(button('More actions').query()).toBeNull();
});

it('[R35.53] makes one copy when the rows are duplicated again after no answer came, and another after one came', async () => {
  const names = () => {
    const bodies = asked() as { isPreview?: true; copies: { id: number; key: string; name: string }[] }[];
    return bodies.filter(({ isPreview }) => !isPreview).map(({ copies }) => copies);
  };
  let isAway = true;
  server.handler = ({ path, body }) => {
    if (!path.endsWith('/bulk')) return undefined;
    if (isAway && !body?.['isPreview']) return 'dead';
    const rows = ((body?.['copies'] ?? []) as { id: number; name: string }[]).map(({ id, name }) => {
      const before = stored({ id });
      return { id, name, before, after: { ...before, id: id + 100, name }, error: null };
    });
    return { body: { rows } };
  };
  for (const state of ['no answer', 'answered', 'answered']) {
    isAway = state === 'no answer';
    await open('Duplicate selected…');
    await button('Duplicate 2 records').click();
    await expect
      .element(page.getByText(isAway ? 'Cannot reach the server' : '2 copies made', { exact: false }).first())
      .toBeVisible();
    toast.dismiss();
    clear();
  }
  const [first, second, third] = names();
  expect(first).toHaveLength(2);
  expect(new Set(first?.map(({ key }) => key)).size).toBe(2);
  expect(second).toEqual(first);
  expect(third?.map(({ key }) => key)).not.toEqual(first?.map(({ key }) => key));
  const previewed = (asked() as { isPreview?: true; copies: unknown }[]).filter(({ isPreview }) => isPreview);
  expect(previewed[1]?.copies).toEqual(first);
});
