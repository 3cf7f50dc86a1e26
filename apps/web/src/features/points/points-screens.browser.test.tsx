import type { PointsLedger } from '@atoll/domain/contract/people/points';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { AdjustPoints } from './adjust-points.tsx';
import { ViewPoints } from './points-screens.tsx';

const ledger: PointsLedger = {
  id: 5,
  key: 'k',
  version: 1,
  code: 'C5',
  name: 'Aisha',
  phone: '',
  points: 8,
  entries: [],
};
let answer = ledger;
const sent = vi.fn<(path: string, body: Record<string, unknown>) => void>();
const onClose = vi.fn();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  sent.mockReset();
  onClose.mockReset();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!String(url).includes('/crm/points/')) throw new TypeError('Failed to fetch');
    if (init.body) sent(String(url), JSON.parse(String(init.body)) as Record<string, unknown>);
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json', 'x-store': 's1' } });
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('takes points off a customer, with a reason, once it says how many', async () => {
  await showAt('/', <AdjustPoints customerId={5} onClose={onClose} />);
  await press('Goodwill');
  await press('Adjust');
  await expect.element(page.getByText('Type how many points')).toBeVisible();
  await page.getByRole('textbox', { name: 'Points' }).fill('12');
  await page.getByRole('tab', { name: 'Take off' }).click();
  await press('Adjust');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const [path, body] = sent.mock.calls[0] ?? ['', {}];
  expect(path).toContain('/crm/points/adjust');
  expect(body).toMatchObject({ customerId: 5, points: -12, reason: 'Goodwill' });
});

it('says how many points are due to expire, and takes them off with a reason', async () => {
  signInWith(['Customers', 'points.adjust']);
  answer = { ...ledger, points: 120, due: 70 };
  await showAt('/wallets/points/5', <ViewPoints />, '/wallets/points/$id');
  await expect.element(page.getByText('Due to expire')).toBeVisible();
  await press('Take off expired points');
  await expect.element(page.getByText('70 points are older than your setting allows.', { exact: false })).toBeVisible();
  await press('Not used in time');
  answer = { ...ledger, points: 50, due: 0 };
  await page.getByRole('button', { name: 'Take off expired points' }).last().click();
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  const [path, body] = sent.mock.calls[0] ?? ['', {}];
  expect(path).toContain('/crm/points/expire');
  expect(body).toMatchObject({ customerId: 5, reason: 'Not used in time' });
  expect(Object.keys(body)).not.toContain('points');
  await expect.poll(() => page.getByText('Due to expire').elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Take off expired points' }).elements()).toEqual([]);
  answer = ledger;
});
