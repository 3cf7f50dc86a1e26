/** Routes of the outlet's settings. */
import * as contract from '@atoll/domain/contract/platform/app';
import { lowersSecurity } from '@atoll/domain/outlet/lower-security';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Auth } from '../auth/service.ts';
import { findSettings, saveSettings } from './service.ts';

/** Registers the routes of settings. */
export function registerSetting(
  app: FastifyInstance,
  { store }: Services,
  { requirePassword }: Pick<Auth, 'requirePassword'>,
): void {
  route(app, contract.settings, ({ actor }) => findSettings(store, actor.outletId));
  route(app, contract.saveSettings, async ({ actor, body }) => {
    if (lowersSecurity(await findSettings(store, actor.outletId), body)) await requirePassword(actor);
    return saveSettings(store, actor, body);
  });
}
