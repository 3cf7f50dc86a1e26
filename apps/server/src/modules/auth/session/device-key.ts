/** Checks the proof that a call about a session comes from the device that signed in. Source: R36.2, docs/rules.md#device-key. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type DeviceProof, proofAgeMs, proofText } from '@atoll/domain/contract/people/device-proof';
import { refused } from '../../../platform/errors/refused.ts';

/** Returns the key of a text that is an SPKI of the curve P-256 as base64url; undefined for anything else. */
function publicKeyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    // Whatever is wrong with the key, it proves nothing.
    return undefined;
  }
}

/** Returns the public key of a proof for this call and subject, whenever it was made; undefined without a valid one. */
export function signedKey(proof: DeviceProof | undefined, endpoint: string, subject: string): string | undefined {
  const key = proof && publicKeyOf(proof.key);
  if (!proof || !key) return undefined;
  const text = Buffer.from(proofText(endpoint, proof.at, subject));
  const signature = Buffer.from(proof.signature, 'base64url');
  return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, signature) ? proof.key : undefined;
}

/** Returns the public key of a valid proof of now; undefined without one. Refused: 'proofOld' (with `now`, epoch ms) when only its time is wrong. */
export function provenKey(
  proof: DeviceProof | undefined,
  endpoint: string,
  subject: string,
  now: number,
): string | undefined {
  const key = signedKey(proof, endpoint, subject);
  if (key !== undefined && proof && Math.abs(now - proof.at) > proofAgeMs)
    throw refused('proofOld', { extra: { now } });
  return key;
}
