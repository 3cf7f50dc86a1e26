import type { IncomingHttpHeaders } from 'node:http';
import type { HubCredentials } from './identity.ts';

/**
 * What an upgrade or a negotiation shows. A browser can only put the ticket into the query as `access_token`; other clients send it,
 * or their access token, as a bearer.
 */
export function readCredentials(headers: IncomingHttpHeaders, query: URLSearchParams): HubCredentials {
  const shown = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const inQuery = query.get('access_token') ?? undefined;
  const outlet = Number(headers['x-outlet-id'] ?? query.get('outletId') ?? Number.NaN);
  return {
    ...(inQuery !== undefined ? { ticket: inQuery } : shown !== undefined && isTicket(shown) ? { ticket: shown } : {}),
    ...(shown !== undefined && !isTicket(shown) ? { bearer: shown } : {}),
    ...(Number.isSafeInteger(outlet) ? { outletId: outlet } : {}),
  };
}

/** Whether a page of this origin may connect. Clients that are no browsers send none. */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin === undefined || allowed.some((one) => one.toLowerCase() === origin.toLowerCase());
}

/** Access tokens are three parts joined by dots; a ticket has none. */
function isTicket(text: string): boolean {
  return !text.includes('.');
}

/** Path and query of a request. Never throws, unlike `new URL`: the request's target is whatever the peer wrote. */
export function splitUrl(url = '/'): { path: string; query: URLSearchParams } {
  const at = url.indexOf('?');
  return { path: at < 0 ? url : url.slice(0, at), query: new URLSearchParams(at < 0 ? '' : url.slice(at)) };
}
