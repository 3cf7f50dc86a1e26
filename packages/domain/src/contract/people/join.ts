/** A code with which a person who is signed in signs in on a new device. Source: R31.49. */
import * as z from 'zod/mini';
import { passcodeSchema } from '../../access/credentials.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { instant, key, text } from '../platform/shape.ts';
import { marksWork, signedIn } from './auth.ts';
import { deviceProof } from './device-proof.ts';

/** How long a code can be used, ms. */
export const joinMs = 10 * 60_000;

/** Wrong passcodes after which a code can be used no longer. */
export const maxJoinTries = 5;

/** What a proof of the device signs: no code stands in it. */
export const joinSubject = 'a new device';

const qr = z.object({ url: z.string(), svg: z.string() });

export const makeJoinCode = defineEndpoint({
  key: 'auth.joinCode',
  method: 'POST',
  path: '/auth/join-code',
  summary: 'Makes a code with which the caller signs in on a new device; earlier codes of the caller end',
  access: { who: 'member' },
  body: z.object({ key }),
  answer: z.object({
    /** The address that the new device opens, with the code in the fragment. */
    join: qr,
    /** The page where a device comes to trust the shop; null where it trusts the server already. */
    trust: z.nullable(qr),
    expiresAt: instant,
  }),
  refusals: ['tooMany', 'passcodeUnset'],
});

export const join = defineEndpoint({
  key: 'auth.join',
  method: 'POST',
  path: '/auth/join',
  summary: 'Signs in on a new device with a code and the passcode of the person who made it',
  access: { who: 'public' },
  body: z.object({
    code: text(100),
    passcode: passcodeSchema,
    proof: z.optional(deviceProof),
    page: z.optional(text(100)),
    marksWork,
    /** Of the sign-in: sent again with the same key, it opens the same session. */
    signInKey: text(100),
  }),
  answer: signedIn,
  refusals: ['joinCodeInvalid', 'passcodeWrong', 'passcodeLocked', 'tooMany', 'busy', 'sessionEnded'],
});
