/** Instants and timezones as text. */

/** Returns whether the JavaScript engine supports a timezone by its IANA name. */
export function isTimezone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // Intl throws for an unknown name.
    return false;
  }
}

/** Returns an ISO instant as epoch milliseconds, or null when it is invalid. */
export function instantOf(iso: string): number | null {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}
