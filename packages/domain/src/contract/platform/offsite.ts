/** Encrypted copies of everything, away from the server. Source: R31.36. */
import * as z from 'zod/mini';
import { copyKinds } from '../../offsite/copies.ts';
import { maxRecoveryPassphrase, minRecoveryPassphrase } from '../../offsite/passphrase.ts';
import { offsiteProblems } from '../../offsite/problem.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant, requiredText, text } from './shape.ts';

const access = { who: 'member' as const, anyOf: ['server.manage' as const] };

export const copyStates = ['Sent', 'Failed', 'Pruned'] as const;

const user = requiredText(1, 200);
const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('Folder'), path: text(500) }),
  z.object({ kind: z.literal('WebDav'), url: requiredText(1, 500), user }),
  z.object({
    kind: z.literal('S3'),
    url: requiredText(1, 500),
    region: requiredText(1, 60),
    bucket: requiredText(1, 100),
    folder: text(200),
    user,
  }),
  z.object({
    kind: z.literal('Sftp'),
    host: z.string().check(z.trim(), z.maxLength(253), z.regex(/^[\w.:[\]-]+$/)),
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    path: text(500),
    user,
    hostKey: text(100),
  }),
]);

const state = z.object({
  /** False where the server cannot copy its store. */
  isPossible: z.boolean(),
  /** Where the copies go; null: nowhere yet. */
  target: z.nullable(target),
  /** Where setup was told that they go; null: it was told nothing. */
  suggested: z.nullable(target),
  /** A password or secret key is kept for it; it is never shown. */
  hasSecret: z.boolean(),
  /** The target is on the disk of the data, so that both are lost together. */
  isSameDisk: z.boolean(),
  /** The time of day of the shop at which the copy of the day is made. */
  hour: z.string(),
  /** So many minutes after a copy the changes are copied. */
  minutes: z.int(),
  passphrase: z.nullable(
    z.object({
      /** Of the recovery file that it opens. */
      id: z.string(),
      setAt: instant,
      /** When it was typed right the last time; null: never since it was set. */
      confirmedAt: z.nullable(instant),
    }),
  ),
  /** What is under way. */
  work: z.nullable(z.enum(['copy', 'drill'])),
  copies: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(copyKinds),
      at: instant,
      bytes: z.int(),
      state: z.enum(copyStates),
      /** The recovery file that opens it. */
      recovery: z.string(),
      problem: z.nullable(z.enum(offsiteProblems)),
    }),
  ),
  /** The last test of a restore. */
  drill: z.nullable(
    z.object({
      at: instant,
      ok: z.boolean(),
      bills: z.int(),
      seconds: z.int(),
      problem: z.nullable(z.enum(offsiteProblems)),
    }),
  ),
});

export const readOffsite = defineEndpoint({
  key: 'offsite.read',
  method: 'GET',
  path: '/app/offsite',
  summary: 'Returns where encrypted copies go, the copies, and the last test of a restore',
  access,
  answer: state,
  refusals: [],
});

export const setOffsiteTarget = defineEndpoint({
  key: 'offsite.target',
  method: 'PUT',
  path: '/app/offsite/target',
  summary:
    'Tests a target with a file, then keeps it; null ends the copies. Only with a password that was typed lately',
  access,
  body: z.object({
    target: z.nullable(target),
    /** The password or secret key. Without one, the kept one is used for the same machine and user. */
    secret: z.optional(text(5000)),
    minutes: z.optional(z.int().check(z.minimum(15), z.maximum(1440))),
    hour: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  }),
  answer: state,
  refusals: [
    'invalid',
    'passwordNeeded',
    'offsiteTarget',
    'offsiteHostKey',
    'offsiteHostKeyChanged',
    'offsiteBusy',
    'offsiteElsewhere',
  ],
});

export const setOffsitePassphrase = defineEndpoint({
  key: 'offsite.passphrase',
  method: 'PUT',
  path: '/app/offsite/passphrase',
  summary: 'Sets the passphrase that opens copies from now on; the server keeps neither it nor the recovery key',
  access,
  body: z.object({
    passphrase: z.string().check(z.minLength(minRecoveryPassphrase), z.maxLength(maxRecoveryPassphrase)),
  }),
  answer: state,
  refusals: ['invalid', 'passwordNeeded', 'offsiteBusy', 'offsiteElsewhere'],
});

export const confirmOffsitePassphrase = defineEndpoint({
  key: 'offsite.confirm',
  method: 'PUT',
  path: '/app/offsite/passphrase/confirm',
  summary: 'Records that the passphrase was typed right',
  access,
  body: z.object({ passphrase: text(maxRecoveryPassphrase) }),
  answer: state,
  refusals: ['offsitePassphrase', 'offsiteUnset', 'tooMany'],
});

export const runOffsite = defineEndpoint({
  key: 'offsite.run',
  method: 'POST',
  path: '/app/offsite/run',
  summary: 'Begins a full copy now; the state says when it ended',
  access,
  answer: state,
  refusals: ['offsiteBusy', 'offsiteUnset', 'offsiteElsewhere'],
});

export const drillOffsite = defineEndpoint({
  key: 'offsite.drill',
  method: 'POST',
  path: '/app/offsite/drill',
  summary: 'Begins to restore the newest copy into a temporary folder and to check it; the state says when it ended',
  access,
  answer: state,
  refusals: ['offsiteBusy', 'offsiteUnset', 'offsiteElsewhere'],
});
