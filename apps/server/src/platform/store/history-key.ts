/** The key that signs the head of each outlet's history: a file beside the store, readable by its owner alone. Source: R36.23, docs/operations.md. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDurably, replaceDurably } from '../disk/durable-file.ts';

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
const endsPath = (dataDir: string): string => join(dataDir, 'history.ends');
const messageOf = ({ outletId, seq, hash }: HistoryHead): Buffer =>
  Buffer.from(`atoll history ${outletId} ${seq} ${hash}`);

/** Returns the key, or null without one. */
export function readHistoryKey(dataDir: string): KeyObject | null {
  return existsSync(keyPath(dataDir)) ? createPrivateKey(readFileSync(keyPath(dataDir))) : null;
}

/** Returns the key and creates it at the first start. Throws when the file is damaged. */
export function historyKey(dataDir: string): KeyObject {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(keyPath(dataDir))) {
    const { privateKey } = generateKeyPairSync('ed25519');
    createDurably(keyPath(dataDir), privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
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

/** A head of the file, with the store that it is of as in `X-Store`; '' when the file does not say so. */
export interface KeptHead extends SignedHead {
  readonly store: string;
}

const storeLine = 'store ';

const linesOf = (dataDir: string): readonly string[] =>
  existsSync(headsPath(dataDir)) ? readFileSync(headsPath(dataDir), 'utf8').split('\n') : [];

/** Writes into the file which store the heads after it are of, when that changed: a restored store lacks entries that were signed before. */
export function keepStore(dataDir: string, store: string): void {
  const line = `${storeLine}${store}`;
  if (linesOf(dataDir).findLast((each) => each.startsWith(storeLine)) === line) return;
  // The first start of a further server of a database finds no folder.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  appendFileSync(headsPath(dataDir), `${line}\n`, { mode: 0o600 });
}

/** Returns the heads of the file, without repetitions. Those before the first store are of that store. */
export function keptHeads(dataDir: string): readonly KeptHead[] {
  const lines = linesOf(dataDir);
  const heads = new Map<string, KeptHead>();
  let store = lines.find((line) => line.startsWith(storeLine))?.slice(storeLine.length) ?? '';
  for (const line of lines) {
    if (line.startsWith(storeLine)) store = line.slice(storeLine.length);
    const head = readHead(line);
    if (head) heads.set(`${store} ${line}`, { ...head, store });
  }
  return [...heads.values()];
}

/** Returns the newest end of each outlet that the server signed while it ran, one for each restore of the store. */
export function signedEnds(dataDir: string): readonly KeptHead[] {
  if (!existsSync(endsPath(dataDir))) return [];
  const lines = readFileSync(endsPath(dataDir), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [text = '', store = ''] = line.split(' ');
    const head = readHead(text);
    return head ? [{ ...head, store }] : [];
  });
}

/** Replaces those ends: at any time the file has all of them. */
export function writeSignedEnds(dataDir: string, ends: readonly KeptHead[]): void {
  replaceDurably(endsPath(dataDir), ends.map((end) => `${headText(end)} ${end.store}\n`).join(''));
}
