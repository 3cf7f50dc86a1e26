/** Keeps the screen awake while a screen requests it (the bill screen); the browser drops the lock when the tab is hidden. */
let wanted = 0;
let held: WakeLockSentinel | null = null;

async function take(): Promise<void> {
  if (held || !wanted || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
  try {
    held = await navigator.wakeLock.request('screen');
    held.addEventListener('release', () => {
      held = null;
    });
    if (!wanted) await held.release();
  } catch {
    // Refused, for example on a low battery: the screen then sleeps as usual.
    held = null;
  }
}

const again = (): void => {
  void take();
};

/** Keeps the screen awake until the returned function is called. */
export function keepAwake(): () => void {
  wanted += 1;
  if (wanted === 1) document.addEventListener('visibilitychange', again);
  void take();
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    wanted -= 1;
    if (wanted > 0) return;
    document.removeEventListener('visibilitychange', again);
    void held?.release();
  };
}
