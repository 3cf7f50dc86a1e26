/** The calls about the server's certificate, and the way of pages to its one address. Source: R31.10, R31.13, R31.17. */
import type { AddressInfo } from 'node:net';
import { newAddressHeader } from '@atoll/domain/contract/new-address';
import { readTrust, renewTrust, trustCode } from '@atoll/domain/contract/platform/trust';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refused } from '../../platform/errors/refused.ts';
import { servedFormer } from '../../platform/http/former-origins.ts';
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

/** What other devices open. */
interface DeviceLinks {
  /** Returns the address of the app: the chosen one, that of the certificate, or that by which the caller came. */
  readonly origin: (request: FastifyRequest) => string;
  /** Returns the page where a device comes to trust the shop; null where there is nothing to trust. */
  readonly hello: () => string | null;
  /** Returns a QR code as SVG. */
  readonly codeOf: (text: string) => Promise<string>;
}

/** Registers the calls, and returns what other devices open. */
export function registerTrust(
  app: FastifyInstance,
  { config, clock }: Services,
  { tls, isOwnHost, helloPort }: Parts,
): DeviceLinks {
  const ports = () => ({
    app: (app.server.address() as AddressInfo | null)?.port ?? config.port,
    hello: helloPort?.() ?? config.tls?.httpPort ?? 0,
  });
  const isFormer: IsFormer = ({ hostname }) => servedFormer(config.formerOrigins, hostname, clock()) !== undefined;
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
  if (tls && config.publicUrl) leadToOrigin(app, new URL(config.publicUrl), isFormer);
  if (config.publicUrl && config.formerOrigins.length > 0) nameOrigin(app, new URL(config.publicUrl).origin, isFormer);
  return {
    origin: ({ protocol, host }) => (tls || config.publicUrl ? trustNow().origin : `${protocol}://${host}`),
    hello: () => trustNow().hello,
    codeOf,
  };
}

const isCallOrFile = /^\/api(\/|\?|$)|\.\w{1,8}(\?|$)/;

type IsFormer = (request: Pick<FastifyRequest, 'hostname'>) => boolean;

/** Tells tills at an address that the app had before where it is now: they send what they keep there, then move (R31.17). */
function nameOrigin(app: FastifyInstance, origin: string, isFormer: IsFormer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isFormer(request)) reply.header(newAddressHeader, origin);
    done();
  });
}

/**
 * Leads page requests to another name or address of the server to its one origin: each has its own storage (R31.10). One that the app had before is
 * served for a while, because tills keep unsent work there (R31.17).
 */
function leadToOrigin(app: FastifyInstance, origin: URL, isFormer: IsFormer): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isPage = /^(GET|HEAD)$/.test(request.method) && !isCallOrFile.test(request.url);
    if (isPage && request.hostname !== origin.hostname && !isFormer(request))
      void reply.redirect(origin.origin + request.url, 308);
    else done();
  });
}
