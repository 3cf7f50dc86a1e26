/** The call about the things of the server, and the look at them each minute. Source: R31.42. */
import { readCare } from '@atoll/domain/contract/platform/care';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import { type CareParts, createCare } from './service.ts';

const lookMs = 60_000;

/** Registers the call, and looks each minute while the server runs. */
export function registerCare(app: FastifyInstance, services: Services, parts: CareParts): void {
  const look = createCare(services, parts);
  route(app, readCare, () => look());
  const timer = setInterval(() => {
    look().catch((error: unknown) => services.log.warn({ err: error }, 'Care could not look at the server'));
  }, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
