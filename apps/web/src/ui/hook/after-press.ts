/**
 * Delays layout changes during a press: when a field is left by pressing something else, its message must not move the pressed target. It
 * appears after the press.
 */
let isPressed = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isPressed = true), { capture: true });
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (isPressed = false), { capture: true });
}

/** Calls `act` at once, or after the current press and the click that follows it. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const later = () => setTimeout(act);
  const stop = new AbortController();
  for (const end of ['pointerup', 'pointercancel'])
    window.addEventListener(end, () => (stop.abort(), later()), { signal: stop.signal });
  return undefined;
}
