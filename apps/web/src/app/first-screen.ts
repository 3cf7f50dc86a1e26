import type { AnyRouter } from '@tanstack/react-router';
import { atMost } from '../api/at-most.ts';

/** Longest wait for the screen. On a slow network what comes after it must not take the line from it. */
const limitMs = 15_000;
/** Longest wait for a browser that is always busy. */
const idleLimitMs = 3000;

/** Resolves in the frame after the next one: what is in the page now was painted. A hidden page paints nothing. */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Resolves when a screen is shown and the browser has nothing else to do. What a screen does not need is loaded after that. */
export async function firstScreen(router: AnyRouter): Promise<void> {
  const rendered = new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop();
      resolve();
    });
  });
  await atMost(limitMs, rendered);
  await atMost(idleLimitMs, painted());
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: idleLimitMs });
    else setTimeout(resolve);
  });
}
