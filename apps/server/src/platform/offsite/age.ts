/** Encryption of off-site copies in the format of the program `age`. Source: R31.37, https://age-encryption.org/v1. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { plainPassphrase } from '@atoll/domain/offsite/passphrase';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { createDurably } from '../disk/durable-file.ts';
import { OffsiteError } from './offsite-error.ts';

/** What opens the copies of a passphrase. Neither the passphrase nor the recovery key can be found from it. */
export interface Recovery {
  readonly id: string;
  /** For whom copies are encrypted. */
  readonly recipient: string;
  /** The recovery key, encrypted with the passphrase: the file that lies beside the copies, as base64. */
  readonly sealed: string;
}

/** The binary logarithm of the work of a guess: a second of processor time. */
const defaultCost = 18;

/** Makes a recovery key and encrypts it with a passphrase. Each guess then takes 2 to the power of `cost` steps of scrypt. */
export async function makeRecovery(passphrase: string, cost = defaultCost): Promise<Recovery> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(cost);
  encrypter.setPassphrase(plainPassphrase(passphrase));
  const recipient = await identityToRecipient(identity);
  const file = await encrypter.encrypt(`# Recovery key of Atoll\n# public key: ${recipient}\n${identity}\n`);
  return { id: randomBytes(4).toString('hex'), recipient, sealed: Buffer.from(file).toString('base64') };
}

/** Returns the recovery key; null when this is not the passphrase. It takes as long as the key was sealed for. */
export async function openRecovery(sealed: Uint8Array, passphrase: string): Promise<string | null> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(plainPassphrase(passphrase));
  try {
    const text = await decrypter.decrypt(sealed, 'text');
    return /^AGE-SECRET-KEY-1\w+$/m.exec(text)?.[0] ?? null;
  } catch {
    // A damaged file and a wrong passphrase cannot be told apart.
    return null;
  }
}

const keyPath = (dataDir: string): string => join(dataDir, 'copy.key');

/** Returns the server's own key, made with the first copy; with it a drill needs no person. */
export async function copyKey(dataDir: string): Promise<string> {
  if (!existsSync(keyPath(dataDir))) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    createDurably(keyPath(dataDir), `${await generateX25519Identity()}\n`);
  }
  return readFileSync(keyPath(dataDir), 'utf8').trim();
}

const fromWeb = (stream: globalThis.ReadableStream): Readable => Readable.fromWeb(stream as ReadableStream);
const toWeb = (stream: Readable): globalThis.ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>;

/** Encrypts a stream into a file, which is on the disk when this returns. */
export async function encryptInto(path: string, content: Readable, recipients: readonly string[]): Promise<void> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  await pipeline(fromWeb(await encrypter.encrypt(toWeb(content))), createWriteStream(path, { mode: 0o600 }));
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** Returns the content of an encrypted file. Throws OffsiteError: it is for another key, or damaged at the start. */
export async function decryptFrom(path: string, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(createReadStream(path))));
  } catch (error) {
    const isForeign = String(error).includes('no identity matched');
    throw new OffsiteError(isForeign ? 'foreignKey' : 'damaged', String(error), error);
  }
}
