/** Backups of the store that this server keeps on its own machine. Source: docs/rules.md#backups. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './shape.ts';

export const backupKinds = ['daily', 'migration', 'manual'] as const;

export const backup = z.object({
  file: z.string(),
  /** Made by itself each day, before the tables changed, or because somebody asked for it. */
  kind: z.enum(backupKinds),
  at: instant,
  bytes: z.int(),
});
export type Backup = z.infer<typeof backup>;

export const listBackups = defineEndpoint({
  key: 'backup.list',
  method: 'GET',
  path: '/app/backups',
  summary: 'The backups that the server keeps of its store, the newest first',
  access: { who: 'member', anyOf: ['settings.manage'] },
  answer: z.object({
    /** False where the store is a database of its own, which is backed up by its own tools. */
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
  summary: 'Make a backup now; answered after it was checked',
  access: { who: 'member', anyOf: ['settings.manage'] },
  answer: backup,
  refusals: ['backupElsewhere', 'backupFailed'],
});
