/**
 * The proof that a call about a session comes from the device that signed in: a signature by a key that the browser does not give away.
 * Source: R36.2, docs/rules.md#device-key.
 */
import * as z from 'zod/mini';

/** How far the time of a proof may differ from the server's, ms. */
export const proofAgeMs = 5 * 60_000;

/** How long a session lives on a device without a key, ms. */
export const keylessSessionMs = 12 * 60 * 60_000;

/** A signature (ECDSA, P-256, SHA-256, 64 bytes) with its public key (SPKI), both as base64url. `at`: epoch ms. */
export const deviceProof = z.object({
  key: z.string().check(z.regex(/^[\w-]{100,200}$/)),
  at: z.int(),
  signature: z.string().check(z.regex(/^[\w-]{80,100}$/)),
});
export type DeviceProof = z.infer<typeof deviceProof>;

/** Returns the text that a proof signs: the call, its time, and the refresh token or email of the call. */
export const proofText = (endpoint: string, at: number, subject: string): string =>
  `atoll ${endpoint} ${at} ${subject}`;
