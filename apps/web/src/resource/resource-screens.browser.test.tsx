import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { choicesFrom } from '../form/choices.ts';
import { useApp } from '../sync/app-store.ts';
import { clear } from '../ui/hook/testing.tsx';
import { ToastHost } from '../ui/overlay/toast-host.tsx';
import { leaveSection, useListSource } from './list-source.ts';
import { resourceScreens } from './resource-screens.tsx';
import { gadget, stored } from './testing/gadget.ts';
import { type ListServer, listServer } from './testing/list-server.ts';
import { showScreens, signInWith } from './testing/show-screens.tsx';

const screens = resourceScreens(gadget, { grid: { canImport: true } });
const at = (path: string) => showScreens(path, '/gadgets', screens);

let server: ListServer;
beforeEach(async () => {
  await page.viewport(1280, 900);
  localStorage.clear();
  sessionStorage.clear();
  useListSource.setState({ path: '', rows: [] });
  useApp.setState({ outlet: null });
  signInWith(['Vendors', 'invoice.post', 'export']);
  server = listServer([stored(), stored({ id: 8, name: 'Chair', vendorId: 0, vendorName: '', website: '' })]);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

function WithToasts() {
  return (
    <>
      <screens.list />
      <ToastHost />
    </>
  );
}

/** Holds the answers to calls whose path ends so; the function that it returns lets them go. */
function holdAnswers(end: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (String(input).endsWith(end)) await promise;
    return send(input, init);
  });
  return resolve;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });
const text = (name: string) => page.getByRole('textbox', { name, exact: true });
const detail = (label: string) =>
  page.getByRole('term').filter({ hasText: label }).element().parentElement?.querySelector('dd');

it('[R2.26] [R10.1] shows labelled rows: dates as DD-MMM-yyyy, links as links, N/A for an empty value', async () => {
  await at('/gadgets/view/7');
  await expect.element(dialog('View Gadget')).toBeVisible();
  await expect.element(page.getByRole('term').filter({ hasText: 'Start date' })).toBeVisible();
  expect(detail('Start date')?.textContent).toBe('13-Jan-2020');
  expect(detail('Website')?.querySelector('a')?.href).toBe('https://lamp.example/shop');
  expect(detail('Note')?.textContent).toBe('N/A');
  expect(detail('Vendor')?.textContent).toBe('Coral Foods');
  expect(detail('Sizes')?.textContent).toBe('Small 30.00');
  expect(detail('Open')?.textContent).toBe('Yes');
});

it('[R10.1] [R2.25] shows an edit button to users who may edit, which replaces `view` by `edit` in the path', async () => {
  const here = await at('/gadgets/view/7?r=/gadgets?p=1');
  await button('Edit').click();
  await expect.element(dialog('Edit Gadget')).toBeVisible();
  expect(decodeURIComponent(here())).toBe('/gadgets/edit/7?r=/gadgets?p=1');
  signInWith(['Vendors']);
  await at('/gadgets/view/7');
  await expect.element(dialog('View Gadget')).toBeVisible();
  expect(button('Edit').query()).toBeNull();
});

it('[R4.6] [R9.10] returns to the path in r on Close and Escape', async () => {
  const here = await at('/gadgets/view/7?r=/gadgets%3Fp%3D1%26s%3D50');
  await button('Close').click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets?p=1&s=50'));
  const there = await at('/gadgets/view/8?r=/elsewhere');
  await expect.element(dialog('View Gadget')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(there()).toBe('/elsewhere'));
});

it('[R2.25] shows that a record is not found', async () => {
  await at('/gadgets/view/99');
  await expect.element(page.getByText('Record not found')).toBeVisible();
});

it('[R4.7] steps through the list from which it was opened, until another section is entered', async () => {
  const here = await at('/gadgets');
  await page.getByRole('row').filter({ hasText: 'Lamp' }).click();
  await expect.element(button('Previous record')).toBeDisabled();
  await button('Next record').click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets/view/8'));
  leaveSection('/gadgets/edit/8');
  expect(useListSource.getState().path).toBe('/gadgets');
  leaveSection('/vendors');
  expect(useListSource.getState()).toEqual({ path: '', rows: [] });
});

