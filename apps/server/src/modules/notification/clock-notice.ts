/** Notification for Admins that the server's clock runs behind; `/ready` and tills read it from the same watch. Source: R35.85. */
import type { FastifyInstance } from 'fastify';
import {
  type ClockWatch,
  checkIntervalMs,
  createClockWatch,
  type OutletAhead,
} from '../../platform/http/clock-behind.ts';
import type { Services } from '../../platform/http/services.ts';
import { notify } from './service.ts';

/** Checks the clock at start and every 30 seconds until the app is closed, and returns the watch. */
export function watchServerClock(app: FastifyInstance, { store, clock, log }: Services): ClockWatch {
  const watch = createClockWatch(store, clock, async ({ outletId, behindMs }: OutletAhead) => {
    log.warn({ outletId, behindMs }, "the server's clock runs behind the outlet's last history entry");
    await store.writeOutlet(outletId, async (tx) => {
      await notify(tx, {
        severity: 'Error',
        title: 'The clock of the server is wrong',
        body: 'It is behind the last sale. Until the clock is right, new bills get the time of the last sale. Set the date and time of the server.',
        permission: 'Users',
      });
    });
  });
  const look = (): void =>
    void watch.look().catch((error: unknown) => log.warn({ err: error }, 'the clock could not be checked'));
  const timer = setInterval(look, checkIntervalMs);
  app.addHook('onReady', async () => look());
  app.addHook('onClose', async () => clearInterval(timer));
  return watch;
}
