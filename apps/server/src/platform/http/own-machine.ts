/** Tells whether a request comes from this machine itself. Source: R36.24, R36.27. */
import type { FastifyRequest } from 'fastify';

/** What proxies add. */
const isForwarding = (header: string): boolean =>
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip)$/.test(
    header,
  );

/** Returns whether an address is of this machine only. */
export const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
const isOwnName = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host);

/** Returns whether a proxy passed a request on. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some(isForwarding);

/**
 * Returns whether a request came from this machine directly: from a loopback address, for a loopback name, and through no proxy. With TRUST_PROXY,
 * which says that there is a proxy, none does.
 */
export function isFromOwnMachine(
  request: Pick<FastifyRequest, 'raw' | 'headers'>,
  { trustProxy }: { readonly trustProxy: string | undefined },
): boolean {
  if (trustProxy !== undefined || isForwarded(request)) return false;
  return isLoopback(request.raw.socket.remoteAddress ?? '') && isOwnName(request.headers.host ?? '');
}
