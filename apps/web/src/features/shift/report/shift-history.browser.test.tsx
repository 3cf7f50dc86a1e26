import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ShiftHistoryScreen } from './shift-history-screen.tsx';

beforeEach(async () => {
  await openTill();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    serverJson({
      items: [{ ...shift, date: '2026-11-28', createdAt: '2026-11-28T07:00:00.000Z', closedAt: null }],
      count: 1,
      page: 1,
      size: 100,
    }),
  );
});
afterEach(async () => {
  clear();
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

it('[R35.58] shows the business day of a shift whole at 1024 pixels', async () => {
  await page.viewport(1024, 768);
  // Beside the sidebar.
  await showAt(
    '/billing/shifts',
    <div style={{ inlineSize: 876 }}>
      <ShiftHistoryScreen />
    </div>,
  );
  const day = page.getByText('28 Nov 2026', { exact: true });
  await expect.element(day).toBeVisible();
  const cell = day.element().closest('td, [role="gridcell"], [role="cell"]') as Element;
  const range = document.createRange();
  range.selectNodeContents(day.element());
  const { paddingInlineEnd } = getComputedStyle(cell);
  const end = cell.getBoundingClientRect().right - Number.parseFloat(paddingInlineEnd);
  expect(range.getBoundingClientRect().right).toBeLessThanOrEqual(end + 0.5);
  expect(day.element().scrollWidth).toBeLessThanOrEqual(day.element().clientWidth);
});
