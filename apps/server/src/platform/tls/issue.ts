/** Makes the certificates of the shop: its authority, and the server's own. Loaded only when one is made. Source: R31.2, R31.3. */
import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import { addressBytes } from '@atoll/domain/trust/address';
import { mayIssue, permittedFor } from '@atoll/domain/trust/permitted';
import * as x509 from '@peculiar/x509';
import { nameConstraints } from './der.ts';
import type { Pair } from './tls.ts';

const dayMs = 86_400_000;
/** A certificate is valid from this long before it was made, for devices whose clock is slow. */
const beforeMs = 2 * dayMs;
const leafDays = 397;
const authorityYears = 10;
const pathLength = 1;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const constraintsOid = '2.5.29.30';

/** An authority as it is kept: with the names given at setup, which it permits besides those of every shop's network. */
export interface KeptAuthority extends Pair {
  readonly names: readonly string[];
}

const { KeyUsageFlags } = x509;

async function keyPem(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

const makeKeys = (): Promise<webcrypto.CryptoKeyPair> => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** Returns a new authority for a shop. */
export async function makeAuthority(shop: string, names: readonly string[], now: number): Promise<KeptAuthority> {
  const keys = await makeKeys();
  const notBefore = new Date(now - beforeMs);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + authorityYears);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [`Atoll authority of ${shop}`] }],
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, pathLength, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      new x509.Extension(constraintsOid, true, nameConstraints(permittedFor(names))),
    ],
  });
  return { cert: cert.toString('pem'), key: await keyPem(keys.privateKey), names };
}

/** Throws for a name that the authority may not vouch for (R31.3). */
export function requirePermitted(names: readonly string[], authority: KeptAuthority): void {
  const other = names.find((name) => !mayIssue(name, permittedFor(authority.names)));
  if (other !== undefined) throw new Error(`The shop's authority may not vouch for ${other}`);
}

/** Returns a certificate of the server for names and addresses. Throws for one that the authority does not permit. */
export async function issueLeaf(authority: KeptAuthority, names: readonly string[], now: number): Promise<Pair> {
  requirePermitted(names, authority);
  const issuer = new x509.X509Certificate(authority.cert);
  const [pkcs8] = x509.PemConverter.decode(authority.key);
  const signingKey = await crypto.subtle.importKey('pkcs8', pkcs8 ?? new ArrayBuffer(0), algorithm, false, ['sign']);
  const keys = await makeKeys();
  const notBefore = new Date(now - beforeMs);
  const end = Math.min(notBefore.getTime() + leafDays * dayMs, issuer.notAfter.getTime());
  const cert = await x509.X509CertificateGenerator.create({
    subject: [{ CN: ['Atoll'] }],
    issuer: issuer.subjectName,
    notBefore,
    notAfter: new Date(end),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: addressBytes(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  });
  return { cert: cert.toString('pem'), key: await keyPem(keys.privateKey) };
}
