import type { ReactNode } from 'react';

export type Screen = () => ReactNode;

/** Maximum time for a screen to load before an error is shown (R19.7). */
export const loadLimitMs = 3000;

export class LoadError extends Error {
  constructor(cause?: unknown) {
    super('Error while loading component', { cause });
    this.name = 'LoadError';
  }
}

/** Rejects with a LoadError when the promise fails or takes longer than the limit. */
export async function withinLimit<T>(promise: Promise<T>, limitMs = loadLimitMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadError('timeout')), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } catch (error) {
    throw error instanceof LoadError ? error : new LoadError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a route component that is fetched when its route is entered. A failed fetch can be retried. */
export function lazyScreen(load: () => Promise<Screen>): Screen & { preload: () => Promise<void> } {
  let Loaded: Screen | undefined;
  let loading: Promise<void> | undefined;

  function preload(): Promise<void> {
    loading ??= withinLimit(load())
      .then((component) => {
        Loaded = component;
      })
      .catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    return loading;
  }

  function LazyScreen() {
    // A thrown promise suspends the component; usually the router has already waited for `preload`.
    // oxlint-disable-next-line typescript/only-throw-error
    if (!Loaded) throw preload();
    return <Loaded />;
  }

  return Object.assign(LazyScreen, { preload });
}
