/** Signing in, staying signed in, leaving. Source: docs/rules.md#access-token, docs/rules.md#refresh-token, docs/rules.md#passcode. */
import * as z from 'zod/mini';
import { maxEmailLength, maxPasswordLength, newPasswordSchema, passcodeSchema } from '../access/credentials.ts';
import { businessTypes } from '../outlet/outlet.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, idText, instant, requiredText, text } from './shape.ts';

export const outletChoice = z.object({
  outletId: id,
  name: z.string(),
  logo: z.nullable(z.string()),
  businessType: z.enum(businessTypes),
});

/** What login, refresh and unlock answer. */
export const signedIn = z.object({
  token: z.string(),
  refreshToken: z.string(),
  user: z.object({ id, email: z.string(), avatar: z.nullable(z.string()) }),
  name: z.string(),
  jobTitle: z.string(),
  department: z.string(),
  outlets: z.array(outletChoice),
});
export type SignedIn = z.infer<typeof signedIn>;
export type OutletChoice = z.infer<typeof outletChoice>;

const refreshToken = z.string().check(z.minLength(1), z.maxLength(500));

export const login = defineEndpoint({
  key: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with email and password',
  access: { who: 'public' },
  body: z.object({ email: text(maxEmailLength), password: text(maxPasswordLength) }),
  answer: signedIn,
  refusals: ['credentialsWrong', 'tooMany'],
});

export const refresh = defineEndpoint({
  key: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchange the refresh token for new tokens; the same successor within 30 s of its use',
  access: { who: 'public' },
  body: z.object({ refreshToken }),
  answer: signedIn,
  refusals: ['sessionEnded', 'passcodeLocked'],
});

export const unlock = defineEndpoint({
  key: 'auth.unlock',
  method: 'POST',
  path: '/auth/unlock',
  summary: 'Unlock with the 4-digit passcode and this device’s refresh token',
  access: { who: 'public' },
  body: z.object({ refreshToken, passcode: text(8) }),
  answer: signedIn,
  refusals: ['passcodeWrong', 'passcodeLocked', 'sessionEnded'],
});

export const logout = defineEndpoint({
  key: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this sign-in',
  access: { who: 'public' },
  body: z.object({ refreshToken }),
  refusals: [],
});

export const requestReset = defineEndpoint({
  key: 'auth.requestReset',
  method: 'POST',
  path: '/auth/reset/request',
  summary: 'Mail a link to choose a new password; answers the same whether or not the email is known',
  access: { who: 'public' },
  body: z.object({ email: text(120) }),
  refusals: ['tooMany'],
});

export const reset = defineEndpoint({
  key: 'auth.reset',
  method: 'POST',
  path: '/auth/reset',
  summary: 'Choose a new password with the mailed token',
  access: { who: 'public' },
  body: z.object({ token: text(200), newPassword: newPasswordSchema }),
  refusals: ['resetLinkInvalid', 'invalid'],
});

export const hubTicket = defineEndpoint({
  key: 'auth.hubTicket',
  method: 'POST',
  path: '/auth/hub-ticket',
  summary: 'A ticket for one hub connection, valid once and for 30 s',
  access: { who: 'member' },
  answer: z.object({ ticket: z.string() }),
  refusals: [],
});

export const changePasscode = defineEndpoint({
  key: 'auth.changePasscode',
  method: 'PUT',
  path: '/auth/passcode',
  summary: 'Choose another passcode',
  access: { who: 'signedIn' },
  body: z.object({ currentPassword: text(maxPasswordLength), passcode: passcodeSchema }),
  refusals: ['passwordWrong', 'tooMany', 'invalid'],
});

/** A sign-in on a device. */
export const deviceSession = z.object({
  id: z.string(),
  /** What the browser says of itself. */
  device: z.string(),
  ip: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const sessions = defineEndpoint({
  key: 'auth.sessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Own signed-in devices, the last used first; who manages users may ask for another person’s',
  access: { who: 'signedIn' },
  query: z.object({ userId: z.optional(idText) }),
  answer: z.array(deviceSession),
  refusals: ['forbidden'],
});

export const endSession = defineEndpoint({
  key: 'auth.endSession',
  method: 'DELETE',
  path: '/auth/session/:id',
  summary: 'Sign a device out: an own one, or anyone’s for who manages users',
  access: { who: 'signedIn' },
  params: z.object({ id: z.string().check(z.maxLength(80)) }),
  refusals: ['notFound'],
});

/** The person as other screens show them. */
export const profile = z.object({
  user: z.object({ id, email: z.string(), avatar: z.nullable(z.string()) }),
  name: z.string(),
  jobTitle: z.string(),
  department: z.string(),
});

export const changePassword = defineEndpoint({
  key: 'auth.changePassword',
  method: 'PUT',
  path: '/auth/changePassword',
  summary: 'Own name, picture and password; other devices of the person are signed out',
  access: { who: 'signedIn' },
  multipart: true,
  body: z.object({
    id: z.string().check(z.regex(/^\d{1,15}$/)),
    file: z.unknown(),
    name: requiredText(2, 80),
    currentPassword: text(maxPasswordLength),
    newPassword: newPasswordSchema,
    confirmPassword: text(maxPasswordLength),
  }),
  answer: profile,
  refusals: ['forbidden', 'passwordWrong', 'imageUnreadable', 'tooLarge', 'tooMany', 'invalid'],
});
