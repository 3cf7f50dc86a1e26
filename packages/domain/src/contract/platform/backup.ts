/** Backups of the store on the server's machine. Source: docs/rules.md#backups. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant, key, text } from './shape.ts';

export const backupKinds = ['daily', 'migration', 'manual'] as const;

/** The shortest passphrase of a downloaded backup, in characters. */
export const minPassphrase = 12;
const maxPassphrase = 200;

/** What a person types to confirm a restore, in every language. */
export const restoreWord = 'RESTORE';

/** The size of the parts in which a backup is sent to the server, in bytes. */
export const uploadPartBytes = 8 * 1024 * 1024;

/** The largest backup that is restored from the screen, in bytes. */
export const maxUploadBytes = 8 * 1024 ** 3;

export const backup = z.object({
  file: z.string(),
  /** Made automatically each day, before a migration, or on request. */
  kind: z.enum(backupKinds),
  at: instant,
  bytes: z.int(),
});
export type Backup = z.infer<typeof backup>;

const access = { who: 'member' as const, anyOf: ['settings.manage' as const] };

export const listBackups = defineEndpoint({
  key: 'backup.list',
  method: 'GET',
  path: '/app/backups',
  summary: 'Lists the backups of the store, the newest first',
  access,
  answer: z.object({
    /** False for PostgreSQL, which is backed up by its own tools. */
    isKeptHere: z.boolean(),
    /** How many of each kind are kept. */
    kept: z.int(),
    backups: z.array(backup),
  }),
  refusals: [],
});

export const makeBackup = defineEndpoint({
  key: 'backup.create',
  method: 'POST',
  path: '/app/backups',
  summary: 'Makes a backup now; responds after it was verified',
  access,
  answer: backup,
  refusals: ['backupElsewhere', 'backupFailed'],
});

export const downloadBackup = defineEndpoint({
  key: 'backup.download',
  method: 'POST',
  path: '/app/backups/download',
  summary:
    'Makes a backup now and returns it encrypted with a passphrase (docs/operations.md); only for an Admin, with the password',
  access,
  body: z.object({
    password: text(128),
    passphrase: z.string().check(z.minLength(minPassphrase), z.maxLength(maxPassphrase)),
  }),
  answer: z.string(),
  refusals: ['forbidden', 'invalid', 'tooMany', 'backupElsewhere', 'backupFailed'],
});

export const uploadBackup = defineEndpoint({
  key: 'backup.upload',
  method: 'POST',
  path: '/app/backups/upload',
  summary:
    'Takes a part of a downloaded backup (multipart, fields "key", "offset", "file"): parts follow each other, and a repeated part changes nothing',
  access,
  body: z.object({ key, offset: z.string().check(z.regex(/^\d{1,15}$/)), file: z.optional(z.unknown()) }),
  answer: z.object({
    /** What the server has of the file so far: the offset of the next part. */
    bytes: z.int(),
  }),
  multipart: true,
  refusals: ['forbidden', 'invalid', 'backupElsewhere', 'backupTooLarge'],
});

export const restoreBackup = defineEndpoint({
  key: 'backup.restore',
  method: 'POST',
  path: '/app/backups/restore',
  summary:
    'Replaces the whole store by an uploaded backup or one that is kept on the server, and starts the server again; only for an Admin',
  access,
  body: z.object({
    /** The key of the uploaded file. */
    key: z.optional(key),
    passphrase: z.optional(text(maxPassphrase)),
    /** The name of a backup that is kept on the server; instead of an uploaded file. */
    file: z.optional(text(100)),
    password: text(128),
    confirm: z.literal(restoreWord),
  }),
  refusals: [
    'forbidden',
    'invalid',
    'tooMany',
    'notFound',
    'backupElsewhere',
    'backupForeign',
    'backupPassphrase',
    'backupDamaged',
    'backupNewer',
    'backupFailed',
  ],
});
