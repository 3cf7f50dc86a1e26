/** A device with a key, as the browser of a till has one. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { type DeviceProof, proofText } from '@atoll/domain/contract/people/device-proof';

export interface TestDevice {
  readonly id: string;
  /** Returns the proof of a call at this time; `subject`: its refresh token or email. */
  proof(endpoint: string, subject: string, at: number): DeviceProof;
}

/** Creates a device with a new key. */
export function testDevice(id: string): TestDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64url');
  return {
    id,
    proof(endpoint, subject, at) {
      const text = Buffer.from(proofText(endpoint, at, subject));
      const signature = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
      return { key, at, signature };
    },
  };
}
