/** Routes of the menu. An unchanged menu is answered with 304. */
import * as contract from '@atoll/domain/contract/outlet/menu';
import { category } from '@atoll/domain/resources/category';
import { menu } from '@atoll/domain/resources/menu';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { modifierGroup } from '@atoll/domain/resources/modifier-group';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { registerResource } from '../../resource/routes.ts';
import { categoryHooks, menuHooks, menuItemHooks, modifierGroupHooks } from './hooks.ts';
import { createMenuBytes } from './menu-bytes.ts';

const takesGzip = (header: string | string[] | undefined): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(String(header));

/** Registers the routes of the menu, and of menus, categories, menu items and modifier groups. */
export function registerMenu(app: FastifyInstance, services: Services): void {
  const { store } = services;
  const menuBytes = createMenuBytes(store);
  registerResource(app, menu, menuHooks);
  registerResource(app, category, categoryHooks);
  registerResource(app, menuItem, menuItemHooks);
  registerResource(app, modifierGroup, modifierGroupHooks);

  route(app, contract.getMenu, async ({ actor, request, reply }) => {
    const bytes = await menuBytes(actor.outletId);
    reply
      .header('etag', bytes.etag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept-encoding, authorization, x-outlet-id');
    const known = request.headers['if-none-match'];
    if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bytes.etag)) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!takesGzip(request.headers['accept-encoding'])) return reply.send(bytes.plain);
    return reply.header('content-encoding', 'gzip').send(bytes.gzipped);
  });
}
