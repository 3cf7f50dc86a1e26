import { wallClock } from '@atoll/domain/date/business-day';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tillNow } from '../clock/till-clock.ts';
import { useApp } from '../sync/app-store.ts';
import { businessDayHere, dateHere } from '../sync/outlet-time.ts';
import { openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { RangeFields } from './range-fields.tsx';

afterEach(clear);

it('[R11.7] marks the business day of the outlet in the calendar, not the day of the device', async () => {
  await openTill();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const own = wallClock(tillNow(), timeZone).date;
  // One of both has another date than the device at any time of the day.
  const timezone = ['Pacific/Kiritimati', 'Pacific/Niue'].find((zone) => wallClock(tillNow(), zone).date !== own) ?? '';
  const { outlet } = useApp.getState();
  useApp.setState({ outlet: { ...(outlet as Outlet), timezone, businessDayCutoff: '00:00' } });
  expect(dateHere()).not.toBe(own);
  await showAt(
    '/',
    <RangeFields value={{ range: 'Custom' }} ranges={['Today', 'Custom']} onChange={() => undefined} />,
  );
  await page.getByRole('combobox', { name: 'From' }).click();
  const marked = () => document.querySelector('[aria-current="date"]')?.textContent;
  await expect.poll(marked).toBe(String(Number(businessDayHere().slice(8))));
});