it('[R10.2] [R10.5] renders text, dropdown, file and lists, and posts them as plain values', async () => {
  const here = await at('/gadgets/create');
  await expect.element(dialog('Create Gadget')).toBeVisible();
  await expect.element(text('Name')).toHaveFocus();
  await text('Name').fill('  Table ');
  await text('Price').fill('12.50');
  await button('Add Size').click();
  const row = page.getByRole('group', { name: 'Size 1' });
  await row.getByRole('textbox', { name: 'Size' }).fill('Regular');
  await row.getByRole('textbox', { name: 'Price' }).fill('8');
  await page.getByText('More', { exact: true }).click();
  await expect.element(page.getByLabelText('Picture')).toHaveAttribute('type', 'file');
  await page.getByRole('switch', { name: 'Open' }).click();
  await button('Save').click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets'));
  expect(server.last('POST')).toMatchObject({ path: '/ims/gadget/create' });
  expect(server.last('POST')?.body).toEqual({
    key: expect.any(String),
    name: 'Table',
    type: 'Bar',
    price: 1250,
    vendorId: 0,
    sizes: [{ value: 'Regular', sellingPrice: 800 }],
    startDate: null,
    website: '',
    isOpen: true,
    note: '',
    image: null,
  });
  await expect.element(page.getByRole('row').filter({ hasText: 'Table' })).toBeVisible();
});

it('[R11.2] [R11.10] [R11.11] shows the problem of a field only after it had the focus', async () => {
  await at('/gadgets/create');
  await expect.element(text('Name')).toHaveFocus();
  expect(page.getByText('Name is required').query()).toBeNull();
  await text('Price').click();
  await expect.element(page.getByText('Name is required')).toBeVisible();
  await text('Name').fill('a');
  await expect.element(page.getByText('Name must be at least 2 characters long')).toBeVisible();
  await text('Name').fill('abcdefghijkl');
  await expect.element(page.getByText('Name must be at most 10 characters long')).toBeVisible();
  await text('Name').fill('abc');
  expect(page.getByText(/Name must/).query()).toBeNull();
  await expect.element(page.getByText('*').first()).toBeInTheDocument();
});

it('[R11.2] shows every problem on sending, in lists too, and moves the focus to the first', async () => {
  await at('/gadgets/create');
  await button('Add Size').click();
  await button('Save').click();
  await expect.element(page.getByText('Name is required')).toBeVisible();
  await expect.element(page.getByText('Size is required')).toBeVisible();
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
  await button('Remove Size 1').click();
  await expect.element(page.getByText('Minimum length is 1')).toBeVisible();
  expect(server.last('POST')).toBeUndefined();
});

it('[R10.3] asks before it closes with changes, and closes without asking when nothing changed', async () => {
  const here = await at('/gadgets/create');
  await expect.element(text('Name')).toBeVisible();
  await button('Cancel').click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets'));
  const there = await at('/gadgets/create');
  await text('Name').fill('Sofa');
  await button('Cancel').click();
  const sure = dialog('Are you sure you want to close without saving?');
  await expect.element(sure).toBeVisible();
  await button('Keep editing').click();
  await expect.element(sure).not.toBeInTheDocument();
  await expect.element(text('Name')).toHaveValue('Sofa');
  expect(there()).toBe('/gadgets/create');
  await userEvent.keyboard('{Escape}');
  await button('Close without saving').click();
  await vi.waitFor(() => expect(there()).toBe('/gadgets'));
  await at('/gadgets/create');
  await expect.element(text('Name')).toHaveValue('');
});

