/** The calls about the server's certificate, and the way of pages to its one address. Source: R31.10, R31.13. */
import type { AddressInfo } from 'node:net';
import { readTrust, renewTrust, trustCode } from '@atoll/domain/contract/platform/trust';
import type { FastifyInstance } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import type { IsOwnHost } from '../../platform/http/host-guard.ts';
import { route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Tls } from '../../platform/tls/tls.ts';
import { codeOf, trustOf } from './service.ts';

interface Parts {
  readonly tls: Tls | undefined;
  readonly isOwnHost: IsOwnHost;
  /** Returns the port of `/hello`; that of the settings when absent. */
  readonly helloPort?: (() => number) | undefined;
}

/** Registers the calls. */
export function registerTrust(
  app: FastifyInstance,
  { config, clock }: Services,
  { tls, isOwnHost, helloPort }: Parts,
): void {
  const ports = () => ({
    app: (app.server.address() as AddressInfo | null)?.port ?? config.port,
    hello: helloPort?.() ?? config.tls?.httpPort ?? 0,
  });
  const trustNow = () => trustOf(config, tls, ports(), clock());
  route(app, readTrust, async ({ request, reply }) => {
    const { origin } = request.headers;
    // `/hello` of this server, which has no https, finds out whether the device trusts the server.
    const isOwnPage = tls && origin?.startsWith('http://') && (await isOwnHost({ host: origin.slice(7) }));
    if (isOwnPage) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    return trustNow();
  });
  route(app, renewTrust, async () => {
    if (!tls) throw refused('stateForbids');
    if (!(await tls.renew())) throw refused('serverClockWrong');
    return trustNow();
  });
  route(app, trustCode, async () => {
    const { hello } = trustNow();
    return { svg: hello && (await codeOf(hello)) };
  });
  if (tls && config.publicUrl) leadToOrigin(app, new URL(config.publicUrl));
}

const isCallOrFile = /^\/api(\/|\?|$)|\.\w{1,8}(\?|$)/;

/** Leads page requests to another name or address of the server to its one origin: each has its own storage (R31.10). */
function leadToOrigin(app: FastifyInstance, origin: URL): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isPage = /^(GET|HEAD)$/.test(request.method) && !isCallOrFile.test(request.url);
    if (isPage && request.hostname !== origin.hostname) void reply.redirect(origin.origin + request.url, 308);
    else done();
  });
}
