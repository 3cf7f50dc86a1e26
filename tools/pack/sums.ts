/** The list of hashes beside archives, as `sha256sum --check` reads it, and its signature (Ed25519). Source: R31.29. */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const sumsName = 'SHA256SUMS';
export const signatureName = 'SHA256SUMS.sig';

/** Returns the hashes of a list by file. */
export function readSums(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/^([\da-f]{64}) [ *](.+)$/gm)].map(([, sum = '', file = '']): [string, string] => [file, sum]),
  );
}

/** Reads a private key (PEM). Throws for one that is not Ed25519. */
export function readSigningKey(path: string): KeyObject {
  const key = createPrivateKey(readFileSync(path));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is no Ed25519 key`);
  return key;
}

/** Returns the public part of a key, as one line. */
export const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

/** Adds the hash of an archive to the list of its folder, and signs the list when there is a key. A signature that fits no longer is removed. */
export function writeSums(folder: string, file: string, sum: string, key: KeyObject | null): void {
  const path = join(folder, sumsName);
  const sums = readSums(existsSync(path) ? readFileSync(path, 'utf8') : '').set(file, sum);
  const text = [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, hash]) => `${hash}  ${name}\n`)
    .join('');
  writeFileSync(path, text);
  if (key) writeFileSync(join(folder, signatureName), `${sign(null, Buffer.from(text), key).toString('base64')}\n`);
  else rmSync(join(folder, signatureName), { force: true });
}

/** Whether a signature of a list is by a key, given as one line. */
export function isSignedBy(text: string, signature: string, key: string): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
}
