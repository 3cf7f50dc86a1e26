import type { Setting } from '@atoll/domain/contract/platform/app';
import { settingKeysOf } from '@atoll/domain/outlet/settings';
import i18n from 'i18next';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { printOrigin } from '../../printing/print-address.ts';
import { scanGapMs, setScanGapMs } from '../../session/scan-gap.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer, type Reply, type Seen } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { plainSections } from './setting-control.tsx';
import { useSettingDraft } from './setting-draft.ts';
import { SettingsScreen } from './settings-screen.tsx';

let saved: Setting[] = [];
let writes: Seen[] = [];
let outlet: object | null = null;
/** The response to the next write, when it is a refusal. */
let refusal: Reply | undefined;
/** The next writes wait until this resolves. */
let arrives = Promise.withResolvers<void>();

beforeEach(async () => {
  await openTill();
  useSettingDraft.getState().discard();
  saved = [{ key: 'BillCopies', value: '1' }];
  writes = [];
  outlet = useApp.getState().outlet;
  refusal = undefined;
  arrives.resolve();
  useApp.setState({ settings: saved });
  const server = fakeServer();
  server.handler = async (seen) => {
    const { method, path, body } = seen;
    if (method === 'PUT') {
      writes.push(seen);
      await arrives.promise;
      if (refusal) return refusal;
      if (path === '/app/settings') saved = merged(body as unknown as Setting[]);
      if (path === '/app/outlet/update') outlet = { ...useApp.getState().outlet, ...body };
      return { body: path === '/app/settings' ? saved : outlet };
    }
    if (path === '/app/settings') return { body: saved };
    if (path === '/app/features') return { body: ['Delivery'] };
    if (path === '/app/info')
      return { body: { name: 'Atoll', version: '1', printPort: 14_141, isNew: false, demo: null } };
    if (path.startsWith('/app/outlets/find')) return { body: outlet };
    return undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const merged = (changed: Setting[]) => [
  ...saved.filter(({ key }) => !changed.some((one) => one.key === key)),
  ...changed,
];
const open = (section: string) => showAt(`/settings?section=${section}`, <SettingsScreen />);
const saveButton = () => page.getByRole('button', { name: 'Save', exact: true });

it('[R18.16] writes only the keys that were changed, and none that was changed back', async () => {
  await open('tickets');
  await page.getByRole('switch', { name: 'Print tickets on Save' }).click();
  await page.getByLabelText('Copies of each bill').fill('2');
  await page.getByLabelText('Copies of each bill').fill('1');
  await expect.element(page.getByText('1 change is not saved yet')).toBeVisible();
  await saveButton().click();
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  expect(writes[0]?.path).toBe('/app/settings');
  expect(writes[0]?.body).toEqual([{ key: 'AutoPrintEnabled', value: 'false' }]);
  await expect.element(saveButton()).not.toBeInTheDocument();
});

it.each(['tickets', 'payments', 'notices', 'idle'])(
  'shows the longest choice of each setting of %s whole',
  async (section) => {
    await page.viewport(1280, 800);
    await open(section);
    await expect.element(page.getByRole('combobox').first()).toBeVisible();
    for (const select of page.getByRole('combobox').elements() as HTMLSelectElement[]) {
      const { width } = select.getBoundingClientRect();
      Object.assign(select.style, { inlineSize: 'max-content', maxInlineSize: 'none' });
      expect(select.getBoundingClientRect().width, select.textContent).toBeLessThanOrEqual(width + 1);
    }
  },
);

it.each([1280, 390])('at %i begins a chosen section at its heading, and shows which one is chosen', async (width) => {
  await page.viewport(width, 800);
  await open('payments');
  await expect.element(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Settings sections' }).getByRole('button', { name, exact: true });
  await expect.element(section('Payments')).toBeInViewport();
  page.getByText('Sales on account').element().scrollIntoView();
  await section('Shifts').click();
  const heading = page.getByRole('heading', { name: 'Shifts' });
  await expect.element(heading).toBeInViewport({ ratio: 1 });
  const { x, y, width: wide, height } = heading.element().getBoundingClientRect();
  expect(document.elementFromPoint(x + Math.min(wide / 2, 20), y + height / 2)).toBe(heading.element());
  await expect.element(section('Shifts')).toBeInViewport();
});

it('[R18.16] shows a refusal of the server at its field, and keeps the typed text', async () => {
  await open('tickets');
  await page.getByLabelText('Copies of each bill').fill('9');
  refusal = {
    status: 422,
    body: {
      message: 'Please check the highlighted fields',
      errors: { '0.value': 'BillCopies: Must be a whole number from 1 to 5' },
    },
  };
  await saveButton().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Must be a whole number from 1 to 5');
  await expect.element(page.getByLabelText('Copies of each bill')).toHaveValue(9);
  await expect.element(page.getByLabelText('Copies of each bill')).toHaveAttribute('aria-invalid', 'true');
});

it('[R35.51] a failed save of settings focuses the first refused field and counts the others', async () => {
  await open('tickets');
  await page.getByLabelText('Copies of each bill').fill('9');
  await page.getByRole('switch', { name: 'Print tickets on Save' }).click();
  refusal = {
    status: 422,
    body: {
      message: 'Please check the highlighted fields',
      errors: { '0.value': 'BillCopies: Too many', '1.value': 'AutoPrintEnabled: Not now' },
    },
  };
  await saveButton().click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  const faults = document.querySelectorAll('[aria-invalid="true"]');
  expect(faults).toHaveLength(2);
  await vi.waitFor(() => expect(document.activeElement).toBe(faults[0]));
  await expect.element(page.getByRole('region', { name: 'Unsaved changes' })).toMatchTextContent(/1 more field to fix/);
});

it('[R16.3] keeps a change that is made while the previous one is being saved', async () => {
  await open('tickets');
  await page.getByLabelText('Copies of each bill').fill('2');
  arrives = Promise.withResolvers();
  await saveButton().click();
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  await page.getByLabelText('Copies of each bill').fill('3');
  arrives.resolve();
  await expect.element(page.getByText('1 change is not saved yet')).toBeVisible();
  await expect.element(page.getByLabelText('Copies of each bill')).toHaveValue(3);
  await saveButton().click();
  await expect.element(saveButton()).not.toBeInTheDocument();
  expect(writes.map(({ body }) => body)).toEqual([
    [{ key: 'BillCopies', value: '2' }],
    [{ key: 'BillCopies', value: '3' }],
  ]);
});

it('[R13.4] keeps changes over a reload of the screen, and discards them on request', async () => {
  await open('payments');
  await page.getByLabelText('Reasons for voids').fill('Wrong table');
  await page.getByRole('button', { name: 'Add to Reasons for voids' }).click();
  clear();
  await useSettingDraft.persist.rehydrate();
  await open('payments');
  await expect.element(page.getByRole('list', { name: 'Reasons for voids' })).toHaveTextContent('Wrong table');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(page.getByRole('list', { name: 'Reasons for voids' })).not.toBeInTheDocument();
});

it('[R16.5] [R20.1] shows the highest number of a slot type and writes the count above it, with the outlet’s version', async () => {
  await open('slots');
  await expect.element(page.getByLabelText('Highest number of Table')).toHaveValue(40);
  await page.getByLabelText('Highest number of Table').fill('30');
  await saveButton().click();
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  expect(writes[0]?.body).toMatchObject({ outletId: 1, version: 1, slotTypes: [{ type: 'Table', slotCount: 31 }] });
  expect(Object.keys(writes[0]?.body ?? {}).sort()).toEqual(['outletId', 'slotTypes', 'version']);
});

it('[R20.2] adds rates from another day and keeps the earlier ones', async () => {
  await open('tax');
  await page.getByRole('button', { name: 'Add rates from another day' }).click();
  await page.getByLabelText('From').nth(1).fill('2030-01-01');
  await page.getByRole('textbox', { name: 'GST' }).nth(1).fill('17');
  await saveButton().click();
  await vi.waitFor(() => expect(writes).toHaveLength(1));
  expect(writes[0]?.body['slotTypes']).toMatchObject([
    {
      rates: [
        { from: '2020-01-01T00:00:00.000Z', gstPct: 8 },
        { from: '2029-12-31T19:00:00.000Z', serviceChargePct: 10, gstPct: 17 },
      ],
    },
  ]);
});

it('[R4.1] shows the outlet’s new name in the top bar as soon as it is saved', async () => {
  await open('outlet');
  await page.getByRole('textbox', { name: 'Name' }).fill('Atoll Reef Café');
  await saveButton().click();
  await vi.waitFor(() => expect(useSession.getState().scope?.name).toBe('Atoll Reef Café'));
});

it('[R35.13] has a field for the address of this device’s print server, with a button that tests it', async () => {
  const server = globalThis.fetch;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!input.endsWith('/status')) return server(input, init);
    asked.push(input);
    if (input.includes(':15001')) return Response.json({ hello: 'world' });
    return Response.json({ name: 'atoll-print-server', version: '1.0', paired: !input.includes(':15002') });
  });
  await open('device');
  const field = page.getByLabelText('Print server address');
  const test = page.getByRole('button', { name: 'Test' });
  const shownText = () => document.querySelector('form')?.textContent;
  await test.click();
  await expect.poll(shownText).toContain('localhost:14141');
  await field.fill('localhost:15000');
  await test.click();
  await expect.poll(shownText).toContain('localhost:15000');
  expect(printOrigin()).toBe('http://localhost:15000');
  await field.fill('15001');
  await test.click();
  await expect.poll(shownText).toContain('localhost:15001');
  await field.fill('15002');
  await test.click();
  await expect.poll(shownText).toContain('is not paired with this app yet');
  await field.fill('192.168.1.5:14141');
  await test.click();
  await expect.poll(shownText).toContain('an address on this device');
  expect(printOrigin()).toBe('http://localhost:15002');
  await field.fill('');
  await test.click();
  await expect.poll(printOrigin).toBe('http://localhost:14141');
  expect(asked.map((url) => new URL(url).port)).toEqual(['14141', '15000', '15001', '15002', '14141']);
});

it('[R35.23] has a field for the gap between the keys of this device’s scanner, 100 ms at first, which applies at once', async () => {
  await open('device');
  const field = page.getByLabelText('Barcode scanner speed');
  await expect.element(field).toHaveValue(100);
  onTestFinished(() => void setScanGapMs(100));
  await field.fill('250');
  expect(scanGapMs()).toBe(250);
  await field.fill('5');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(scanGapMs()).toBe(250);
  clear();
  await open('device');
  await expect.element(field).toHaveValue(250);
});

it('[R18.16] shows each setting of the outlet on one of its sections', async () => {
  useApp.setState({ features: ['Delivery', 'Inventory'] });
  for (const section of plainSections) {
    await open(section);
    for (const key of settingKeysOf(section))
      await expect
        .element(page.getByText(i18n.t(`setting.keys.${key as 'BillCopies'}.label`), { exact: true }).first())
        .toBeVisible();
    clear();
  }
  await open('kitchen');
  await page.getByLabelText('Yellow after').fill('7');
  await saveButton().click();
  await vi.waitFor(() => expect(writes[0]?.body).toEqual([{ key: 'KitchenAmberMinutes', value: '7' }]));
});

it('[R18.16] says at the field why a rate of foreign cash cannot be added, and keeps what was typed', async () => {
  await open('payments');
  const field = page.getByRole('textbox', { name: 'Foreign cash' });
  const add = page.getByRole('button', { name: 'Add to Foreign cash' });
  for (const typed of ['abc', 'USD abc', 'USD', 'USD 0', 'USD -15.42', '15.42', 'USD 100000']) {
    await field.fill(typed);
    await add.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Type the currency and its rate, like USD 15.42. The rate must be more than 0.');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveValue(typed);
  }
  await field.fill('usd 15.42');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await add.click();
  await expect.element(page.getByText('USD 15.42', { exact: true })).toBeVisible();
  await expect.element(field).toHaveValue('');
  await field.fill('USD 15.42');
  await add.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is in the list already.');
});

it('[R18.16] says at the field what to type instead of an amount, a percentage or a number that is none', async () => {
  await open('payments');
  const amounts = page.getByRole('textbox', { name: 'Quick cash' });
  await amounts.fill('-50');
  await page.getByRole('button', { name: 'Add to Quick cash' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Type an amount of more than 0, like 50 or 12.50.');
  await amounts.fill('');
  await page.getByRole('textbox', { name: 'Discounts' }).fill('101');
  await page.getByRole('button', { name: 'Add to Discounts' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Type a percentage from 0 to 100, like 12.5.');
  await open('shifts');
  const most = page.getByLabelText('Difference without a reason', { exact: true });
  await most.fill('-5');
  await page.getByRole('switch').first().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Type an amount, like 50 or 12.50.');
  await expect.element(most).toHaveValue('-5');
  await open('tickets');
  await page.getByLabelText('Copies of each bill').click();
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Type a whole number from 1 to 5.');
});

it('[R18.16] takes what was typed into a list when its field is left, and percentages as they are shown', async () => {
  await open('payments');
  const discounts = page.getByRole('textbox', { name: 'Discounts' });
  for (const [typed, shown] of [
    ['25 %', '25%'],
    ['12,5%', '12.5%'],
  ] as const) {
    await discounts.fill(typed);
    await page.getByRole('textbox', { name: 'Reasons for voids' }).click();
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
    await expect.element(discounts).toHaveValue('');
  }
  await page.getByRole('textbox', { name: 'Reasons for voids' }).fill('Too late');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() =>
    expect(writes[0]?.body).toEqual([
      { key: 'DiscountPresets', values: ['25', '12.5'] },
      { key: 'VoidReasons', values: ['Too late'] },
    ]),
  );
});
