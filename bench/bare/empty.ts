/** The limit of the HTTP framework: a server whose only call does nothing. */
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
