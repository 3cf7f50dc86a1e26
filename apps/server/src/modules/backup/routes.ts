/** API calls of backups. */
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import * as contract from '@atoll/domain/contract/platform/backup';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { takeMultipart } from '../../platform/http/multipart.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { encryptedBackup } from '../../platform/store/sqlite/backup-file.ts';
import { backupFolder } from '../../platform/store/sqlite/backup-list.ts';
import { contentOf } from '../../platform/store/sqlite/copy/content.ts';
import type { AskPassword, Auth } from '../auth/service.ts';
import { prepareFrom } from './restore.ts';
import { noteHere, noteOf } from './restore-note.ts';
import { createBackups, warnOfFewer } from './service.ts';
import { createUploads } from './uploads.ts';

interface Parts {
  readonly auth: Pick<Auth, 'ask'>;
  /** Starts the server again with the prepared copy; absent where the process cannot do it. */
  readonly restart: (() => void) | undefined;
}

/** Registers the calls of backups. */
export function registerBackup(app: FastifyInstance, services: Services, { auth, restart }: Parts): void {
  const { store, config, clock, log } = services;
  const { dataDir } = config;
  const kept = store.engine === 'sqlite' ? createBackups({ dataDir, clock }) : undefined;
  const uploads = createUploads(dataDir, clock);
  const requireAdmin = adminGuard(auth.ask.password);
  /** Returns the backups kept here. Refused: 'backupElsewhere'. */
  const here = () => {
    if (!kept) throw refused('backupElsewhere');
    return kept;
  };
  const make = async (): Promise<contract.Backup> => {
    const made = await here()
      .make('manual')
      .catch((error: unknown) => {
        log.error({ err: error }, 'a backup failed');
        throw refused('backupFailed');
      });
    // The backup is made, whether or not the Admins were warned.
    await warnOfFewer(store, log, made.removed).catch((error: unknown) =>
      log.error({ err: error }, 'the admins could not be notified of removed backups'),
    );
    return made.backup;
  };

  route(app, contract.listBackups, async () => kept?.list() ?? { isKeptHere: false, kept: 0, backups: [] });
  route(app, contract.makeBackup, make);
  route(app, contract.downloadBackup, async ({ actor, body, reply }) => {
    here();
    await requireAdmin(actor, body.password);
    const { file } = await make();
    await noteHere(store, 'Downloaded', noteOf(actor, file));
    const path = join(backupFolder(dataDir), file);
    const content = await encryptedBackup(() => Readable.from(contentOf(path)), body.passphrase);
    return reply
      .header('content-type', 'application/octet-stream')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${file.replace(/\.db\.zst$/, '.atollbackup')}"`)
      .send(content);
  });
  takeMultipart(
    app,
    (scope) =>
      route(scope, contract.uploadBackup, async ({ actor, body }) => {
        here();
        if (actor.role !== 'Admin') throw refused('forbidden');
        if (!Buffer.isBuffer(body.file)) throw refused('invalid', { errors: { file: 'Choose a file' } });
        return { bytes: uploads.take({ key: body.key, offset: Number(body.offset), content: body.file }) };
      }),
    contract.uploadPartBytes,
  );
  route(app, contract.restoreBackup, async ({ actor, body, now, reply }) => {
    here();
    await requireAdmin(actor, body.password);
    if (!restart) throw refused('backupElsewhere');
    const note = noteOf(actor, body.file && basename(body.file));
    await prepareFrom(body, { dataDir, uploads, note, now });
    await noteHere(store, 'Restored', note);
    reply.raw.once('finish', restart);
    return undefined;
  });
}

/** Returns a function that refuses everybody but an Admin with their password: 'forbidden', 'tooMany', 'passwordWrong'. */
function adminGuard(ask: AskPassword) {
  return async (actor: Actor, password: string): Promise<void> => {
    if (actor.role !== 'Admin') throw refused('forbidden');
    await ask(actor.userId, password);
  };
}
