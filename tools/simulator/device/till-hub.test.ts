import { afterEach, expect, it } from 'vitest';
import type { HubOptions } from '../../../apps/web/src/sync/hub.ts';
import type { Exchange } from './till-hub.ts';
import { makeConnection } from './till-hub.ts';

const globals = globalThis as unknown as { exchange?: Exchange };
afterEach(() => {
  delete globals.exchange;
});

it('a simulated connection stays connected when an earlier attempt, which was stopped, fails later', async () => {
  const dials: PromiseWithResolvers<{ connectionId: string; head: number }>[] = [];
  globals.exchange = {
    dial: () => {
      const dialled = Promise.withResolvers<{ connectionId: string; head: number }>();
      dials.push(dialled);
      return dialled.promise;
    },
    hangUp: () => undefined,
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
  expect(dials).toHaveLength(2);
  dials[1]?.resolve({ connectionId: 'line-2', head: 0 });
  await second;
  dials[0]?.reject(new Error('Not reached'));
  expect(await first).toBe('failed');
  expect(states.at(-1)).toBe('Connected');
  expect(hub.isIdle()).toBe(false);
});
