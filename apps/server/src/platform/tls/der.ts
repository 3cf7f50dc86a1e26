/** Writes the name constraints of an authority, which the certificate library has no class for. Source: R31.3, RFC 5280 section 4.2.1.10. */
import { rangeBytes } from '@atoll/domain/trust/address';
import type { Permitted } from '@atoll/domain/trust/permitted';

const sequenceTag = 0x30;
const permittedTag = 0xa0;
const nameTag = 0x82;
const addressTag = 0x87;

/** Returns a value with its tag and length. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** Returns the extension's content: the names and ranges that certificates of the authority may have. */
export function nameConstraints({ dns, ip }: Permitted): Buffer {
  const names = dns.map((name) => tagged(nameTag, Buffer.from(name, 'ascii')));
  const ranges = ip.map((range) => {
    const { first, mask } = rangeBytes(range);
    return tagged(addressTag, Buffer.from([...first, ...mask]));
  });
  const subtrees = [...names, ...ranges].map((base) => tagged(sequenceTag, base));
  return tagged(sequenceTag, tagged(permittedTag, Buffer.concat(subtrees)));
}
