/** API calls of backups. */
import * as contract from '@atoll/domain/contract/platform/backup';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { createBackups } from './service.ts';

/** Registers the calls of backups. */
export function registerBackup(app: FastifyInstance, { store, config, clock, log }: Services): void {
  const backups = store.engine === 'sqlite' ? createBackups({ dataDir: config.dataDir, clock }) : undefined;
  route(app, contract.listBackups, async () => backups?.list() ?? { isKeptHere: false, kept: 0, backups: [] });
  route(app, contract.makeBackup, async () => {
    if (!backups) throw refused('backupElsewhere');
    return backups.make('manual').catch((error: unknown) => {
      log.error({ err: error }, 'a backup failed');
      throw refused('backupFailed');
    });
  });
}
