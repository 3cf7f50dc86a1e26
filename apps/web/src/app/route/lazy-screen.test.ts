import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoadError, lazyScreen, loadLimitMs, withinLimit } from './lazy-screen.tsx';

describe('lazy screens', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[R19.7] rejects with a LoadError after 3000 ms', async () => {
    const result = withinLimit(new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(loadLimitMs - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(loadLimitMs).toBe(3000);
    expect(await result).toBeInstanceOf(LoadError);
    expect(((await result) as Error).message).toBe('Error while loading component');
  });

  it('[R19.7] can load again after a failure', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('network'))
      .mockResolvedValueOnce(() => 'here');
    const Screen = lazyScreen(load);
    await expect(Screen.preload()).rejects.toBeInstanceOf(LoadError);
    await expect(Screen.preload()).resolves.toBeUndefined();
    await Screen.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
