/** The key that signs the head of each outlet's history: a file beside the store, readable by its owner alone. Source: R36.23, docs/operations.md. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The end of a history: the number and hash of its last entry. */
export interface HistoryHead {
  readonly outletId: number;
  readonly seq: number;
  readonly hash: string;
}
export interface SignedHead extends HistoryHead {
  readonly signature: string;
}

const keyPath = (dataDir: string): string => join(dataDir, 'history.key');
const headsPath = (dataDir: string): string => join(dataDir, 'history.heads');
const messageOf = ({ outletId, seq, hash }: HistoryHead): Buffer =>
  Buffer.from(`atoll history ${outletId} ${seq} ${hash}`);

/** Returns the key, or null without one. */
export function readHistoryKey(dataDir: string): KeyObject | null {
  return existsSync(keyPath(dataDir)) ? createPrivateKey(readFileSync(keyPath(dataDir))) : null;
}

/** Returns the key and creates it at the first start. Throws when the file is damaged. */
export function historyKey(dataDir: string): KeyObject {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(keyPath(dataDir), pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return createPrivateKey(readFileSync(keyPath(dataDir)));
}

/** Returns the signature of a head, as base64url. */
export const signHead = (key: KeyObject, head: HistoryHead): string =>
  sign(null, messageOf(head), key).toString('base64url');

/** Returns whether the key made the signature of a head. */
export const isSigned = (key: KeyObject, { signature, ...head }: SignedHead): boolean =>
  verify(null, messageOf(head), createPublicKey(key), Buffer.from(signature, 'base64url'));

/** Returns a head as people copy it: 'outlet:number:hash:signature'. */
export const headText = ({ outletId, seq, hash, signature }: SignedHead): string =>
  `${outletId}:${seq}:${hash}:${signature}`;

/** Returns the head of a text, or null for another text. */
export function readHead(text: string): SignedHead | null {
  const [, outletId, seq, hash = '', signature = ''] =
    /^(\d+):(\d+):([0-9a-f]{64}):([\w-]{86})$/.exec(text.replace(/\s/g, '')) ?? [];
  return outletId === undefined ? null : { outletId: Number(outletId), seq: Number(seq), hash, signature };
}

/** Adds a head to the file beside the key, which a person who only reaches the store cannot change. */
export function keepHead(dataDir: string, head: SignedHead): void {
  appendFileSync(headsPath(dataDir), `${headText(head)}\n`, { mode: 0o600 });
}

/** Returns the heads of the file, without repetitions. */
export function keptHeads(dataDir: string): readonly SignedHead[] {
  if (!existsSync(headsPath(dataDir))) return [];
  const lines = readFileSync(headsPath(dataDir), 'utf8').split('\n');
  return [...new Set(lines)].flatMap((line) => readHead(line) ?? []);
}
