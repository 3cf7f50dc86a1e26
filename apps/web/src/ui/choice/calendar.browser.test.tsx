import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clear, show } from '../hook/testing.tsx';
import { Calendar } from './calendar.tsx';

afterEach(clear);

const cells = () => page.getByRole('cell').all();
const onChange = vi.fn();

it('[R11.8] shows 35 cells, or 42 for a month of six weeks, and starts weeks on Sunday', async () => {
  await show(<Calendar value="2026-02-10" today="2026-02-01" onChange={onChange} />);
  await expect.element(page.getByText('Feb 2026')).toBeVisible();
  expect(cells()).toHaveLength(35);
  const heads = page
    .getByRole('columnheader')
    .all()
    .map((each) => each.element().textContent);
  expect(heads).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  await show(<Calendar value="2026-08-10" today="2026-02-01" onChange={onChange} />);
  await expect.element(page.getByText('Aug 2026')).toBeVisible();
  expect(cells()).toHaveLength(42);
});

it('[R11.8] shows short English month names, and changes the month', async () => {
  await show(<Calendar value="2026-01-10" today="2026-02-01" onChange={onChange} />);
  await expect.element(page.getByText('Jan 2026')).toBeVisible();
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect.element(page.getByText('Dec 2025')).toBeVisible();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect.element(page.getByText('Feb 2026')).toBeVisible();
});

it('chooses by tap and by keyboard, but not out of bounds', async () => {
  await show(<Calendar value="2026-01-30" today="2026-01-13" min="2026-01-05" onChange={onChange} />);
  await page.getByRole('button', { name: '13 Jan, 2026' }).click();
  expect(onChange).toHaveBeenLastCalledWith('2026-01-13');
  await expect.element(page.getByRole('button', { name: '4 Jan, 2026' })).toBeDisabled();
  (page.getByRole('button', { name: '30 Jan, 2026' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('7 Feb, 2026'));
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('2026-02-07');
});
