/** Digests of values, independent of the order of their fields. */
import { hash } from 'node:crypto';

/** Returns a value as it is in JSON, with sorted fields. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one));
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, canonical(one)]));
}

/** Returns the SHA-256 of a value as JSON with sorted fields. */
export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(canonical(value)), 'base64url');
