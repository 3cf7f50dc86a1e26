/** Reads certificates. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Leaf } from '@atoll/domain/trust/leaf';
import type { Pair } from './tls.ts';

/** Returns the address of an alternative name as people write it: Node writes those of IPv6 with all their groups. */
const written = (name: string): string => {
  const value = name.replace(/^(DNS|IP Address):/, '');
  return value.includes(':') ? new URL(`http://[${value}]`).hostname.slice(1, -1) : value.toLowerCase();
};

/** Returns when a certificate is valid, and for which names and addresses. */
export function readLeaf(pem: string): Leaf {
  const { validFromDate, validToDate, subjectAltName } = new X509Certificate(pem);
  const names = (subjectAltName ?? '').split(', ').filter((name) => /^(DNS|IP Address):/.test(name));
  return { from: validFromDate.getTime(), to: validToDate.getTime(), names: names.map(written) };
}

/** Returns whether the key of a pair belongs to its certificate. */
export const isMatching = ({ cert, key }: Pair): boolean =>
  new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));

/** Returns whether a certificate is for a name or an address. */
export function isFor(pem: string, name: string): boolean {
  const cert = new X509Certificate(pem);
  // The check of an address throws for a name.
  return (isIP(name) === 0 ? cert.checkHost(name) : cert.checkIP(name)) !== undefined;
}
