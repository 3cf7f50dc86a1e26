/** Keys of demo data: the same name gives the same key, so that an interrupted start can continue. */
import { createHash } from 'node:crypto';

/** Returns the UUID (in the form of version 5) of a name. */
export function seedKey(name: string): string {
  const hex = createHash('sha1').update(`atoll demo ${name}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
