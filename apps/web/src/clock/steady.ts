/** A clock that no correction of the device's clock moves. Source: R35.83. */

/** The device's clock when the page was opened, less the page's own time. */
const openedAt = Date.now() - performance.now();

/**
 * Returns epoch ms that only run forward while the page lives. They may be stored and compared after a restart; what was stored under a
 * wrong clock is told by `isWaitOver`.
 */
export const steadyNow = (): number => openedAt + performance.now();

/** Returns true when the stored time has come, or lies further ahead than the longest wait: then a wrong clock wrote it. */
export const isWaitOver = (until: number, now: number, maxWaitMs: number): boolean =>
  until <= now || until > now + maxWaitMs;
