/**
 * The key of this device: a pair that the browser keeps and gives nobody, not even this page. The server accepts this device's sign-ins only with
 * its signature. Without a secure context the browser offers no keys. Source: R36.2, docs/rules.md#device-key.
 */
import { type DeviceProof, proofText } from '@atoll/domain/contract/people/device-proof';
import { CallError } from '../api/api.ts';
import { tillNow } from '../clock/till-clock.ts';
import { addIfMissing, inStore, onDatabaseLost, readOne } from '../storage/idb.ts';
import { base64urlOf } from './base64url.ts';

const record = 'device key';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

interface DeviceKey {
  readonly privateKey: CryptoKey;
  /** The public key as SPKI, base64url. */
  readonly publicKey: string;
}

/** Returns whether the browser keeps keys: the page was loaded by https, or from this machine. */
export const hasDeviceKey = (): boolean => Boolean(globalThis.crypto.subtle);

/** The key of this page, for a device whose storage is cleared. */
let known: DeviceKey | null = null;
onDatabaseLost((store) => {
  if (known) addIfMissing(store('secret'), record, known);
});

async function newKey(): Promise<DeviceKey> {
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  return { privateKey: pair.privateKey, publicKey: base64urlOf(await crypto.subtle.exportKey('spki', pair.publicKey)) };
}

// A copied record has no key.
const usable = (stored: DeviceKey | undefined): DeviceKey | undefined =>
  stored?.privateKey instanceof CryptoKey ? stored : undefined;

/** Returns the key of the device; the first one that a tab stores stays. To make one takes longer than to read it, at each start. */
async function deviceKey(): Promise<DeviceKey> {
  const made = known ?? usable(await readOne('secret', record)) ?? (await newKey());
  known = await inStore<DeviceKey>('secret', 'readwrite', (store, answer) => {
    const request = store.get(record) as IDBRequest<DeviceKey | undefined>;
    request.onsuccess = () => {
      const stored = usable(request.result);
      if (!stored) store.put(made, record);
      answer(stored ?? made);
    };
  });
  return known;
}

/** Returns the proof of a call, or nothing where there are no keys. `subject`: the refresh token or email of the call, or the work that it is about. */
export async function proofOf(
  endpoint: string,
  subject: string,
  at = tillNow(),
): Promise<{ readonly proof?: DeviceProof }> {
  if (!hasDeviceKey()) return {};
  const { privateKey, publicKey } = await deviceKey();
  const text = new TextEncoder().encode(proofText(endpoint, at, subject));
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text);
  return { proof: { key: publicKey, at, signature: base64urlOf(signature) } };
}

/**
 * Sends a call with the proof of this device; again with the time of the refusal when the server's clock and the till's differ. A server whose own
 * clock is wrong gives tills no time, but it still judges proofs by it.
 */
export async function withProof<T>(
  endpoint: string,
  subject: string,
  send: (part: { readonly proof?: DeviceProof }) => Promise<T>,
): Promise<T> {
  try {
    return await send(await proofOf(endpoint, subject));
  } catch (error) {
    if (!(error instanceof CallError) || error.body?.reason !== 'proofOld') throw error;
    const { now } = error.body;
    return send(await proofOf(endpoint, subject, typeof now === 'number' ? now : tillNow()));
  }
}
