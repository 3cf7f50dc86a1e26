import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { call } from '../../api/api.ts';
import { learnRelease } from '../../api/release.ts';
import { useBills } from '../../bills/bills.ts';
import { steadyNow } from '../../clock/steady.ts';
import { forgetServerTime, learnServerTime } from '../../clock/till-clock.ts';
import { useTickets } from '../../printing/kept-tickets.ts';
import { forgetPrints } from '../../printing/print.ts';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { NewVersionBar } from '../update/new-version-bar.tsx';
import { Shell } from './shell.tsx';

afterEach(() => {
  vi.useRealTimers();
  forgetServerTime();
  clear();
});

it('[R35.84] shows that the device’s clock is wrong, with both times, until it is right', async () => {
  const right = Date.parse('2026-03-10T07:00:00.000Z');
  await openTill();
  useApp.setState({ shift: null });
  await showAt('/', <Shell />);
  await expect.element(page.getByRole('main')).toBeVisible();
  await expect.element(page.getByText('The clock of this device is wrong')).not.toBeInTheDocument();
  vi.useFakeTimers({ toFake: ['Date'], now: right + 3 * 24 * 60 * 60 * 1000 });
  learnServerTime(String(right), steadyNow());
  const text = 'The clock of this device is wrong: it shows 13-Mar-2026 12:00, but it is 10-Mar-2026 12:00.';
  await vi.waitFor(() => expect(document.body.textContent).toContain(text));
  vi.setSystemTime(right);
  learnServerTime(String(right), steadyNow());
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('The clock of this device'));
});

it('shows the offer of a new version in one row on a phone', async () => {
  await page.viewport(390, 844);
  // With a print of another test the first button says 'After this sale', which is longer.
  forgetPrints();
  useTickets.setState({ tickets: [] });
  useBills.setState({ drafts: {} });
  await showAt('/', <NewVersionBar />);
  const buttons = page.getByRole('status', { name: 'New version' }).getByRole('button');
  await expect.element(buttons.nth(1)).toBeVisible();
  const [now, later] = buttons.elements().map((button) => button.getBoundingClientRect().top);
  expect(later).toBe(now);
});

it('[R31.35] tells a till that is too old to load the new version, instead of an error for each refused call', async () => {
  await openTill();
  useApp.setState({ shift: null });
  const refuse = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const body = JSON.stringify({ message: 'Load the new version', reason: 'releaseOld', code: 409 });
    return new Response(body, {
      status: 409,
      headers: { 'content-type': 'application/json', 'x-store': 'store' },
    });
  });
  await showAt('/', <Shell />);
  const told = vi.spyOn(useApp.getState(), 'setError');
  await expect(call('bill.active')).rejects.toMatchObject({ body: { reason: 'releaseOld' } });
  expect(told).not.toHaveBeenCalled();
  const bar = page.getByRole('status', { name: 'New version' });
  await expect.element(bar.getByText(/Load the new version/)).toBeVisible();
  // It cannot be put off, and goes when a server of this release answers.
  expect(bar.getByRole('button').elements()).toHaveLength(1);
  refuse.mockRestore();
  learnRelease('0.3');
  await expect.element(bar).not.toBeInTheDocument();
  learnRelease(null);
  told.mockRestore();
});
