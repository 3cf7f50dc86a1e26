/** API calls of deliveries. */
import * as contract from '@atoll/domain/contract/bill/delivery';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { listPeople } from '../auth/service.ts';
import { viewed } from '../bill/service.ts';
import { changeDelivery } from './change.ts';
import { deliverySorts, listDeliveries } from './find.ts';
import { riderCash } from './rider.ts';

const json = 'application/json; charset=utf-8';
const sorts = Object.keys(deliverySorts) as (keyof typeof deliverySorts)[];

/** Registers the calls of deliveries. */
export function registerDelivery(app: FastifyInstance, { store }: Services): void {
  route(app, contract.changeDelivery, async ({ actor, body }) =>
    viewed(actor, await changeDelivery(store, actor, body)),
  );
  route(app, contract.listRiders, ({ actor }) => listPeople(store, actor.outletId));
  route(app, contract.riderCash, ({ actor, params }) =>
    store.readForLists(actor.outletId, (db) => riderCash(db, actor.outletId, Number(params.id))),
  );
  route(app, contract.listDeliveries, async ({ actor, query, reply, now }) => {
    const list = readList(query, sorts);
    const { bills, count } = await listDeliveries(store, actor, {
      ...list,
      now,
      type: given(query.type),
      status: given(query.status),
      customerId: idOf('customerId', query.customerId),
      shiftId: idOf('shiftId', query.shiftId),
      riderId: idOf('userId', query.userId),
    });
    const items = `[${bills.join(',')}]`;
    const page = `{"items":${items},"count":${count},"pageSize":${list.limit},"totalPages":${Math.ceil(count / list.limit)}}`;
    return reply.header('content-type', json).send(list.isPaged ? page : items);
  });
}

const given = (text: string | undefined): string | undefined =>
  text === undefined || text === '' || text === 'null' ? undefined : text;

function idOf(name: string, text: string | undefined): number | undefined {
  const value = given(text);
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw refused('malformed', { details: `${name} is a number`, errors: { [name]: 'Must be a number' } });
}
