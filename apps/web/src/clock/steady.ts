/** A clock that corrections of the device's clock do not move. Source: R35.83. */

/** The device's clock at page load, minus the page's own time. */
const openedAt = Date.now() - performance.now();

/**
 * Returns epoch ms that never run backwards while the page is open. They may be stored and compared after a restart; `isWaitOver` detects
 * values stored under a wrong clock.
 */
export const steadyNow = (): number => openedAt + performance.now();

/** When this page began to run. Parts of the app that come later ask it too. */
export const pageBegan = steadyNow();

/** Returns true when the stored time has passed, or is further ahead than the longest wait: then it was stored under a wrong clock. */
export const isWaitOver = (until: number, now: number, maxWaitMs: number): boolean =>
  until <= now || until > now + maxWaitMs;
