/** Tests of the time that screens show. */
import { afterEach, expect, it, vi } from 'vitest';
import { watchMinutes } from './now.ts';

afterEach(() => vi.restoreAllMocks());

it('[R34.5] renews the time when the screen becomes visible again, and renders nothing when it is hidden, as by a reload', () => {
  const renew = vi.fn();
  const stop = watchMinutes(renew);
  const hidden = vi.spyOn(document, 'hidden', 'get');
  for (const isHidden of [true, false, true]) {
    hidden.mockReturnValue(isHidden);
    document.dispatchEvent(new Event('visibilitychange'));
  }
  expect(renew).toHaveBeenCalledTimes(1);
  stop();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(renew).toHaveBeenCalledTimes(1);
});
