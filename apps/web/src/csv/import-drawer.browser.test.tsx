import { menuItem } from '@atoll/domain/resources/menu-item';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useListSource } from '../resource/list-source.ts';
import { resourceScreens } from '../resource/resource-screens.tsx';
import { type ListServer, listServer } from '../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../resource/testing/show-screens.tsx';
import { useApp } from '../sync/app-store.ts';
import { clear } from '../ui/hook/testing.tsx';
import { faultyRows } from './import-file.ts';

const screens = resourceScreens(menuItem, { grid: { canImport: true } });
const found = { rows: 3, good: 3, bad: [], created: 1, changed: 1, unchanged: 1, categories: [], plan: 'p1' };
const change = { row: 3, name: 'Black Tea', fields: [{ label: 'Price', of: 'Small', from: '15.00', to: '17.50' }] };

let server: ListServer;
beforeEach(async () => {
  await page.viewport(1280, 900);
  localStorage.clear();
  sessionStorage.clear();
  useListSource.setState({ path: '', rows: [] });
  useApp.setState({ outlet: null });
  signInWith(['Menu Items', 'Categories', 'menu.edit', 'export']);
  server = listServer([]);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const file = (bytes: BlobPart, name = 'menu.csv') => new File([bytes], name, { type: 'text/csv' });
const queries = () =>
  server.asked.filter(({ method }) => method === 'POST').map(({ query }) => Object.fromEntries(query));

/** Opens the drawer; the server gives these answers one after another, the last one for all further calls. */
async function open(...answers: object[]): Promise<void> {
  let turn = 0;
  server.handler = ({ path }) => {
    if (!path.endsWith('/import')) return undefined;
    turn += 1;
    return { body: answers[Math.min(turn, answers.length) - 1] };
  };
  await showScreens('/menu/menu-items', '/menu/menu-items', screens);
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
}
const choose = (chosen: File) => userEvent.upload(page.getByLabelText('CSV file'), chosen);
const csv = 'Name,Categories,Price\nA,Tea,1\nB,Tea,2\n';

it('[R35.52] shows what is created, changed from old to new and unchanged before the person imports it', async () => {
  await open({ ...found, changes: [change] }, { ...found, changes: [change] });
  await choose(file(csv));
  await expect.element(page.getByText('1 new · 1 changed · 1 unchanged')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Black Tea' });
  await expect.element(row).toHaveTextContent('Black TeaPrice, Small: 15.00 →becomes 17.50');
  expect(queries()).toEqual([{ preview: 'true' }]);
  await button('Import 2 rows').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(queries()).toEqual([{ preview: 'true' }, { plan: 'p1' }]);
});

it('[R35.52] says that nothing changes, and offers no import then', async () => {
  await open({ ...found, created: 0, changed: 0, unchanged: 3, changes: [] });
  await choose(file(csv));
  await expect.element(page.getByText('Nothing changes. The list already has all of this.')).toBeVisible();
  await expect.element(button('Import 0 rows')).toBeDisabled();
});

it('[R35.52] shows the changes again when somebody changed the list in the meantime', async () => {
  const late = { ...found, isStale: true, plan: 'p2', changes: [change] };
  await open({ ...found, changes: [] }, late, { ...found, changes: [] });
  await choose(file(csv));
  await button('Import 2 rows').click();
  await expect.element(page.getByText(/^Somebody changed the list in the meantime/)).toBeVisible();
  await button('Import 2 rows').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(queries().at(-1)).toEqual({ plan: 'p2' });
});

it('[R35.54] names each faulty row, saves them as a file, and leaves them out only when the person agrees', async () => {
  const bad = [{ row: 3, errors: { name: 'Name is required' } }];
  const mixed = { ...found, good: 2, bad, changes: [] };
  await open(mixed, { ...mixed, leftOut: 1 });
  await choose(file('Name,Categories,Price\nA,Tea,1\n,"Tea; ""hot""",2\n'));
  await expect.element(page.getByText('Row 3 Name is required')).toBeVisible();
  await expect.element(button('Import 2 rows')).toBeDisabled();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await button('Save these rows as a file').click();
  await vi.waitFor(() => expect(save).toHaveBeenCalledOnce());
  save.mockRestore();
  await expect.element(page.getByText('1 row has a mistake. Correct it, or leave it out.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Leave out this row' }).click();
  await button('Import 2 rows').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(queries().at(-1)).toEqual({ leaveOut: 'true', plan: 'p1' });
});

it('[R35.54] shows mistakes above the changes, without scrolling', async () => {
  await page.viewport(1280, 720);
  const bad = [{ row: 60, errors: { name: 'Name is required' } }];
  const changes = Array.from({ length: 50 }, (_, n) => ({ ...change, row: n + 2, name: `Tea ${n}` }));
  await open({ ...found, rows: 59, good: 58, bad, changed: 50, changes });
  await choose(file(csv));
  await expect.element(page.getByText('Row 60 Name is required')).toBeInViewport();
  await expect.element(page.getByRole('checkbox', { name: 'Leave out this row' })).toBeInViewport();
});

it('[R35.54] makes missing categories only when the person asks for it', async () => {
  const bad = [{ row: 2, errors: { categoryIds: `Categories: 'Tea' was not found` } }];
  const lacking = { ...found, good: 2, bad, created: 0, changed: 0, categories: ['Tea'] };
  await open(lacking, { ...found, categories: ['Tea'] });
  await choose(file(csv));
  await expect.element(page.getByText(/was not found/)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Add 1 missing category' }).click();
  await button('Import 2 rows').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(queries()).toEqual([
    { preview: 'true' },
    { preview: 'true', makeMissing: 'true' },
    { makeMissing: 'true', plan: 'p1' },
  ]);
});

it('[R35.54] asks for the column that no heading names, and keeps what was chosen for the corrected file', async () => {
  await open({ ...found, changes: [] });
  await choose(file('Was;Gruppe;Preis\nTee;Tea;15\n'));
  await expect.element(page.getByText('Choose the column for “Name”.')).toBeVisible();
  expect(queries()).toEqual([]);
  await page.getByRole('combobox', { name: 'Was' }).selectOptions('Name');
  await page.getByRole('combobox', { name: 'Gruppe' }).selectOptions('Categories');
  await page.getByRole('combobox', { name: 'Preis' }).selectOptions('Sizes: Price');
  await vi.waitFor(() => expect(queries().at(-1)).toMatchObject({ columns: 'name,categoryIds,sizes.sellingPrice' }));
  await expect.element(page.getByText('1 new · 1 changed · 1 unchanged')).toBeVisible();
  await choose(file('Was;Gruppe;Preis\nTee;Tea;16\n', 'again.csv'));
  await vi.waitFor(() => expect(server.last('POST')?.body?.['csv']).toContain('16'));
  expect(queries().at(-1)).toMatchObject({ columns: 'name,categoryIds,sizes.sellingPrice' });
});

it('[R35.54] sends a file of Windows-1252 or UTF-16 as the text that it is', async () => {
  await open({ ...found, changes: [] });
  await choose(file(Uint8Array.from([...'Name,Sizes,Categories\nCaf\u00e9\n'].map((char) => char.charCodeAt(0)))));
  await vi.waitFor(() => expect(server.last('POST')?.body?.['csv']).toBe('Name,Sizes,Categories\nCafé\n'));
  await expect.element(page.getByText('1 new · 1 changed · 1 unchanged')).toBeVisible();
  const wide = new Uint16Array([...'\uFEFFName,Sizes,Categories\nކަޅު\n'].map((char) => char.charCodeAt(0)));
  await choose(file(new Uint8Array(wide.buffer), 'wide.csv'));
  await vi.waitFor(() => expect(server.last('POST')?.body?.['csv']).toBe('Name,Sizes,Categories\nކަޅު\n'));
});

it('[R36.30] refuses a file of more than 64 MB before it is sent', async () => {
  await open(found);
  const large = file('Name\nA\n');
  Object.defineProperty(large, 'size', { value: 64 * 1024 * 1024 + 1 });
  const data = new DataTransfer();
  data.items.add(file('x'));
  const input = page.getByLabelText('CSV file').element() as HTMLInputElement;
  Object.defineProperty(input, 'files', { value: [large] });
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('A file can be at most 64 MB. Split it and import the parts.')).toBeVisible();
  expect(queries()).toEqual([]);
});

it('[R35.54] saves the faulty rows with their cells and reasons, so that they can be corrected and imported', () => {
  const text = 'sep=;\nName;Price\n"Tea; ""hot""";cheap\n\n\'=x;-1\n';
  const bad = [
    { row: 2, errors: { price: 'Price must be a number' } },
    { row: 4, errors: { price: 'Price must be at least 0.00' } },
  ];
  expect(faultyRows(text, bad, 'Mistake')).toBe(
    '\uFEFFName,Price,Mistake\r\n"Tea; ""hot""",cheap,Price must be a number\r\n\'=x,-1,Price must be at least 0.00\r\n',
  );
});

it('stops the check of a file when the drawer is closed, and never an import', async () => {
  const job = { state: 'Running', rows: 3, done: 0, bad: [] };
  const running = { ...found, job: 'j1' };
  const stopped = () => server.asked.filter(({ method, path }) => method === 'DELETE' && path.endsWith('/j1'));
  await open(running);
  const imports = server.handler;
  server.handler = (asked) =>
    asked.path.includes('j1') ? { body: { key: 'j1', entity: 'menu_item', ...job } } : imports(asked);
  await choose(file(csv));
  await expect.element(button('Stop')).toBeVisible();
  await button('Close').click();
  await expect.poll(() => stopped().length).toBe(1);
  await open(found, running);
  const later = server.handler;
  server.handler = (asked) =>
    asked.path.includes('j1') ? { body: { key: 'j1', entity: 'menu_item', ...job } } : later(asked);
  await choose(file(csv));
  await button('Import 2 rows').click();
  await expect.element(button('Stop')).toBeVisible();
  await button('Close').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(stopped()).toHaveLength(1);
});
