/** Instants and timezones as text. */

/** Answers whether the machine knows the timezone by this IANA name. */
export function isTimezone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // The engine throws for a name that it does not know.
    return false;
  }
}

/** Answers an ISO instant as epoch milliseconds, or null when it is none. */
export function instantOf(iso: string): number | null {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}
