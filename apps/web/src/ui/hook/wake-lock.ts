/**
 * Keeps the display of the device awake while a screen requests it: the bill screen and the kitchen screen. The browser releases the lock when the tab
 * is hidden; it is requested again when the tab is visible.
 */

/** How many screens request it now. */
let requests = 0;
let held: WakeLockSentinel | null = null;

async function requestLock(): Promise<void> {
  if (held || !requests || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
  try {
    held = await navigator.wakeLock.request('screen');
    held.addEventListener('release', () => {
      held = null;
    });
    if (!requests) await held.release();
  } catch {
    // The browser refused, for example on a low battery: the display then turns off as usual.
    held = null;
  }
}

const onVisibilityChange = (): void => {
  void requestLock();
};

/** Keeps the display awake until the returned function is called. */
export function keepAwake(): () => void {
  requests += 1;
  if (requests === 1) document.addEventListener('visibilitychange', onVisibilityChange);
  void requestLock();
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    requests -= 1;
    if (requests > 0) return;
    document.removeEventListener('visibilitychange', onVisibilityChange);
    void held?.release();
  };
}