it('[R10.5] keeps typed values over a failure and over a reload', async () => {
  await at('/gadgets/create');
  await text('Name').fill('Sofa');
  await button('Add Size').click();
  await page.getByRole('group', { name: 'Size 1' }).getByRole('textbox', { name: 'Size' }).fill('L');
  await page.getByRole('group', { name: 'Size 1' }).getByRole('textbox', { name: 'Price' }).fill('5');
  server.handler = ({ method }) => (method === 'POST' ? 'dead' : undefined);
  await button('Save').click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Cannot reach the server. Nothing you typed is lost. Try again.');
  await at('/gadgets/create');
  await expect.element(page.getByText('What you typed before is back.')).toBeVisible();
  await expect.element(text('Name')).toHaveValue('Sofa');
  server.handler = () => undefined;
  await button('Save').click();
  await vi.waitFor(() => expect(server.rows).toHaveLength(3));
});

it('[R10.5] shows a failure in a box with message or title, and errors at their fields', async () => {
  await at('/gadgets/edit/7');
  await text('Name').fill('Chair');
  server.handler = ({ method }) =>
    method === 'PUT'
      ? {
          status: 422,
          body: {
            message: 'Something is not valid',
            details: 'Look at the fields',
            errors: { name: 'Chair has this name already', 'sizes[0].sellingPrice': 'Price is too low', note: 'No' },
          },
        }
      : undefined;
  await button('Save').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something is not validLook at the fields');
  await expect.element(page.getByText('Chair has this name already')).toBeVisible();
  await expect.element(page.getByText('Price is too low')).toBeVisible();
  await expect.element(page.getByText('No', { exact: true })).toBeVisible();
  await text('Name').fill('Chairs');
  expect(page.getByText('Chair has this name already').query()).toBeNull();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Something is not validPrice is too low');
  await expect.element(page.getByLabelText('Size 1').getByText('Price is too low')).toBeVisible();
  server.handler = ({ method }) => (method === 'PUT' ? { status: 500, body: { title: 'Bad luck' } } : undefined);
  await button('Save').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Bad luck');
});

it('[R10.5] sends only changed values with PUT', async () => {
  const here = await at('/gadgets/edit/7');
  await text('Name').fill('Lantern');
  await button('Clear Vendor').click();
  await userEvent.keyboard('{Escape}');
  await button('Save').click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets'));
  expect(server.last('PUT')?.body).toEqual({ id: 7, version: 3, name: 'Lantern', vendorId: 0 });
});

it.each([
  ['Use theirs', 'Theirs', { id: 7, version: 4, price: 99 }],
  ['Keep mine', 'Mine', { id: 7, version: 4, name: 'Mine', price: 99 }],
])(
  '[R10.5] shows what somebody else changed in the meantime and keeps it from being undone: %s',
  async (answer, name, sent) => {
    await at('/gadgets/edit/7');
    await text('Name').fill('Mine');
    Object.assign(server.rows[0] as object, { version: 4, type: 'Bar', name: 'Theirs' });
    await button('Save').click();
    await expect.element(page.getByText('Type: Kitchen is now Bar')).toBeVisible();
    await expect.element(page.getByText('Name: Lamp is now Theirs')).toBeVisible();
    await expect.element(text('Name')).toHaveValue('Mine');
    await button(answer).click();
    await expect.element(text('Name')).toHaveValue(name);
    await expect.element(text('Type')).toHaveValue('Bar');
    await text('Price').first().fill('0.99');
    await button('Save').click();
    await vi.waitFor(() => expect(server.last('PUT')?.body).toEqual(sent));
  },
);

it('[R10.4] asks before it deletes, and shows why it cannot', async () => {
  const here = await at('/gadgets/delete/7');
  const sure = dialog('Delete Gadget');
  await expect.element(sure.getByText('Are you sure you want to delete this item?')).toBeVisible();
  await expect.element(sure.getByText('Lamp')).toBeVisible();
  server.handler = ({ method }) =>
    method === 'DELETE' ? { status: 409, body: { message: 'In use', details: 'It is in use by Table' } } : undefined;
  await sure.getByRole('button', { name: 'Delete' }).click();
  await expect.element(sure.getByRole('alert')).toHaveTextContent('In useIt is in use by Table');
  server.handler = () => undefined;
  await sure.getByRole('button', { name: 'Delete' }).click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets'));
  expect(server.last('DELETE')?.path).toBe('/ims/gadget/delete/7');
  await expect.element(page.getByText('Showing 1 of 1 items')).toBeVisible();
});

