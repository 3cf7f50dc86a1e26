/** Digests of values, independent of the order of their fields. */
import { hash } from 'node:crypto';

/** Returns a value as it is in JSON, with sorted fields. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one));
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  const fieldOf = (name: string): unknown => canonical((value as Record<string, unknown>)[name]);
  // Setting a field of this name would set what the object inherits from.
  if (names.includes('__proto__')) return Object.fromEntries(names.map((name) => [name, fieldOf(name)]));
  const sorted: Record<string, unknown> = {};
  for (const name of names) sorted[name] = fieldOf(name);
  return sorted;
}

/** Returns the SHA-256 of a value as JSON with sorted fields. */
export const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(canonical(value)), 'base64url');
