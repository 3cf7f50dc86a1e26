import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { askForVersion, watchForFreeTill } from './load-version.ts';
import { useNewVersion } from './new-version.ts';

const before = useNewVersion.getState();
const session = useSession.getState();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  useNewVersion.setState(before, true);
  useSession.setState(session, true);
  vi.useRealTimers();
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
