/** Secrets of others that the server has to send, such as the password of a target: encrypted in the store, with a key that is beside it. Source: R31.36. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDurably } from './durable-file.ts';

export const secretKeyFile = 'secret.key';
const nonceBytes = 12;
const tagBytes = 16;

function secretKey(dataDir: string): Buffer {
  const path = join(dataDir, secretKeyFile);
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    createDurably(path, `${randomBytes(32).toString('base64')}\n`);
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
}

/** Encrypts a secret. `what` it is for is authenticated: the secret of one thing cannot be put in the place of another. */
export function sealSecret(dataDir: string, secret: string, what: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secretKey(dataDir), nonce).setAAD(Buffer.from(what));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
}

/** Returns the secret; null when it was encrypted with another key, or for something else. */
export function openSecret(dataDir: string, sealed: string, what: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', secretKey(dataDir), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(what))
      .setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
