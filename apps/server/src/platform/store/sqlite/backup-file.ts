/**
 * The file of a downloaded backup: a copy of the store, compressed and encrypted with a passphrase. Version 1, all numbers big-endian:
 *
 *  0  8  'ATOLLBAK'
 *  8  1  version of the format: 1
 *  9  1  scrypt: log2 of N
 * 10  1  scrypt: r
 * 11  1  scrypt: p
 * 12 16  scrypt: salt
 * 28 12  AES-256-GCM: nonce
 * 40 16  check of the passphrase
 * 56  …  gzip of the SQLite file, encrypted with AES-256-GCM; the 56 bytes before are authenticated with it
 * −16 16 AES-256-GCM: tag
 *
 * scrypt returns 48 bytes: the key of 32, then the check of 16. Source: R35.64, docs/operations.md.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Sentence } from '@atoll/domain/refusal/sentence';

const magic = Buffer.from('ATOLLBAK');
const version = 1;
const headBytes = 56;
const tagBytes = 16;
/** What each guess of a passphrase costs. */
interface GuessCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

const strongCost: GuessCost = { logN: 17, r: 8, p: 1 };
/** The highest cost that a file may ask for. */
const maxCost = { logN: 20, r: 16, p: 4 } as const;

export type BackupProblem = 'backupForeign' | 'backupPassphrase' | 'backupDamaged' | 'backupNewer';

/** A file that cannot be restored, and why. */
export class UnfitBackup extends Error {
  readonly reason: BackupProblem;
  /** For the person who chose the file. */
  readonly details: Sentence;

  constructor(reason: BackupProblem, message: string, cause?: unknown, { details = '' }: { details?: Sentence } = {}) {
    super(message, { cause });
    this.name = 'UnfitBackup';
    this.reason = reason;
    this.details = details;
  }
}

function derive(passphrase: string, salt: Buffer, { logN, r, p }: GuessCost) {
  const N = 2 ** logN;
  return new Promise<{ key: Buffer; check: Buffer }>((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 48, { N, r, p, maxmem: 256 * N * r }, (error, derived) => {
      if (error) reject(error);
      else resolve({ key: derived.subarray(0, 32), check: derived.subarray(32) });
    });
  });
}

/** Returns the encrypted file of a copy of the store, as a stream. `plain` returns the SQLite file. */
export async function encryptedBackup(plain: () => Readable, passphrase: string, cost = strongCost): Promise<Readable> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const { key, check } = await derive(passphrase, salt, cost);
  const head = Buffer.concat([magic, Buffer.from([version, cost.logN, cost.r, cost.p]), salt, nonce, check]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(head);
  const content = plain()
    .compose(createGzip({ level: 4 }))
    .compose(cipher);
  return Readable.from(
    (async function* whole() {
      yield head;
      yield* content as AsyncIterable<Buffer>;
      yield cipher.getAuthTag();
    })(),
    { objectMode: false },
  );
}

/** Returns whether a file begins as an encrypted backup does. */
export function isEncrypted(path: string): boolean {
  return readPart(path, 0, magic.length).equals(magic);
}

/** Writes the copy of the store in an encrypted file to `target`, which counts only when this returns. Throws UnfitBackup. */
export async function decryptBackup(path: string, target: string, passphrase: string): Promise<void> {
  const { size } = statSync(path);
  const head = readPart(path, 0, headBytes);
  if (!head.subarray(0, magic.length).equals(magic)) throw new UnfitBackup('backupForeign', 'not a backup of Atoll');
  if ((head[8] ?? 0) > version) throw new UnfitBackup('backupNewer', 'the file has a newer format');
  const [logN = 0, r = 0, p = 0] = head.subarray(9, 12);
  const isKnown = logN >= 10 && logN <= maxCost.logN && r >= 1 && r <= maxCost.r && p >= 1 && p <= maxCost.p;
  if (size < headBytes + tagBytes || !isKnown) throw new UnfitBackup('backupDamaged', 'the file is damaged');
  const { key, check } = await derive(passphrase, head.subarray(12, 28), { logN, r, p });
  if (!timingSafeEqual(check, head.subarray(40, 56))) throw new UnfitBackup('backupPassphrase', 'wrong passphrase');
  const decipher = createDecipheriv('aes-256-gcm', key, head.subarray(28, 40));
  decipher.setAAD(head);
  decipher.setAuthTag(readPart(path, size - tagBytes, tagBytes));
  const encrypted = createReadStream(path, { start: headBytes, end: size - tagBytes - 1 });
  try {
    await pipeline(encrypted, decipher, createGunzip(), limited(), createWriteStream(target, { mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new UnfitBackup('backupDamaged', 'the file is damaged', error);
  }
}

/** The largest store that is unpacked: a small file must not fill the disk. */
const maxUnpackedBytes = 64 * 1024 ** 3;

function limited(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxUnpackedBytes) done(new Error('The backup is too large'));
      else done(null, chunk);
    },
  });
}

function readPart(path: string, position: number, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const part = Buffer.alloc(length);
    const read = readSync(file, part, 0, length, position);
    return part.subarray(0, read).length === length ? part : Buffer.concat([part.subarray(0, read)], length);
  } finally {
    closeSync(file);
  }
}
