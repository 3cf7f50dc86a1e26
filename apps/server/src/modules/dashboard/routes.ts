/** API call of the dashboard. */
import { dashboard } from '@atoll/domain/contract/platform/app';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { findDashboard } from './service.ts';

/** Registers the call of the dashboard. */
export function registerDashboard(app: FastifyInstance, { store }: Services): void {
  route(app, dashboard, ({ actor, query, now }) => findDashboard(store, actor, query, now));
}
