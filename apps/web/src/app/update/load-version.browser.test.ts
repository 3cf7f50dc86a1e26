import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useBills } from '../../bills/bills.ts';
import { useTickets } from '../../printing/kept-tickets.ts';
import { forgetPrints } from '../../printing/print.ts';
import { clear } from '../../ui/hook/testing.tsx';
import { askForVersion, watchForFreeTill } from './load-version.ts';
import { useNewVersion } from './new-version.ts';

const before = useNewVersion.getState();
const path = location.pathname + location.search;
beforeEach(() => {
  // No sale, dialog or print of another test.
  clear();
  for (const dialog of document.querySelectorAll('[role="dialog"], [role="alertdialog"]')) dialog.remove();
  forgetPrints();
  useBills.setState({ drafts: {} });
  useTickets.setState({ tickets: [] });
  history.replaceState(null, '', '/');
  vi.useFakeTimers();
});
afterEach(() => {
  useNewVersion.setState(before, true);
  history.replaceState(null, '', path);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('[R31.34] asks for the new version again where the browser did not activate it', () => {
  const postMessage = vi.fn();
  useNewVersion.setState({ worker: { postMessage } as unknown as ServiceWorker, isAsked: false, isHidden: false });
  watchForFreeTill();
  askForVersion();
  // What the till calls at the same moment is sent before.
  expect(postMessage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(postMessage).toHaveBeenCalledTimes(1);
  expect(useNewVersion.getState().isHidden).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(postMessage).toHaveBeenCalledTimes(2);
  expect(postMessage).toHaveBeenLastCalledWith({ type: 'SKIP_WAITING' });
});

it('looks for the new version where the server says that this one is too old and the browser has none yet', async () => {
  const update = vi.fn(async () => undefined);
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ update } as never);
  useNewVersion.setState({ worker: null, isAsked: false, isHidden: false });
  askForVersion();
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1));
  expect(useNewVersion.getState().isAsked).toBe(true);
});
