import type { AddressInfo } from 'node:net';
import { hubPath } from '@atoll/domain/contract/platform/hub';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Hub } from '../hub.ts';

/** Starts a server with nothing but the hub, attached as the app attaches it. */
export async function listen(hub: Hub, port = 0): Promise<{ readonly app: FastifyInstance; readonly port: number }> {
  const app = Fastify({ forceCloseConnections: true });
  hub.attach(app.server);
  app.post(`${hubPath}/negotiate`, async (request, reply) => {
    const { status, body } = await hub.negotiate(request.raw);
    return reply.code(status).send(body);
  });
  app.addHook('preClose', () => hub.close());
  await app.listen({ port, host: '127.0.0.1' });
  return { app, port: (app.server.address() as AddressInfo).port };
}
