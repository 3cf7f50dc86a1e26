/** Which clock counts for something that a device did. Source: docs/rules.md#device-time, docs/rules.md#arrival. */

/**
 * Longer than a till may be away: what it says was earlier than that did not happen on it. A till is shut 72 h after it lost the server, but one that is
 * in use goes on, and its first sale is older than that by the time it arrives.
 */
const longestAwayMs = 7 * 24 * 3600 * 1000;

/** Answers the device's instant (ISO) in epoch ms when it can be true, else the server's `now`. */
export function deviceTime(said: string | undefined, now: number): number {
  if (said === undefined) return now;
  const at = Date.parse(said);
  return at > now || at < now - longestAwayMs || Number.isNaN(at) ? now : at;
}

let last = { ms: Number.NaN, text: '' };

/** An instant as it stands on the wire. A command asks for the same one many times. */
export function instant(ms: number): string {
  if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
  return last.text;
}
