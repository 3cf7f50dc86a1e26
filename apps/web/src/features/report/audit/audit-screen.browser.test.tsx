import type { AuditEntry, KnownDevice } from '@atoll/domain/contract/outlet/audit';
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../../session/session.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { AuditScreen } from './audit-screen.tsx';

const result = {
  id: 5,
  config: { reportKey: 'audit', range: 'Today', compareTo: 'None', filters: { subject: 'Menu Item' } },
  range: { from: '2026-03-04', to: '2026-03-04' },
  rows: [],
  totals: {},
  compared: null,
  isCut: false,
  at: '2026-03-04T08:00:00.000Z',
} satisfies ReportResult;

const entry: AuditEntry = {
  id: 12,
  at: '2026-03-04T08:00:00.000Z',
  person: 'Aisha',
  sentBy: '',
  isRevoked: false,
  subject: 'Menu Item',
  key: '019aa5c0-0000-7000-8000-000000000001',
  action: 'Updated',
  device: 'Counter till',
  approvedBy: 'Hassan',
  record: 'Black tea',
  before: { name: 'Tea', isActive: true },
  after: { id: 3, name: 'Black tea', isActive: false },
  names: {},
};

const userAgent = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const devices: KnownDevice[] = [
  { id: '019aa5c0-0000-7000-8000-00000000aaaa', name: userAgent, usedAt: entry.at },
  { id: '019aa5c0-0000-7000-8000-00000000bbbb', name: userAgent, usedAt: entry.at },
];

const priced: AuditEntry = {
  ...entry,
  id: 13,
  before: {
    categoryIds: [1],
    sizes: [{ value: 'Large', sellingPrice: 4500 }],
    availableFrom: '2026-03-04T08:00:00.000Z',
  },
  after: { categoryIds: [1, 2], sizes: [{ value: 'Large', sellingPrice: 4800 }], availableFrom: null },
  names: { 'category:1': 'Drinks', 'category:2': 'Hot drinks' },
};

let entries: AuditEntry[];
let asked: string[];
let chain: object;
beforeEach(async () => {
  await page.viewport(1440, 900);
  await openTill();
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, permissions: [...user.permissions, 'Reports', 'Menu Items'] } });
  asked = [];
  entries = [entry];
  chain = { isIntact: true, rows: 12, brokenAt: null };
  const server = fakeServer();
  server.handler = ({ path }) => {
    asked.push(path);
    if (path.startsWith('/app/audit/list'))
      return { body: { items: entries, count: 1, pageSize: 100, totalPages: 1, isCountExact: true } };
    if (path === '/app/audit/devices') return { body: devices };
    if (path === '/app/audit/check') return { body: chain };
    return undefined;
  };
  vi.stubGlobal('fetch', (async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(String(input instanceof Request ? input.url : input));
    return server.fetch(input, init);
  }) as typeof fetch);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const open = () => showAt('/reports/view/5', <AuditScreen result={result} />);

it('[R2.23] shows who changed what, and sends the filters of the report', async () => {
  await open();
  await expect.element(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Aisha' })).toBeVisible();
  await expect.element(page.getByText('Hassan')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'Name: Tea → Black tea · Is active: Yes → No' })).toBeVisible();
  expect(asked.some((url) => url.includes('/app/audit/list') && url.includes('subject=Menu'))).toBe(true);
});

it('[R2.23] opens an entry with each value before and after, and links to the record', async () => {
  await open();
  await page.getByRole('cell', { name: 'Aisha' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu Item: Updated' });
  const row = drawer.getByRole('row', { name: /Tea/ });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toMatch(/^NameTeaBlack tea$/);
  expect(drawer.getByRole('row', { name: /Yes/ }).element().textContent).toMatch(/YesNo$/);
  const link = drawer.getByRole('link', { name: 'Open the record' });
  expect(link.element().getAttribute('href')).toBe('/menu/menu-items/view/3');
});

it('[R35.57] shows one line per changed field: amounts in MVR, local times, and names of records and fields', async () => {
  entries = [priced];
  await open();
  await expect.element(page.getByRole('cell', { name: 'Black tea', exact: true })).toBeVisible();
  await page.getByRole('cell', { name: 'Aisha' }).click();
  const rows = page.getByRole('dialog', { name: 'Menu Item: Updated' }).getByRole('row');
  await expect.poll(() => rows.elements().length).toBeGreaterThan(3);
  const said = rows
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')));
  expect(said.slice(-3)).toEqual([
    ['Categories', 'Drinks', 'Drinks, Hot drinks'],
    ['Sizes › Large › Price', 'MVR 45.00', 'MVR 48.00'],
    ['Available from', '04-Mar-2026 13:00', '–'],
  ]);
});

it('[R35.57] names the permission of an approval as the screens do', async () => {
  entries = [
    { ...entry, id: 14, subject: 'Approval', before: null, after: { permission: 'shift.closeOther' }, names: {} },
  ];
  await open();
  await expect.element(page.getByRole('cell', { name: 'Permission: Close the shifts of others' })).toBeVisible();
});

it('[R2.23] shows whether the chain is intact, or where it is broken', async () => {
  await open();
  await page.getByRole('button', { name: 'Check the history' }).click();
  await expect.element(page.getByText('Nobody changed the history: 12 entries')).toBeVisible();
  chain = { isIntact: false, rows: 7, brokenAt: 8 };
  await page.getByRole('button', { name: 'Check the history' }).click();
  await expect.element(page.getByText('Somebody changed the history at entry 8')).toBeVisible();
});

it('[R2.23] filters by action and device, and exports the same entries', async () => {
  await open();
  await page.getByRole('button', { name: 'Filter · 1' }).click();
  await page.getByLabelText('Action').selectOptions('Drawer opened');
  await expect.poll(() => asked.some((url) => url.includes('action=DrawerOpened'))).toBe(true);
  // Two phones of the same model can be distinguished.
  await page.getByLabelText('Device', { exact: true }).selectOptions('Chrome on Android · bbbb');
  const isAsked = (url: string) => url.includes('action=DrawerOpened') && url.includes(`deviceId=${devices[1]?.id}`);
  await expect.poll(() => asked.some(isAsked)).toBe(true);
  asked.length = 0;
  await page.getByRole('button', { name: 'Export All' }).click();
  await expect.poll(() => asked.some(isAsked)).toBe(true);
});
