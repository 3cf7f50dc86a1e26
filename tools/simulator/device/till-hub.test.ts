import { afterEach, expect, it } from 'vitest';
import type { HubOptions } from '../../../apps/web/src/sync/hub.ts';
import type { SimulatedHub } from './till-hub.ts';
import { makeConnection } from './till-hub.ts';

const globals = globalThis as unknown as { exchange?: SimulatedHub };
afterEach(() => {
  delete globals.exchange;
});

it('a simulated connection stays connected when an earlier attempt, which was stopped, fails later', async () => {
  const attempts: PromiseWithResolvers<{ connectionId: string; head: number }>[] = [];
  globals.exchange = {
    connect: () => {
      const attempt = Promise.withResolvers<{ connectionId: string; head: number }>();
      attempts.push(attempt);
      return attempt.promise;
    },
    disconnect: () => undefined,
  };
  const states: string[] = [];
  const hub = makeConnection({
    outletId: 1,
    ticket: async () => 'ticket',
    onState: (state: string) => states.push(state),
    onHello: () => undefined,
  } as unknown as HubOptions);
  const first = hub.start().catch(() => 'failed');
  await Promise.resolve();
  await hub.stop();
  const second = hub.start();
  await new Promise<void>((done) => void setImmediate(done));
  expect(attempts).toHaveLength(2);
  attempts[1]?.resolve({ connectionId: 'connection-2', head: 0 });
  await second;
  attempts[0]?.reject(new Error('Not reached'));
  expect(await first).toBe('failed');
  expect(states.at(-1)).toBe('Connected');
  expect(hub.isIdle()).toBe(false);
});
