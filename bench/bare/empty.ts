/** The minimal call: the HTTP framework with an empty handler. */
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { serveWorker } from '../process.ts';

async function listen(): Promise<number> {
  const app = fastify();
  app.get('/', () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

serveWorker({ listen });
