import type { ReactNode } from 'react';
import { atMost } from '../../api/at-most.ts';
import { fetchOnce } from '../../locale/fetch-once.ts';

export type Screen = () => ReactNode;

/** How long a navigation waits for its screen. A slower one opens with a sign of progress, and appears when it is there (R19.7). */
export const loadLimitMs = 3000;

/** The screen could not be fetched. */
export class LoadError extends Error {
  /** Lets the next rendering fetch the screen again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('Error while loading component', { cause });
    this.name = 'LoadError';
    this.forget = forget;
  }
}

/** Returns a route component that is fetched when its route is entered. A failed fetch can be retried. */
export function lazyScreen(load: () => Promise<Screen>): Screen & { preload: () => Promise<void> } {
  let Loaded: Screen | undefined;
  let failed: LoadError | undefined;

  const fetchScreen = fetchOnce(async () => {
    try {
      Loaded = await load();
    } catch (error) {
      failed = new LoadError(error, () => {
        failed = undefined;
      });
      throw failed;
    }
  });

  function start(): Promise<void> {
    failed = undefined;
    return fetchScreen();
  }

  function LazyScreen() {
    if (failed) throw failed;
    // A thrown promise suspends the component; usually the router has already waited for `preload`.
    // oxlint-disable-next-line typescript/only-throw-error
    if (!Loaded) throw start();
    return <Loaded />;
  }

  return Object.assign(LazyScreen, { preload: () => atMost(loadLimitMs, start()) });
}
