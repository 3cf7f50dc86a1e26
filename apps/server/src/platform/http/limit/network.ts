/** Names the network of a caller, by which tries are counted: a machine with IPv6 has any number of addresses of its own. Source: R36.26. */
import { isIPv6 } from 'node:net';

/** A machine chooses the rest of its address. */
const ownGroups = 4;
const allGroups = 8;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** Returns the first 64 bits of an IPv6 address, such as '2001:db8:0:1::/64', and any other address as it is; an IPv4 address in the form of IPv6 is that address. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const old = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (old !== undefined) return old;
  if (!isIPv6(plain)) return address;
  const [before = '', after] = plain.split('::', 2);
  const [head, tail] = [groupsOf(before), groupsOf(after ?? '')];
  const missing = after === undefined ? 0 : allGroups - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail].slice(0, ownGroups);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
