import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, show } from '../../../ui/hook/testing.tsx';
import { unpaidMinutes, useUnpaidBillNotices } from './unpaid-bills.ts';

const now = Date.parse('2026-03-10T09:00:00.000Z');

beforeEach(openTill);
afterEach(clear);

function Notices() {
  useUnpaidBillNotices(now);
  return null;
}

/** Opens bills in slots, printed so many minutes ago. */
async function printed(minutes: Readonly<Record<string, number>>): Promise<void> {
  for (const [slot, ago] of Object.entries(minutes)) {
    const opened = await useBills.getState().checkIn('Table', slot);
    if (!opened.ok) throw new Error(opened.refusal.message);
    const lastSavedAt = new Date(now - ago * 60_000).toISOString();
    const bill: Bill = { ...opened.value, status: 'BillPrinted', lastSavedAt, printCount: 1 };
    useBills.setState(({ bills }) => ({ bills: { ...bills, [bill.key]: bill } }));
  }
}
const notices = () => useApp.getState().notifications.map(({ message, details }) => [message, details]);

it('[R35.84] counts the minutes since an unpaid bill was printed, and 0 when the clock of its till ran ahead', () => {
  const bill = { status: 'BillPrinted' } as const;
  expect(unpaidMinutes({ ...bill, lastSavedAt: '2026-03-10T08:30:00.000Z' }, now)).toBe(30);
  expect(unpaidMinutes({ ...bill, lastSavedAt: '2026-03-13T09:00:00.000Z' }, now)).toBe(0);
});

it('names the bill that is not paid, and when it was printed', async () => {
  useApp.setState({ settings: [{ key: 'StaleBillMinutes', value: '1' }] });
  await printed({ 4: 1, 5: 0 });
  await show(<Notices />);
  await expect.poll(notices).toEqual([['Table 4: the bill is not paid', 'It was printed 1 minute ago.']]);
});

it('shows one notice for all unpaid bills that a till finds at its start, the oldest first', async () => {
  await printed({ 4: 20, 5: 45, 6: 10, 7: 30 });
  await show(<Notices />);
  await expect.poll(notices).toEqual([['3 bills are not paid', 'Table 5 · Table 7 · Table 4']]);
});
