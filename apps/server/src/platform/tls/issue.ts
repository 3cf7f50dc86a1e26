/** Makes the certificates of the shop: its authority, and the server's own. Loaded only when one is made. Source: R31.2, R31.3, R31.7. */
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
/** Until then somebody has seen in Care that no authority gives a certificate. */
const temporaryDays = 30;
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

/** A new key and its signed request for a certificate (PKCS #10, DER). */
export async function certificateRequest(
  name: string,
): Promise<{ readonly request: ArrayBuffer; readonly key: string }> {
  const keys = await makeKeys();
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  return { request: request.rawData, key: await keyPem(keys.privateKey) };
}

/** Returns a certificate that no device trusts, for the time until an authority gives one. */
export async function makeTemporary(name: string, now: number): Promise<Pair> {
  const keys = await makeKeys();
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore: new Date(now - beforeMs),
    notAfter: new Date(now + temporaryDays * dayMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
  });
  return { cert: cert.toString('pem'), key: await keyPem(keys.privateKey) };
}

/** An authority that another one has signed too: devices that trust either trust what it signs. */
export interface CrossSigned extends KeptAuthority {
  /** PEM: its certificate by the other authority. */
  readonly cross: string;
}

/** Returns what a certificate of an authority says; `length` is how many authorities may be below it. */
async function authorityExtensions(key: webcrypto.CryptoKey, names: readonly string[], length: number) {
  return [
    new x509.BasicConstraintsExtension(true, length, true),
    new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    await x509.SubjectKeyIdentifierExtension.create(key),
    new x509.Extension(constraintsOid, true, nameConstraints(permittedFor(names))),
  ];
}

/** Returns a new authority with its name, for names that it permits besides those of every shop's network. */
async function makeRoot(name: string, names: readonly string[], now: number) {
  const keys = await makeKeys();
  const notBefore = new Date(now - beforeMs);
  const notAfter = new Date(notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + authorityYears);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore,
    notAfter,
    keys,
    signingAlgorithm: algorithm,
    extensions: await authorityExtensions(keys.publicKey, names, pathLength),
  });
  return { cert, keys, kept: { cert: cert.toString('pem'), key: await keyPem(keys.privateKey), names } };
}

/** Returns a new authority for a shop. */
export const makeAuthority = async (shop: string, names: readonly string[], now: number): Promise<KeptAuthority> =>
  (await makeRoot(`Atoll authority of ${shop}`, names, now)).kept;

/** Returns the key with which an authority signs. */
async function signingKeyOf(authority: KeptAuthority): Promise<webcrypto.CryptoKey> {
  const [pkcs8] = x509.PemConverter.decode(authority.key);
  return crypto.subtle.importKey('pkcs8', pkcs8 ?? new ArrayBuffer(0), algorithm, false, ['sign']);
}

/** Returns the authority that follows another one and is signed by it too (R31.7). The year in its name tells the two apart on devices. */
export async function makeSuccessor(first: KeptAuthority, shop: string, now: number): Promise<CrossSigned> {
  const issuer = new x509.X509Certificate(first.cert);
  const year = new Date(now).getUTCFullYear();
  const { cert, keys, kept } = await makeRoot(`Atoll authority of ${shop} (${year})`, first.names, now);
  const cross = await x509.X509CertificateGenerator.create({
    subject: cert.subjectName,
    issuer: issuer.subjectName,
    notBefore: cert.notBefore,
    notAfter: issuer.notAfter,
    publicKey: keys.publicKey,
    signingKey: await signingKeyOf(first),
    signingAlgorithm: algorithm,
    extensions: [
      ...(await authorityExtensions(keys.publicKey, first.names, pathLength - 1)),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { ...kept, cross: cross.toString('pem') };
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
  const signingKey = await signingKeyOf(authority);
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
