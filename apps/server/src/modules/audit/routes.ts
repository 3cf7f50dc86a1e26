/** API calls of the audit screen. */
import * as contract from '@atoll/domain/contract/outlet/audit';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { verifyHistory } from '../../platform/store/outlet/history.ts';
import { headSigner } from '../../platform/store/outlet/signed-head.ts';
import { listDevices } from './devices.ts';
import { listAudit } from './find.ts';
import { compareHeads } from './kept-heads.ts';
import { keepSigning } from './sign-ends.ts';

/** Registers the calls of the history. A server that listens also signs its ends. */
export function registerAudit(app: FastifyInstance, { store, config, log }: Services, storeNow: string): void {
  const signer = headSigner(config.dataDir);
  route(app, contract.compareHeads, ({ actor, body }) => compareHeads({ store, signer, storeNow }, actor, body.heads));
  route(app, contract.listAudit, ({ actor, query }) => listAudit(store, actor, query));
  route(app, contract.listDevices, ({ actor }) => listDevices(store, actor.outletId));
  route(app, contract.checkAudit, async ({ actor }) => {
    const readOutlet = store.readForReports.bind(store);
    const found = await verifyHistory({ readOutlet }, actor.outletId);
    return found.ok
      ? { isIntact: true, rows: found.rows, brokenAt: null }
      : { isIntact: false, rows: found.seq - 1, brokenAt: found.seq };
  });
  let stop: (() => Promise<void>) | undefined;
  app.addHook('onListen', async () => {
    stop = keepSigning({ store, signer, dataDir: config.dataDir, storeNow }, log);
  });
  app.addHook('onClose', async () => stop?.());
}
