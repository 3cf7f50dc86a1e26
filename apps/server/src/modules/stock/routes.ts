/** Routes of stock. */
import * as contract from '@atoll/domain/contract/stock/stock';
import * as counts from '@atoll/domain/contract/stock/stock-count';
import * as requests from '@atoll/domain/contract/stock/stock-request';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { storage } from '@atoll/domain/resources/storage';
import type { FastifyInstance } from 'fastify';
import { readList } from '../../platform/http/list.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { createCount, deleteCount, moveCount, saveCountLines, updateCount } from './count/count.ts';
import { countSorts, findCount, listCounts } from './count/count-find.ts';
import { itemHooks, storageHooks } from './hooks.ts';
import { listLevels } from './movement/level.ts';
import { adjustStock, findLog, listLogs, logSorts } from './movement/log.ts';
import { createRequest, deleteRequest, moveRequest, updateRequest } from './request/request.ts';
import { findRequest, listRequests, requestSorts } from './request/request-find.ts';

/** Registers the routes of items, storages, movements, levels, requests and counts. */
export function registerStock(app: FastifyInstance, services: Services): void {
  const { store } = services;
  registerResource(app, inventoryItem, itemHooks);
  registerResource(app, storage, storageHooks);

  route(app, contract.listLogs, ({ actor, query }) =>
    listLogs(store, actor.outletId, readList(query, logSorts), query),
  );
  route(app, contract.findLog, ({ actor, params }) => findLog(store, actor.outletId, params.id));
  route(app, contract.createLog, ({ actor, body }) => adjustStock(store, actor, body));
  route(app, contract.listLevels, ({ actor, query }) => listLevels(store, actor.outletId, query));

  route(app, requests.listRequests, ({ actor, query }) =>
    listRequests(store, actor.outletId, readList(query, requestSorts), query),
  );
  route(app, requests.findRequest, ({ actor, params }) => findRequest(store, actor.outletId, params.id));
  route(app, requests.createRequest, ({ actor, body }) => createRequest(store, actor, body));
  route(app, requests.updateRequest, ({ actor, body }) => updateRequest(store, actor, body));
  route(app, requests.stepRequest, ({ actor, body }) => moveRequest(store, actor, body));
  route(app, requests.deleteRequest, async ({ actor, params }) => {
    await deleteRequest(store, actor, params.id);
    return undefined;
  });

  route(app, counts.listCounts, ({ actor, query }) =>
    listCounts(store, actor.outletId, readList(query, countSorts), query),
  );
  route(app, counts.findCount, ({ actor, params }) => findCount(store, actor.outletId, params.id));
  route(app, counts.createCount, ({ actor, body }) => createCount(store, actor, body));
  route(app, counts.updateCount, ({ actor, body }) => updateCount(store, actor, body));
  route(app, counts.saveCountLines, ({ actor, body }) => saveCountLines(store, actor, body));
  route(app, counts.stepCount, ({ actor, body }) => moveCount(store, actor, body));
  route(app, counts.deleteCount, async ({ actor, params }) => {
    await deleteCount(store, actor, params.id);
    return undefined;
  });
}
