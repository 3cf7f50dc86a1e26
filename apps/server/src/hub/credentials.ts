import type { IncomingHttpHeaders } from 'node:http';
import type { HubCredentials } from './identity.ts';

/**
 * Returns the credentials of an upgrade or a negotiation. A browser can send the ticket only in the query, as
 * `access_token`; other clients send it, or their access token, as a bearer.
 */
export function readCredentials(headers: IncomingHttpHeaders, query: URLSearchParams): HubCredentials {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const inQuery = query.get('access_token') ?? undefined;
  const outlet = Number(headers['x-outlet-id'] ?? query.get('outletId') ?? Number.NaN);
  return {
    ...(inQuery !== undefined
      ? { ticket: inQuery }
      : bearer !== undefined && isTicket(bearer)
        ? { ticket: bearer }
        : {}),
    ...(bearer !== undefined && !isTicket(bearer) ? { bearer: bearer } : {}),
    ...(Number.isSafeInteger(outlet) ? { outletId: outlet } : {}),
  };
}

/** Returns whether a page of this origin may connect. Clients that are not browsers send no origin. */
export function isAllowedOrigin(origin: string | undefined, allowed: readonly string[]): boolean {
  return origin === undefined || allowed.some((one) => one.toLowerCase() === origin.toLowerCase());
}

/** True for a ticket. Access tokens are three parts joined by dots; a ticket has none. */
function isTicket(text: string): boolean {
  return !text.includes('.');
}

/** Returns path and query of a request. It never throws, unlike `new URL`, because the target is whatever the peer wrote. */
export function splitUrl(url = '/'): { path: string; query: URLSearchParams } {
  const at = url.indexOf('?');
  return { path: at < 0 ? url : url.slice(0, at), query: new URLSearchParams(at < 0 ? '' : url.slice(at)) };
}
