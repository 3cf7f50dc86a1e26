/** Internet addresses as bytes, and ranges of them. */

/** A range of addresses: `192.168.0.0/16`. */
export type Cidr = `${string}/${number}`;

const four = /^\d{1,3}(\.\d{1,3}){3}$/;
const group = /^[\da-f]{1,4}$/i;

function fourBytes(text: string): number[] | undefined {
  if (!four.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** Returns the bytes of a part of an address of IPv6; its last group may be an address of IPv4. */
function groupBytes(text: string): number[] | undefined {
  const bytes: number[] = [];
  const groups = text === '' ? [] : text.split(':');
  for (const [index, one] of groups.entries()) {
    const mapped = index === groups.length - 1 ? fourBytes(one) : undefined;
    if (!(mapped || group.test(one))) return undefined;
    const value = Number.parseInt(one, 16);
    bytes.push(...(mapped ?? [Math.floor(value / 256), value % 256]));
  }
  return bytes;
}

/** Returns the 4 or 16 bytes of an address; undefined for a name. */
export function addressBytes(text: string): number[] | undefined {
  if (!text.includes(':')) return fourBytes(text);
  const [before = '', after, ...more] = text.split('::');
  const [start, end] = [groupBytes(before), groupBytes(after ?? '')];
  if (!(start && end) || more.length > 0) return undefined;
  const missing = 16 - start.length - end.length;
  if (after === undefined ? missing !== 0 : missing < 2) return undefined;
  return [...start, ...Array.from({ length: missing }, () => 0), ...end];
}

/** Returns the first address of a range, and as many bytes that tell which bits count. Throws for a range that is none. */
export function rangeBytes(range: Cidr): { readonly first: number[]; readonly mask: number[] } {
  const [address = '', length = ''] = range.split('/');
  const first = addressBytes(address);
  const bits = Number(length);
  if (!first || length === '' || !Number.isInteger(bits) || bits < 0 || bits > first.length * 8)
    throw new Error(`${range} is no range of addresses`);
  const mask = first.map((_, index) => 256 - 2 ** (8 - Math.min(8, Math.max(0, bits - index * 8))));
  return { first, mask };
}

/** Returns the bits of a byte that a mask lets count. */
const masked = (byte: number, mask: number): number => byte - (byte % (256 - mask));

/** Returns whether an address, as bytes, is in a range. */
export function isInRange(address: readonly number[], range: Cidr): boolean {
  const { first, mask } = rangeBytes(range);
  const isSame = (byte: number, index: number): boolean =>
    masked(byte, mask[index] ?? 0) === masked(first[index] ?? 0, mask[index] ?? 0);
  return address.length === first.length && address.every(isSame);
}
