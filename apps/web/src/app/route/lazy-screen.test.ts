import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadError, lazyScreen, loadLimitMs } from './lazy-screen.tsx';

describe('lazy screens', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[R19.7] a navigation waits 3000 ms for its screen, and no longer', async () => {
    let isOver = false;
    const wait = async () => {
      await lazyScreen(() => new Promise(() => undefined)).preload();
      isOver = true;
    };
    void wait();
    await vi.advanceTimersByTimeAsync(loadLimitMs - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(loadLimitMs).toBe(3000);
    expect(isOver).toBe(true);
  });

  it('[R19.7] can load again after a failure', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('network'))
      .mockResolvedValueOnce(() => 'here');
    const Screen = lazyScreen(load);
    const failure: unknown = await Screen.preload().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LoadError);
    expect((failure as LoadError).message).toBe('Error while loading component');
    expect(() => Screen()).toThrow(failure as LoadError);
    await expect(Screen.preload()).resolves.toBeUndefined();
    await Screen.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
