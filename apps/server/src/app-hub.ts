/** Connects the hub to the app: who may connect, what the hub reads and sends, and when it ends a connection. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { FastifyInstance } from 'fastify';
import type { HubBus } from './hub/bus/bus.ts';
import type { HubDependencies } from './hub/dependencies.ts';
import { createHub, type Hub, type HubCredentials, type HubIdentity } from './hub/hub.ts';
import type { Auth } from './modules/auth/service.ts';
import { sendRefusal } from './platform/errors/answer.ts';
import { Refused } from './platform/errors/refused.ts';
import type { Identity } from './platform/http/actor.ts';
import { appRelease } from './platform/http/app-release.ts';
import type { IsOwnHost } from './platform/http/host-guard.ts';
import { ownOrigins } from './platform/http/origins.ts';
import type { Services } from './platform/http/services.ts';

interface Parts {
  readonly services: Services;
  readonly auth: Auth;
  readonly bus: HubBus;
  readonly isOwnHost: IsOwnHost;
}

/** Returns the person of an access token; undefined when it is refused. */
async function identityOf({ gate }: Auth, bearer: string): Promise<Identity | undefined> {
  try {
    return await gate.identify(bearer);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Returns who connects, by a ticket or an access token; 'forbidden' for another outlet, undefined when neither is valid. */
async function authenticate(
  { auth, services }: Parts,
  { ticket, bearer, outletId }: HubCredentials,
): Promise<HubIdentity | 'forbidden' | undefined> {
  if (ticket !== undefined) return auth.tickets.redeem(ticket);
  if (bearer === undefined) return undefined;
  const read = await auth.tokens.read(bearer, services.clock());
  const identity = read && (await identityOf(auth, bearer));
  if (!read || !identity || identity.sendNames) return undefined;
  const { userId, sessionId, name, outlets } = identity;
  if (outletId === undefined) return 'forbidden';
  const isOwn = outlets.includes(outletId) || outlets.includes(await auth.gate.practiceOf(outletId));
  if (!isOwn) return 'forbidden';
  return { userId, sessionId, name, outletId, expiresAt: read.expiresAt };
}

/** Creates the hub and attaches it to the app: it starts with the first upgrade and drains before the server closes. */
export function createAppHub(app: FastifyInstance, parts: Parts): Hub {
  const { services, auth, bus, isOwnHost } = parts;
  const { store, config, clock } = services;
  const portOf = (): number => {
    const address = app.server.address();
    return typeof address === 'object' && address ? address.port : config.port;
  };
  const release = appRelease(config);
  const dependencies: HubDependencies = {
    authenticate: (credentials) => authenticate(parts, credentials),
    readHeads: (outletIds) => store.heads(outletIds),
    isOwnBill: async (outletId, billId) => {
      const row = await store.readOutlet(outletId, (db) =>
        db
          .selectFrom('bill')
          .select('id')
          .where('outlet_id', '=', outletId)
          .where('id', '=', billId)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
    isLive: ({ sessionId }) => !auth.ended.has(sessionId) && !auth.locks.isLocked(sessionId),
    readEnded: async () => {
      // With PostgreSQL another process may have ended or locked a session.
      if (store.engine === 'postgres') await Promise.all([auth.ended.poll(), auth.locks.poll()]);
    },
    isOwnHost,
    release: () => release,
    bus,
    log: app.log,
    now: clock,
    allowedOrigins: () => ownOrigins(config, portOf()),
  };
  const hub = createHub(dependencies, { secret: auth.hubSecret });

  store.onCommitted((changes) => hub.publish(changes));
  auth.ended.onEnded((sessionIds) => {
    for (const sessionId of sessionIds) hub.disconnect({ sessionId }, 'Signed out');
  });
  auth.locks.onLocked((sessionIds) => {
    for (const sessionId of sessionIds) hub.disconnect({ sessionId }, 'Locked');
  });
  auth.accessChanges.onChanged((userId) => hub.disconnect({ userId }, 'Permissions changed'));
  hub.attach(app.server);
  app.post('/api/hub/negotiate', { config: { openBecause: 'the hub checks the ticket' } }, async (request, reply) => {
    const { status, body } = await hub.negotiate(request.raw);
    if (status === 503) return sendRefusal(reply, anyRefusal('unavailable', { extra: { ...body } }));
    return reply.code(status).send(body);
  });
  app.addHook('preClose', () => hub.close());
  return hub;
}
