/** The outlet as its members read it, and the features that are on. */
import * as contract from '@atoll/domain/contract/app';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { presentOutlet } from './present.ts';

/** Registers the calls of outlets and features. */
export function registerOutlet(app: FastifyInstance, { store }: Services): void {
  route(app, contract.findOutlet, async ({ params, actor }) => {
    const id = Number(params.id);
    if (!actor.outlets.includes(id)) throw refused('notFound');
    const row = await store.readOrg((db) =>
      db.selectFrom('outlet').selectAll().where('id', '=', id).where('is_active', '=', true).executeTakeFirst(),
    );
    if (!row) throw refused('notFound');
    return presentOutlet(row);
  });

  route(app, contract.features, async ({ actor }) => {
    const row = await store.readOrg((db) =>
      db.selectFrom('outlet').select('features').where('id', '=', actor.outletId).executeTakeFirst(),
    );
    return [...(row?.features ?? [])];
  });
}
