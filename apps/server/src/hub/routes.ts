import { hubPath } from '@atoll/domain/contract/hub';
import type { FastifyInstance } from 'fastify';
import type { Hub } from './hub.ts';

/** Puts the hub on the server: upgrades, negotiation, and the drain before the server closes. */
export function registerHub(app: FastifyInstance, hub: Hub): void {
  hub.attach(app.server);
  app.post(`${hubPath}/negotiate`, { logLevel: 'silent' }, async (request, reply) => {
    const { status, body } = await hub.negotiate(request.raw);
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });
  // Before the server stops listening for the end of its connections, which an open WebSocket would hold up.
  app.addHook('preClose', () => hub.close());
}
