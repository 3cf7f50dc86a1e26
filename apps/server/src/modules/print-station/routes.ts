/** Routes of print stations. */
import * as contract from '@atoll/domain/contract/bill/print-station';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { answerJob, claimJobs, findJob, handJob } from './service.ts';

/** Registers the routes of print stations. */
export function registerPrintStation(app: FastifyInstance, { store }: Services): void {
  route(app, contract.handJob, ({ actor, body }) => handJob(store, actor, body));
  route(app, contract.findJob, ({ actor, params }) => findJob(store, actor.outletId, params.jobKey));
  route(app, contract.claimJobs, ({ actor, now }) => claimJobs(store, actor, now));
  route(app, contract.answerJob, async ({ actor, body }) => {
    await answerJob(store, actor, body);
    return undefined;
  });
}
