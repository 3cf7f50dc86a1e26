import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../../../api/event.ts';
import { useBills } from '../../../bills/bills.ts';
import { tillNow } from '../../../clock/till-clock.ts';
import { useApp } from '../../../sync/app-store.ts';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { FloorScreen } from '../floor/floor-screen.tsx';
import { SlotPane } from '../slot/slot-pane.tsx';
import { WorkBars } from './work-bars.tsx';

let untouched: object[] = [];
let asked = 0;
const ticket = (slot: string, minutes: number) => ({
  key: `ticket ${slot}`,
  station: 'KITCHEN',
  slotType: 'Table',
  slot,
  createdAt: new Date(tillNow() - minutes * 60_000 - 1000).toISOString(),
});

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  asked = 0;
  useApp.setState({ features: ['Kitchen'] });
  for (const slot of ['2', '3']) await useBills.getState().checkIn('Table', slot);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (!String(input).endsWith('/kitchen/unseen')) throw new TypeError('Failed to fetch');
    asked += 1;
    return serverJson(untouched);
  });
});
afterEach(() => {
  useApp.setState({ features: [], floor: { version: 0, sections: [], places: [] } });
  clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const bar = () => page.getByRole('alert', { name: 'Not seen in the kitchen' });

it('[R23.24] the floor names the tables of tickets that nobody touched, with the minutes, and marks them until somebody does', async () => {
  const places = ['2', '3'].map((slot, index) => ({
    ...newPlace('Table', slot, []),
    x: 32 + index * 400,
    width: 240,
    height: 240,
  }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  untouched = [ticket('2', 7), ticket('3', 4)];
  await showAt('/billing/floor', <FloorScreen />);
  await expect.element(bar()).toHaveTextContent('Not seen in the kitchen Table 2 7′');
  expect(bar().element().textContent).not.toContain('Table 3');
  const place = (slot: string) => page.getByRole('button', { name: new RegExp(`^Table ${slot},`) });
  await expect.element(place('2')).toHaveAccessibleDescription(/^not seen,/);
  await expect.element(place('2')).toHaveAttribute('data-late', 'true');
  await expect.element(place('3')).not.toHaveAccessibleDescription(/not seen/);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(bar()).toHaveTextContent('Not seen in the kitchen Table 2 8′, Table 3 5′');
  await expect.element(place('3')).toHaveAccessibleDescription(/^not seen,/);
  untouched = [];
  emit('tickets', { action: '' });
  await expect.element(bar()).not.toBeInTheDocument();
  await expect.element(place('2')).not.toHaveAccessibleDescription(/not seen/);
});

it('[R23.24] the bill screen names the table once and marks its slot; without the setting it asks nothing', async () => {
  const { outlet, settings } = useApp.getState();
  if (!outlet) throw new Error('no outlet');
  untouched = [ticket('2', 7), { ...ticket('2', 6), key: 'another' }];
  const place = { type: 'Table', slot: '3' } as const;
  const screen = (
    <>
      <WorkBars place={place} />
      <SlotPane outlet={outlet} place={place} now={tillNow()} step="slots" onSlot={() => undefined} />
    </>
  );
  await showAt('/', screen);
  await expect.element(bar()).toHaveTextContent('Not seen in the kitchen Table 2 7′');
  await expect.element(page.getByRole('button', { name: /^Table 2,/ })).toHaveAccessibleDescription(/^not seen,/);
  clear();
  useApp.setState({ settings: [{ key: 'UnseenTicketMinutes', value: '0' }, ...settings] });
  asked = 0;
  await showAt('/', screen);
  await expect.element(page.getByRole('button', { name: /^Table 2,/ })).toBeVisible();
  expect([bar().elements(), asked]).toEqual([[], 0]);
});
