import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { emptyDevice } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { restoreSecrets, startBodyOf, useOwnerCode, useStart } from './start-draft.ts';
import { StartScreen } from './start-screen.tsx';

let isNew = true;
let needsOwnerCode = false;
/** What the server answers to the start; the network fails without. */
let started: ((body: { ownerCode?: string }) => Response) | null = null;
beforeEach(async () => {
  await emptyDevice();
  useStart.getState().clear();
  isNew = true;
  needsOwnerCode = false;
  started = null;
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    if (String(url).includes('/app/info'))
      return serverJson({ name: 'Atoll', version: '1', isNew, needsOwnerCode, demo: null });
    if (started && String(url).includes('/auth/start')) return started(JSON.parse(String(options?.body)));
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const codeOf = (char: string): number => char.charCodeAt(0);
const next = () => page.getByRole('button', { name: 'Next' }).click();

async function fillOwner(): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Hawwa Manik');
  await page.getByRole('textbox', { name: 'Email' }).fill('hawwa@reef.example');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await page.getByRole('textbox', { name: 'Passcode' }).fill('2580');
}

it('[R1.1] [R35.51] shows at each field what is missing before it continues, and focuses the first', async () => {
  await showAt('/auth/start', <StartScreen />);
  await next();
  await expect.element(page.getByText('Passcode must be 4 digits')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveFocus();
  await expect.element(page.getByText('3 more fields to fix')).toBeVisible();
  await fillOwner();
  await page.getByRole('textbox', { name: 'Passcode' }).fill('1111');
  await next();
  await expect.element(page.getByText('Choose a passcode that is harder to guess')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Passcode' })).toHaveFocus();
  await page.getByRole('textbox', { name: 'Passcode' }).fill('2580');
  await next();
  await expect.element(page.getByRole('heading', { name: 'Your outlet' })).toBeVisible();
  await next();
  await expect.element(page.getByText('Address is required')).toBeVisible();
});

it('[R36.32] asks for another password when it is the name of the shop or one that is guessed first', async () => {
  await showAt('/auth/start', <StartScreen />);
  await fillOwner();
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('Password1');
  await next();
  await expect.element(page.getByText('Choose a password that is harder to guess')).toBeVisible();
  await password.fill('reefhouse1');
  await next();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reef House');
  await page.getByRole('button', { name: 'You' }).click();
  await next();
  await expect
    .element(page.getByText('Choose a password without your name, your email or the name of the outlet'))
    .toBeVisible();
});

it('[R36.32] says at once that the name of the outlet is in the password, and leads back to it', async () => {
  await showAt('/auth/start', <StartScreen />);
  await fillOwner();
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('harbour house 26');
  await next();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour House');
  await page.getByRole('textbox', { name: 'Address' }).fill('Orchid Magu 5');
  await next();
  await expect.element(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await expect
    .element(page.getByText('Choose a password without your name, your email or the name of the outlet'))
    .toBeVisible();
  await expect.element(password).toHaveFocus();
  await password.fill('three boats at sunrise');
  await next();
  await next();
  await expect.element(page.getByRole('heading', { name: 'Slots and tax' })).toBeVisible();
});

it('[R13.4] restores everything after a reload, the secrets encrypted, and goes back to any step', async () => {
  await showAt('/auth/start', <StartScreen />);
  await fillOwner();
  await next();
  await page.getByRole('textbox', { name: 'Name' }).fill('Reef House');
  clear();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('correct horse');
  useStart.setState({ secrets: { password: '', passcode: '', ownerCode: '' } });
  await vi.waitFor(async () => {
    await restoreSecrets();
    expect(useStart.getState().secrets).toEqual({ password: 'correct horse', passcode: '2580', ownerCode: '' });
  });
  await useStart.persist.rehydrate();
  await showAt('/auth/start', <StartScreen />);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Reef House');
  await page.getByRole('button', { name: 'You' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Email' })).toHaveValue('hawwa@reef.example');
  const { values, secrets } = useStart.getState();
  expect(startBodyOf(values, secrets, false)).toMatchObject({
    owner: { passcode: '2580' },
    outlet: { name: 'Reef House' },
  });
});

it('[R2.3] sends a visitor to the sign-in when the store has an owner', async () => {
  isNew = false;
  const here = await showAt('/auth/start', <StartScreen />);
  await vi.waitFor(() => expect(here()).toBe('/auth/login'));
});

it('[R35.54] names the faulty lines of a list, and does not start to sell before the person agrees to leave them out', async () => {
  await showAt('/auth/start', <StartScreen />);
  useStart.setState({ step: 'menu' });
  useStart.getState().set({ menuFrom: 'rows' });
  const list = page.getByRole('textbox', { name: 'Your list' });
  await list.fill('Group,Item,Price\nTea,Black Tea,15\nTea,Soup,cheap\n');
  await expect.element(page.getByText('1 item read. New categories: Tea.')).toBeVisible();
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Row 3' }))
    .toHaveTextContent('Row 3 Price must be a number');
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect.element(page.getByText('Correct these rows in your list, or choose to leave them out')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Leave out this row' }).click();
  const { values, secrets } = useStart.getState();
  expect(startBodyOf(values, secrets, false).menu).toEqual({ from: 'table', csv: values.csv, leavesOut: true });
  await list.fill('Group,Item,Price\nTea,Black Tea,15\nTea,Soup,none\n');
  expect(useStart.getState().values.leavesOut).toBe(false);
});

it.each([
  ['UTF-8', (text: string) => new TextEncoder().encode(text), 'ކަޅު ސައި'],
  ['UTF-16', (text: string) => new Uint8Array(new Uint16Array([...text].map(codeOf)).buffer), 'ކަޅު ސައި'],
  ['Windows-1252', (text: string) => Uint8Array.from([...text].map(codeOf)), 'Café crème'],
])('[R35.54] reads the file of a first menu in %s', async (_encoding, encode, name) => {
  await showAt('/auth/start', <StartScreen />);
  useStart.setState({ step: 'menu' });
  useStart.getState().set({ menuFrom: 'rows' });
  const file = new File([encode(`Group;Item;Price\nTea;${name};15\n`) as BlobPart], 'menu.csv');
  await userEvent.upload(page.getByLabelText('Choose a file'), file);
  await expect.element(page.getByText('1 item read. New categories: Tea.')).toBeVisible();
  expect(useStart.getState().values.csv).toContain(`;${name};`);
});

it('[R35.54] asks for the column of a first menu that no heading names', async () => {
  await showAt('/auth/start', <StartScreen />);
  useStart.setState({ step: 'menu' });
  useStart.getState().set({ menuFrom: 'rows' });
  await page.getByRole('textbox', { name: 'Your list' }).fill('Was\tPreis\nTee\t15\n');
  await expect.element(page.getByText('Choose the column for “Name”.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Was' }).selectOptions('Name');
  await page.getByRole('combobox', { name: 'Preis' }).selectOptions('Sizes: Price');
  await expect.element(page.getByText('1 item read. New categories: Menu.')).toBeVisible();
  const { values, secrets } = useStart.getState();
  expect(startBodyOf(values, secrets, false).menu).toMatchObject({ columns: ['name', 'sizes.sellingPrice'] });
});

it('reads the list of the system that somebody comes from, and by its headings when it is another list', async () => {
  await showAt('/auth/start', <StartScreen />);
  useStart.setState({ step: 'menu' });
  await page.getByRole('radio', { name: 'I come from Loyverse, Square, Odoo or a table' }).click();
  await page.getByRole('tab', { name: 'Loyverse' }).click();
  await expect.element(page.getByText(/^In the Loyverse Back Office/)).toBeVisible();
  const list = page.getByRole('textbox', { name: 'Your list' });
  const text = [
    'Handle,SKU,Name,Category,Sold by weight,Option 1 value,Barcode,Price [Malé]',
    'coke,1,Coke,Drinks,N,Small,4001,10.00',
    'coke,2,Coke,Drinks,N,Large,4002,14.00',
  ].join('\n');
  await list.fill(text);
  await expect.element(page.getByText('1 item read. New categories: Drinks.')).toBeVisible();
  const { values, secrets } = useStart.getState();
  const columns = [
    '',
    '',
    'name',
    'categoryIds',
    'isSoldByWeight',
    'sizes.value',
    'sizes.barcode',
    'sizes.sellingPrice',
  ];
  expect(startBodyOf(values, secrets, false).menu).toEqual({ from: 'table', csv: text, columns, leavesOut: false });
  await page.getByRole('tab', { name: 'Square' }).click();
  expect(useStart.getState().values.columns).toBeNull();
  await expect.element(list).toHaveValue(text);
});

it('[R36.27] asks for the owner code on another machine than the server, and again when it was wrong', async () => {
  needsOwnerCode = true;
  const sent: (string | undefined)[] = [];
  started = ({ ownerCode }) => {
    sent.push(ownerCode);
    const message = 'Wrong owner code. The server shows it when it starts';
    return serverJson({ message, details: '', code: 403, reason: 'ownerCodeWrong' }, { status: 403 });
  };
  await showAt('/auth/start', <StartScreen />);
  const code = page.getByRole('textbox', { name: 'Owner code' });
  await code.fill('abcd');
  await fillOwner();
  await next();
  await expect.element(page.getByText('The owner code has 8 letters and digits')).toBeVisible();
  await code.fill('abcd-efgh');
  useStart.getState().set({ outletName: 'Reef House', address: 'Malé', menuFrom: 'none' });
  useStart.setState({ step: 'menu' });
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect.element(page.getByText('Wrong owner code. The server shows it when it starts')).toBeVisible();
  await expect.element(code).toHaveValue('abcd-efgh');
  expect(sent).toEqual(['abcd-efgh']);
});

it('[R36.27] does not ask for it on the server itself, and sends none', async () => {
  await showAt('/auth/start', <StartScreen />);
  await expect.element(page.getByRole('textbox', { name: 'Your name' })).toHaveFocus();
  expect(page.getByRole('textbox', { name: 'Owner code' }).elements()).toEqual([]);
  const { values, secrets } = useStart.getState();
  expect(
    startBodyOf(values, { ...secrets, ownerCode: 'abcd-efgh' }, useOwnerCode.getState().needsOwnerCode),
  ).not.toHaveProperty('ownerCode');
});

it('[R36.27] [R1.1] writes no draft when it learns whether the code is needed', async () => {
  needsOwnerCode = true;
  await showAt('/auth/start', <StartScreen />);
  await expect.element(page.getByRole('textbox', { name: 'Owner code' })).toBeVisible();
  expect(sessionStorage.getItem('start-draft')).toBeNull();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Hawwa Manik');
  expect(sessionStorage.getItem('start-draft')).toContain('Hawwa Manik');
});
