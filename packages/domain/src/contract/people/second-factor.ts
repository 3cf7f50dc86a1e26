/** The second factor at sign-in: codes of an authenticator app, and recovery codes. Source: R36.7, docs/rules.md#second-factor. */
import * as z from 'zod/mini';
import { maxPasswordLength } from '../../access/credentials.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, text } from '../platform/shape.ts';

/** What an authenticator app needs: the secret as text, and as a picture to scan. */
export const factorSetUp = z.object({ secret: z.string(), picture: z.string() });
export type FactorSetUp = z.infer<typeof factorSetUp>;

const currentPassword = text(maxPasswordLength);

export const findSecondFactor = defineEndpoint({
  key: 'auth.secondFactor',
  method: 'GET',
  path: '/auth/second-factor',
  summary: 'Returns whether the caller has a second factor, and how many recovery codes are left',
  access: { who: 'signedIn' },
  answer: z.object({ isOffered: z.boolean(), isOn: z.boolean(), isDemanded: z.boolean(), codesLeft: z.int() }),
  refusals: [],
});

export const startSecondFactor = defineEndpoint({
  key: 'auth.startSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/start',
  summary: 'Returns a new secret for the authenticator app of the caller; it counts when a code of it was typed',
  access: { who: 'signedIn' },
  body: z.object({ currentPassword }),
  answer: factorSetUp,
  refusals: ['passwordWrong', 'tooMany', 'forbidden', 'factorIsOn'],
});

export const confirmSecondFactor = defineEndpoint({
  key: 'auth.confirmSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/confirm',
  summary: 'Switches the second factor of the caller on with a code of the app, and returns the recovery codes',
  access: { who: 'signedIn' },
  body: z.object({ code: text(20) }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: ['factorWrong', 'tooMany', 'factorIsOn'],
});

export const endSecondFactor = defineEndpoint({
  key: 'auth.endSecondFactor',
  method: 'POST',
  path: '/auth/second-factor/end',
  summary:
    'Switches a second factor off: the caller’s own with their password; user managers also that of people with at most their permissions, who lost their phone',
  access: { who: 'member' },
  body: z.object({ currentPassword, userId: z.optional(id) }),
  refusals: ['passwordWrong', 'tooMany', 'forbidden', 'notFound', 'factorDemanded'],
});
