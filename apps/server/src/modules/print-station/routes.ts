/** Routes of print stations. The device is that of the session: what a header says is not believed. */
import * as contract from '@atoll/domain/contract/bill/print-station';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { type Auth, deviceOfSession } from '../auth/service.ts';
import type { StationActor } from './job.ts';
import { answerJob, claimJobs, findJob, handJob } from './service.ts';
import { listStations, registerStation, removeStation } from './station.ts';

/** Registers the routes of print stations. */
export function registerPrintStation(app: FastifyInstance, { store }: Services, auth: Auth): void {
  const atDevice = async (actor: Actor): Promise<StationActor> => {
    const { id, key } = await deviceOfSession(store, actor.sessionId);
    return { ...actor, deviceId: id || actor.sessionId, deviceKey: key };
  };
  route(app, contract.handJob, async ({ actor, body }) => handJob(store, await atDevice(actor), body));
  route(app, contract.findJob, ({ actor, params }) => findJob(store, actor.outletId, params.jobKey));
  route(app, contract.listStations, async ({ actor, now }) => listStations(store, await atDevice(actor), now));
  route(app, contract.registerStation, async ({ actor }) => {
    await auth.requirePassword(actor);
    await registerStation(store, await atDevice(actor));
    return undefined;
  });
  route(app, contract.removeStation, async ({ actor, params }) => {
    await auth.requirePassword(actor);
    await removeStation(store, await atDevice(actor), params.id);
    return undefined;
  });
  route(app, contract.claimJobs, async ({ actor, now }) => claimJobs(store, await atDevice(actor), now));
  route(app, contract.answerJob, async ({ actor, body }) => {
    await answerJob(store, await atDevice(actor), body);
    return undefined;
  });
}
