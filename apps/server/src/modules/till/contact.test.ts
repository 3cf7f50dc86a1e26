import { contactEveryMs } from '@atoll/domain/shift/absence';
import { fastify } from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addOutlet } from '../../platform/store/testing/outlet.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { keepContacts } from './contact.ts';

afterEach(() => vi.useRealTimers());

eachEngine('the contacts of connected devices', (on) => {
  it('[R34.12] are written by one write for all outlets', async () => {
    const store = await on.open();
    const outlets = await Promise.all(Array.from({ length: 12 }, () => addOutlet(store)));
    let now = Date.now();
    const app = fastify();
    app.addHook('onRequest', async (request) => {
      const outletId = Number(request.headers['x-outlet-id']);
      request.actor = { outletId, sessionId: `session-${outletId}`, deviceId: 'till' } as Actor;
    });
    app.get('/', async () => 'ok');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const services = { store, clock: () => now, log: silentLog } as unknown as Services;
    keepContacts(app as never, services, { sessionIds: () => outlets.map((id) => `session-${id}`) });
    const heardAt = () =>
      Promise.all(
        outlets.map(async (id) => {
          const rows = await store.readOutlet(id, (db) =>
            db.selectFrom('device_contact').select('heard_at').where('outlet_id', '=', id).execute(),
          );
          return rows.map((row) => row.heard_at);
        }),
      );
    for (const id of outlets) await app.inject({ url: '/', headers: { 'x-outlet-id': String(id) } });
    await expect.poll(heardAt).toEqual(outlets.map(() => [now]));

    const [all, one] = [vi.spyOn(store, 'writeAllOutlets'), vi.spyOn(store, 'writeOutlet')];
    now += contactEveryMs;
    vi.advanceTimersByTime(contactEveryMs / 2);
    vi.useRealTimers();
    await expect.poll(heardAt).toEqual(outlets.map(() => [now]));
    expect([all.mock.calls.length, one.mock.calls.length]).toEqual([1, 0]);
    await app.close();
  });
});
