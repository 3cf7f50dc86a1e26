/** The call about the things of the server, and the look at them each minute, after which messages are sent. Source: R31.42, R31.43. */
import { readBundle, readCare } from '@atoll/domain/contract/platform/care';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { createLease } from '../../platform/store/lease.ts';
import { createAlerts } from './alerts.ts';
import { type Doctor, makeBundle } from './bundle.ts';
import { type CareParts, createCare } from './service.ts';

const lookMs = 60_000;

/** Registers the call, and looks each minute while the server runs. */
export function registerCare(
  app: FastifyInstance,
  services: Services,
  parts: Omit<CareParts, 'hasFailed'> & { readonly mailer: Mailer; readonly doctor?: Doctor | undefined },
): void {
  const { take } = createLease(services.store, 'care', services.clock);
  const alerts = createAlerts(services, parts.mailer, take);
  const look = createCare(services, { ...parts, hasFailed: alerts.hasFailed });
  route(app, readCare, () => look());
  route(app, readBundle, async () => makeBundle(services, await look(), parts.doctor));
  let isBusy = false;
  const tick = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await alerts.tell(await look());
    } catch (error) {
      services.log.warn({ err: error }, 'Care could not look at the server');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void tick(), lookMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
