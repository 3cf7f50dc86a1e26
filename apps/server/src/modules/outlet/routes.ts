/** Routes of outlets and their features. */

import * as contract from '@atoll/domain/contract/outlet/outlet';
import { startPractice } from '@atoll/domain/contract/outlet/practice';
import * as app from '@atoll/domain/contract/platform/app';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { presentStations, readStations } from '../station/service.ts';
import { listOutlets } from './list.ts';
import { freshLimiter, openPractice } from './practice.ts';
import { presentOutlet } from './present.ts';
import { createOutlet, deleteOutlet, isOutletOf, updateOutlet } from './service.ts';

/** Registers the routes of outlets and features. */
export function registerOutlet(server: FastifyInstance, { store, clock }: Services): void {
  const practising = { store, limiter: freshLimiter(clock) };
  route(server, app.findOutlet, async ({ params, actor }) => {
    const id = Number(params.id);
    if (!Number.isSafeInteger(id)) throw refused('notFound');
    const practiceOf = actor.outlets.includes(id) ? 0 : await server.gate.practiceOf(id);
    const row = await store.readOrg(async (db) => {
      const own = practiceOf || id;
      if (!actor.outlets.includes(own) && !(await isOutletOf(db, actor.userId, own))) return undefined;
      return db.selectFrom('outlet').selectAll().where('id', '=', id).executeTakeFirst();
    });
    // A till may still be in a practice outlet that another one began afresh.
    if (!row || (!row.is_active && practiceOf === 0)) throw refused('notFound');
    const stations = await store.readOutlet(id, (db) => readStations(db, id));
    return { ...presentOutlet(row), ...presentStations(stations) };
  });

  route(server, app.features, async ({ actor }) => {
    const row = await store.readOrg((db) =>
      db.selectFrom('outlet').select('features').where('id', '=', actor.outletId).executeTakeFirst(),
    );
    return [...(row?.features ?? [])];
  });

  route(server, contract.listOutlets, ({ actor, query }) => listOutlets(store, actor.userId, query));
  route(server, contract.createOutlet, ({ actor, body, now }) => createOutlet(store, actor, body, now));
  route(server, contract.updateOutlet, ({ actor, body }) => updateOutlet(store, actor, body));
  route(server, startPractice, ({ actor, body }) => openPractice(practising, actor, body));
  route(server, contract.deleteOutlet, async ({ actor, params }) => {
    const id = Number(params.id);
    if (!Number.isSafeInteger(id)) throw refused('notFound');
    await deleteOutlet(store, actor, id);
    return undefined;
  });
}
