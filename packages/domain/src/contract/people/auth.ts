/** Sign-in, sessions and sign-out. Source: docs/rules.md#access-token, docs/rules.md#refresh-token, docs/rules.md#passcode. */
import * as z from 'zod/mini';
import { maxEmailLength, maxPasswordLength, newPasswordSchema, passcodeSchema } from '../../access/credentials.ts';
import { businessTypes } from '../../outlet/outlet.ts';
import { maxWaitingWrites } from '../bill/waiting-write.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id, idText, instant, nameText, text } from '../platform/shape.ts';
import { deviceProof } from './device-proof.ts';

export const outletChoice = z.object({
  outletId: id,
  name: z.string(),
  logo: z.nullable(z.string()),
  businessType: z.enum(businessTypes),
  /** The outlet that this one is the practice of. A sign-in lists none: a till opens practice with a call. */
  practiceOf: z.optional(id),
});

/**
 * Proves that a page was opened by the password or the passcode of its person, for a page that says that it keeps it. `memory` is held in memory
 * only, `reload` in the storage of the tab.
 */
const pageProof = z.object({ memory: z.string(), reload: z.string() });
export type PageProof = z.infer<typeof pageProof>;

/** What the page has of its proof, '' for nothing; absent from a page of an earlier release. */
const page = z.optional(text(100));

/** Whether the page marks the work that it makes: then only marked work is sent while the session is locked. Absent from a page of an earlier release. */
export const marksWork = z.optional(z.boolean());

/** The response of login, refresh and unlock. */
export const signedIn = z.object({
  token: z.string(),
  refreshToken: z.string(),
  user: z.object({ id, email: z.string(), avatar: z.nullable(z.string()) }),
  name: z.string(),
  jobTitle: z.string(),
  department: z.string(),
  outlets: z.array(outletChoice),
  /** When the second factor was set up by this sign-in: shown once. */
  recoveryCodes: z.optional(z.array(z.string())),
  page: z.optional(pageProof),
});
export type SignedIn = z.infer<typeof signedIn>;
export type OutletChoice = z.infer<typeof outletChoice>;

const refreshToken = z.string().check(z.minLength(1), z.maxLength(500));

export const login = defineEndpoint({
  key: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Signs in with email and password',
  access: { who: 'public' },
  body: z.object({
    email: text(maxEmailLength),
    password: text(maxPasswordLength),
    /** Of the authenticator app, or a recovery code. */
    code: z.optional(text(20)),
    proof: z.optional(deviceProof),
    page,
    marksWork,
    /** Of the sign-in: sent again with the same key, it opens the same session. Absent from a page of an earlier release. */
    signInKey: z.optional(text(100)),
  }),
  answer: signedIn,
  refusals: ['credentialsWrong', 'tooMany', 'busy', 'factorNeeded', 'factorMissing', 'factorWrong'],
});

export const refresh = defineEndpoint({
  key: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Exchanges the refresh token for new tokens; returns the same tokens again within 30 s of its use',
  access: { who: 'public' },
  body: z.object({ refreshToken, proof: z.optional(deviceProof), page, marksWork }),
  answer: signedIn,
  refusals: ['sessionEnded', 'passcodeLocked', 'locked', 'deviceForeign', 'proofOld'],
});

/** What a locked session may send: a token for the writes of these names, or null when nothing waits. */
export const sendOnly = z.object({ sendToken: z.nullable(z.string()), sendNames: z.array(z.string()) });
export type SendOnly = z.infer<typeof sendOnly>;

export const lock = defineEndpoint({
  key: 'auth.lock',
  method: 'POST',
  path: '/auth/lock',
  summary: 'Locks this session until the passcode opens it; what waits on the till can still be sent',
  access: { who: 'public' },
  body: z.object({
    refreshToken,
    proof: z.optional(deviceProof),
    /** The names of the writes that wait on the till. They count once for each lock. */
    waiting: z.optional(z.array(text(120)).check(z.maxLength(maxWaitingWrites))),
    /** The mark of each of them, in the same order; '' for one that no open page made. */
    marks: z.optional(z.array(text(100)).check(z.maxLength(maxWaitingWrites))),
  }),
  answer: sendOnly,
  refusals: ['sessionEnded', 'deviceForeign', 'proofOld'],
});

