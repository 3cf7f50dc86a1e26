/**
 * A field that is left because something else is pressed may not move that under the finger: what its message would shift
 * waits until the press is over.
 */
let isPressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (isPressed = false), { capture: true });
}

/** Acts at once, or after the press that is going on and the click that follows it. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const later = () => setTimeout(act);
  const stop = new AbortController();
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (stop.abort(), later()), { signal: stop.signal });
  return undefined;
}
