/** The product's version, from the root package. */
import manifest from '../../../package.json' with { type: 'json' };

export const version: string = manifest.version;

/** The day of the release, in ms: no clock is right that shows an earlier one. A release sets it (docs/how-to/release.md). */
export const releasedAt: number = Date.parse('2026-11-24T00:00:00Z');