export const unlock = defineEndpoint({
  key: 'auth.unlock',
  method: 'POST',
  path: '/auth/unlock',
  summary: 'Unlocks with the 4-digit passcode and this device’s refresh token',
  access: { who: 'public' },
  body: z.object({ refreshToken, proof: z.optional(deviceProof), page, marksWork, passcode: text(8) }),
  answer: signedIn,
  refusals: ['passcodeWrong', 'passcodeLocked', 'sessionEnded', 'busy', 'deviceForeign', 'proofOld'],
});

export const logout = defineEndpoint({
  key: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends this session',
  access: { who: 'public' },
  body: z.object({ refreshToken, proof: z.optional(deviceProof) }),
  refusals: [],
});

export const requestReset = defineEndpoint({
  key: 'auth.requestReset',
  method: 'POST',
  path: '/auth/reset/request',
  summary: 'Emails a link to choose a new password; the response is the same whether or not the email is known',
  access: { who: 'public' },
  body: z.object({ email: text(120) }),
  refusals: ['tooMany'],
});

export const reset = defineEndpoint({
  key: 'auth.reset',
  method: 'POST',
  path: '/auth/reset',
  summary: 'Sets a new password with the emailed token',
  access: { who: 'public' },
  body: z.object({ token: text(200), newPassword: newPasswordSchema }),
  refusals: ['resetLinkInvalid', 'invalid', 'tooMany', 'busy'],
});

export const hubTicket = defineEndpoint({
  key: 'auth.hubTicket',
  method: 'POST',
  path: '/auth/hub-ticket',
  summary: 'Returns a ticket for one hub connection, valid once and for 30 s',
  access: { who: 'member' },
  answer: z.object({ ticket: z.string() }),
  refusals: [],
});

export const changePasscode = defineEndpoint({
  key: 'auth.changePasscode',
  method: 'PUT',
  path: '/auth/passcode',
  summary: 'Changes the caller’s passcode',
  access: { who: 'signedIn' },
  body: z.object({ currentPassword: text(maxPasswordLength), passcode: passcodeSchema }),
  refusals: ['passwordWrong', 'tooMany', 'invalid'],
});

export const confirmPassword = defineEndpoint({
  key: 'auth.confirmPassword',
  method: 'POST',
  path: '/auth/confirm-password',
  summary: 'Checks the caller’s password; sensitive changes are then accepted for 15 minutes in this sign-in',
  access: { who: 'signedIn' },
  body: z.object({ currentPassword: text(maxPasswordLength) }),
  refusals: ['passwordWrong', 'tooMany', 'busy'],
});

/** A session on a device. */
export const deviceSession = z.object({
  id: z.string(),
  /** Description of the browser, from its User-Agent. */
  device: z.string(),
  ip: z.string(),
  createdAt: instant,
  lastUsedAt: instant,
  /** Whether it is the caller's session. */
  isThis: z.boolean(),
});
export type DeviceSession = z.infer<typeof deviceSession>;

export const sessions = defineEndpoint({
  key: 'auth.sessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Lists the caller’s sessions, the last used first; user managers can list those of another person',
  access: { who: 'signedIn' },
  query: z.object({ userId: z.optional(idText) }),
  answer: z.array(deviceSession),
  refusals: ['forbidden', 'notFound'],
});

export const endSession = defineEndpoint({
  key: 'auth.endSession',
  method: 'DELETE',
  path: '/auth/session/:id',
  summary:
    'Ends one of the caller’s sessions; user managers can end those of people of their outlets with at most their permissions',
  access: { who: 'signedIn' },
  params: z.object({ id: z.string().check(z.maxLength(80)) }),
  refusals: ['forbidden', 'notFound'],
});

/** The profile of a person, as screens show it. */
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
  summary: 'Changes the caller’s name, picture or password; a new password ends their other sessions',
  access: { who: 'signedIn' },
  multipart: true,
  body: z.object({
    id: z.string().check(z.regex(/^\d{1,15}$/)),
    // What is absent stays as it is (R35.50); the three passwords go together.
    file: z.optional(z.unknown()),
    name: z.optional(nameText(2, 80)),
    currentPassword: z.optional(text(maxPasswordLength)),
    newPassword: z.optional(newPasswordSchema),
    confirmPassword: z.optional(text(maxPasswordLength)),
  }),
  answer: profile,
  refusals: ['forbidden', 'passwordWrong', 'imageUnreadable', 'tooLarge', 'tooMany', 'invalid'],
});