it('[R11.6] takes choices from an inline list, a named entry of the store, and a path', async () => {
  expect(choicesFrom({ data: [{ name: 'a' }] })).toEqual([{ name: 'a' }]);
  useApp.setState({ features: ['Delivery'] });
  expect(choicesFrom({ data: { store: 'features' } })).toEqual(['Delivery']);
  const remote = choicesFrom<{ id: number }>({ data: { path: '/ims/gadgets/list' } });
  expect(typeof remote === 'function' && (await remote('')).map(({ id }) => id)).toEqual([7, 8]);
  expect(server.last('GET')?.query.get('page')).toBeNull();
});

it('[R11.6] [R35.49] takes choices from a part of a named store entry: the values of a setting, the categories of the menus', () => {
  const setting = (key: string, value: string, values: string[] = []) => ({ key, value, values });
  useApp.setState({
    settings: [setting('BillPrinter', 'Counter'), setting('Tips', '', ['5', '10']), setting('Empty', '')],
  });
  const ofSetting = (subkey: string) => choicesFrom({ data: { store: 'settings' }, subkey });
  expect(ofSetting('BillPrinter')).toEqual([{ name: 'Counter' }]);
  expect(ofSetting('Tips')).toEqual([{ name: '5' }, { name: '10' }]);
  expect([ofSetting('Empty'), ofSetting('Unknown')]).toEqual([[], []]);
  const category = (id: number, name: string) => ({
    id,
    name,
    nameLocal: '',
    color: '',
    gstMode: null,
    sort: id,
    menuItems: [],
  });
  const [drinks, food] = [category(1, 'Drinks'), category(2, 'Food')];
  useApp.setState({
    menus: [
      { id: 1, name: 'Day', categories: [drinks] },
      { id: 2, name: 'Night', categories: [drinks, food] },
    ],
  });
  expect(choicesFrom({ data: { store: 'menus' }, subkey: 'categories' })).toEqual([drinks, food]);
  expect(choicesFrom({ data: { store: 'outlet' }, subkey: 'slotTypes' })).toEqual([]);
  useApp.setState({ settings: [], menus: [] });
});

it('imports all or nothing, after a preview that explains each bad row', async () => {
  await at('/gadgets');
  const file = (content: string) => new File([content], 'gadgets.csv', { type: 'text/csv' });
  server.handler = ({ method, path, query, body }) => {
    if (method !== 'POST' || !path.endsWith('/import')) return undefined;
    const rows = String(body?.['csv']).trim().split('\n').length - 1;
    const bad = String(body?.['csv']).includes(',\n') ? [{ row: 2, errors: { name: 'Name is required' } }] : [];
    return { body: { rows, good: rows - bad.length, bad, preview: query.get('preview') } };
  };
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  await expect.element(dialog('Import Gadgets')).toBeVisible();
  await userEvent.upload(page.getByLabelText('CSV file'), file('Name,Type\n,\nDesk,Bar\n'));
  await expect.element(page.getByText('1 new · 1 with mistakes')).toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Name is required' }))
    .toHaveTextContent('Row 2 Name is required');
  await expect.element(button('Import 1 row')).toBeDisabled();
  await userEvent.upload(page.getByLabelText('CSV file'), file('Name,Type\nDesk,Bar\n'));
  await button('Import 1 row').click();
  await expect.element(dialog('Import Gadgets')).not.toBeInTheDocument();
  expect(server.last('POST')?.query.get('preview')).toBeNull();
});

