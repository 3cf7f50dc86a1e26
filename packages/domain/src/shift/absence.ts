/** When a device was away, as far as the server knows. Times in epoch ms. Source: R36.11, docs/rules.md#device-time. */

/** A time without contact, from the last one before it until the first one after it. */
export type Absence = readonly [from: number, until: number];

export interface Contact {
  readonly heardAt: number;
  readonly absences: readonly Absence[];
}

/** A device that is there is written down at least this often. */
export const contactEveryMs = 30_000;
/** A longer time without contact is an absence. */
export const minAbsenceMs = 2 * contactEveryMs;
/** Work that a device could not send at once may be a little older than its last contact. */
const slackMs = 60_000;
/** Work of longer ago is not believed anyway. */
const keptMs = 8 * 24 * 3600 * 1000;

/** Returns the contact of a device after the server heard of it; an unknown device begins now. */
export function afterContact(known: Contact | undefined, now: number): Contact {
  if (known === undefined) return { heardAt: now, absences: [] };
  const kept = known.absences.filter(([, until]) => until > now - keptMs);
  const isBack = now - known.heardAt > minAbsenceMs;
  return {
    heardAt: Math.max(known.heardAt, now),
    absences: isBack ? [...kept, [known.heardAt, now] as const] : kept,
  };
}

/** Returns whether the device was away at an instant before `now`. */
export function wasAway(contact: Contact | undefined, at: number, now: number): boolean {
  return afterContact(contact, now).absences.some(([from, until]) => at >= from - slackMs && at <= until);
}
