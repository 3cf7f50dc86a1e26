/** The menu as a till reads it. Unchanged, it costs a 304. */
import * as contract from '@atoll/domain/contract/menu';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { createMenuBytes } from './menu-bytes.ts';

const takesGzip = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(String(header));

/** Registers the call of the menu. */
export function registerMenu(app: FastifyInstance, { store }: Services): void {
  const menuBytes = createMenuBytes(store);

  route(app, contract.getMenu, async ({ actor, request, reply }) => {
    const menu = await menuBytes(actor.outletId);
    reply
      .header('etag', menu.etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding, authorization, x-outlet-id');
    const known = request.headers['if-none-match'];
    if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === menu.etag)) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(menu.plain);
    return reply.header('content-encoding', 'gzip').send(menu.gzipped);
  });
}
