/** Routes of the menu. An unchanged menu is answered with 304. */
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import * as contract from '@atoll/domain/contract/outlet/menu';
import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { modifierGroup } from '@atoll/domain/resources/modifier-group';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasTag, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { categoryHooks, menuHooks, menuItemHooks, modifierGroupHooks } from './hooks.ts';
import { readCounts, setLeft } from './item-counts.ts';
import { createMenuBlocks } from './menu-blocks.ts';
import { createMenuBytes } from './menu-bytes.ts';

const gzip = promisify(zlib.gzip);
const variesWith = 'accept-encoding, authorization, x-outlet-id';

const takesGzip = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(String(header));

/** Registers the routes of the menu, and of menus, categories, menu items and modifier groups. */
export function registerMenu(app: FastifyInstance, services: Services): void {
  const { store } = services;
  const menuBytes = createMenuBytes(store);
  const menuBlocks = createMenuBlocks(store);
  registerResource(app, menu, menuHooks);
  registerResource(app, category, categoryHooks);
  registerResource(app, menuItem, menuItemHooks);
  registerResource(app, modifierGroup, modifierGroupHooks);

  route(app, contract.getMenu, async ({ actor, query, request, reply }) => {
    const large = query.inBlocks ? await menuBlocks(actor.outletId) : null;
    const { etag, plain, gzipped } = large
      ? { etag: large.etag, plain: large.outline, gzipped: undefined }
      : await menuBytes(actor.outletId);
    reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', variesWith);
    if (hasTag(request, etag)) return reply.code(304).send();
    return sendJson(request, reply, plain, gzipped);
  });

  const countsOf = (outletId: number) => store.readOutlet(outletId, (db) => readCounts(db, outletId));
  route(app, contract.getCounts, ({ actor }) => countsOf(actor.outletId));
  route(app, contract.setLeft, async ({ actor, body }) => {
    await setLeft(store, actor, body.id, body.left);
    return await countsOf(actor.outletId);
  });

  route(app, contract.getMenuBlocks, async ({ actor, query, request, reply }) => {
    const large = await menuBlocks(actor.outletId);
    const blocks = query.ids.split(',').flatMap((id) => large?.blocks.get(Number(id)) ?? []);
    reply.header('cache-control', 'private, no-store');
    return sendJson(request, reply, Buffer.from(`[${blocks.join(',')}]`));
  });
}

/** Sends bytes of JSON, gzipped for a client that accepts it. */
async function sendJson(request: FastifyRequest, reply: FastifyReply, plain: Buffer, gzipped?: Buffer) {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(gzipped ?? (await gzip(plain)));
}
