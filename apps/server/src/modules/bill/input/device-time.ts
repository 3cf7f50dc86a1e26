/** Chooses between the clock of the device and of the server. Source: docs/rules.md#device-time, docs/rules.md#arrival. */

/**
 * The longest time a till is offline; an earlier device time is not believed. A till locks 72 h after it lost the server, but one in use
 * continues, and its first sale is older than that when it arrives.
 */
const maxAwayMs = 7 * 24 * 3600 * 1000;

/** Returns the device's instant (ISO) in epoch ms when it is plausible, otherwise the server's `now`. */
export function deviceTime(deviceTimeText: string | undefined, now: number): number {
  if (deviceTimeText === undefined) return now;
  const at = Date.parse(deviceTimeText);
  return at > now || at < now - maxAwayMs || Number.isNaN(at) ? now : at;
}

let last = { ms: Number.NaN, text: '' };

/** Returns an instant in the form of the API. Caches the last one, because a command formats the same one many times. */
export function instant(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}
