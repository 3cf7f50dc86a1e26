/** Backups of the store on the server's machine. Source: docs/rules.md#backups. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './shape.ts';

export const backupKinds = ['daily', 'migration', 'manual'] as const;

export const backup = z.object({
  file: z.string(),
  /** Made automatically each day, before a migration, or on request. */
  kind: z.enum(backupKinds),
  at: instant,
  bytes: z.int(),
});
export type Backup = z.infer<typeof backup>;

export const listBackups = defineEndpoint({
  key: 'backup.list',
  method: 'GET',
  path: '/app/backups',
  summary: 'Lists the backups of the store, the newest first',
  access: { who: 'member', anyOf: ['settings.manage'] },
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
  access: { who: 'member', anyOf: ['settings.manage'] },
  answer: backup,
  refusals: ['backupElsewhere', 'backupFailed'],
});