it('shows the progress of a long file that is imported in the background, and stops it', async () => {
  await at('/gadgets');
  let isStopped = false;
  const job = (state: string) => ({ key: 'j', entity: 'Gadget', state, rows: 30_000, done: 0, bad: [] });
  server.handler = ({ method, path }) => {
    if (path.endsWith('/import')) return { body: { rows: 0, good: 0, bad: [], job: 'j' } };
    if (!path.includes('/app/imports/')) return undefined;
    if (method === 'DELETE') isStopped = true;
    return method === 'DELETE' ? { status: 204 } : { body: job(isStopped ? 'Cancelled' : 'Running') };
  };
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const long = new File([`Name\n${'x'.repeat(1_000_000)}\n`], 'long.csv', { type: 'text/csv' });
  await userEvent.upload(page.getByLabelText('CSV file'), long);
  await expect.element(page.getByText('30000 rows checked')).toBeVisible();
  await button('Stop').click();
  await expect.element(button('Cancel')).toBeVisible();
  expect(server.last('DELETE')?.path).toBe('/app/imports/j');
  await expect.element(page.getByText('30000 rows checked')).not.toBeInTheDocument();
  await expect.element(page.getByText('Stopped. Nothing was imported.')).toBeVisible();
  // The same file can be chosen again.
  isStopped = false;
  await userEvent.upload(page.getByLabelText('CSV file'), long);
  await expect.element(page.getByText('30000 rows checked')).toBeVisible();
  expect(page.getByText('Stopped. Nothing was imported.').query()).toBeNull();
});

it('[R9.12] exports all matching rows as a stream of the server, and filters by the kind of each field', async () => {
  await at('/gadgets');
  await button('Filter').click();
  await page.getByLabelText('Type').selectOptions('Bar');
  await page.getByLabelText('Open').selectOptions('Yes');
  await userEvent.keyboard('{Escape}');
  const queryOf = (end: string) =>
    Object.fromEntries(server.asked.findLast(({ path }) => path.endsWith(end))?.query ?? []);
  await vi.waitFor(() => expect(queryOf('gadgets/list')).toMatchObject({ type: 'Bar', isOpen: 'true' }));
  server.handler = ({ path }) => (path.endsWith('/export') ? { body: 'Name\r\nLamp\r\n' } : undefined);
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await button('Export All').click();
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  save.mockRestore();
  expect(queryOf('gadgets/export')).toEqual({ sort: '-id', type: 'Bar', isOpen: 'true' });
  signInWith(['Vendors', 'invoice.post']);
  await at('/gadgets');
  await expect.element(page.getByText('Showing 2 of 2 items')).toBeVisible();
  expect(button('Export All').query()).toBeNull();
});

it('leaves a person where they went when a form that they closed is saved later', async () => {
  const here = await showScreens('/gadgets/edit/7', '/gadgets', { ...screens, list: WithToasts });
  const answer = holdAnswers('/update');
  await text('Name').fill('Lantern');
  await button('Save').click();
  await userEvent.keyboard('{Escape}');
  await button('Close without saving').click();
  await page.getByRole('row').filter({ hasText: 'Chair' }).click();
  await vi.waitFor(() => expect(here()).toBe('/gadgets/view/8'));
  answer();
  await expect.element(page.getByText('Gadget saved')).toBeVisible();
  expect(here()).toBe('/gadgets/view/8');
});

it('tells a person of the refusal of a form that they closed while it was being saved', async () => {
  await showScreens('/gadgets/edit/7', '/gadgets', { ...screens, list: WithToasts });
  const errors = { name: 'Name is used already' };
  server.handler = ({ method }) =>
    method === 'PUT' ? { status: 422, body: { message: 'Check the form', code: 422, errors } } : undefined;
  const answer = holdAnswers('/update');
  await text('Name').fill('Chair');
  await button('Save').click();
  await userEvent.keyboard('{Escape}');
  await button('Close without saving').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  answer();
  await expect.element(page.getByText('Edit Gadget: Name is used already')).toBeVisible();
});

it('[R9.3] shows the whole heading, however long it is', async () => {
  const label = 'Price of a hundred of them';
  const fields = gadget.fields.map((field) => (field.key === 'price' ? { ...field, label } : field));
  await showScreens('/gadgets', '/gadgets', resourceScreens({ ...gadget, fields }));
  const heading = page.getByRole('columnheader', { name: label });
  await expect.element(heading).toBeVisible();
  const cell = heading.element();
  expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
});
