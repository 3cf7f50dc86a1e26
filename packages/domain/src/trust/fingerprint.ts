/** Fingerprints as people compare them. Source: R31.15. */

/** Returns the first 16 hex digits of a SHA-256 in groups of four: `4F2A 91C0 77DE 0B13`. */
export const shownFingerprint = (sha256: string): string =>
  (sha256.replaceAll(':', '').slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join(' ');
