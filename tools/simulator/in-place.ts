/** Responses that come instead of the server's: a captive portal, a gateway that refuses, and the server itself while it cannot save. */
import type { ServerAnswer, ServerRequest, ShopServer } from './shop-server.ts';

/** `portal…`: every call is answered 200. `gateway`: writes are refused with a 4xx. `cannotSave`: the server answers 503. */
export type InPlace = 'portalPage' | 'portalEmpty' | 'portalJson' | 'gateway' | 'cannotSave';

export const inPlaceKinds: readonly InPlace[] = ['portalPage', 'portalEmpty', 'portalJson', 'gateway', 'cannotSave'];

const refusals = [400, 403, 404, 407, 413, 431] as const;
/** Calls that the server answers without its store. */
const needsNoStore = /\/(health|info)$/;

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

/** Returns the response that replaces the server's; null lets the call through. `count` varies the responses of a gateway. */
export async function answerInPlace(
  kind: InPlace,
  request: ServerRequest,
  server: ShopServer,
  count: number,
): Promise<ServerAnswer | null> {
  switch (kind) {
    case 'portalPage':
      return { status: 200, headers: html, body: '<html>Sign in to the hotel</html>' };
    case 'portalEmpty':
      return { status: count % 2 === 0 ? 200 : 204, headers: {}, body: '' };
    case 'portalJson':
      return { status: 200, headers: json, body: '{"ok":true}' };
    case 'gateway': {
      if (request.method === 'GET') return null;
      return { status: refusals[count % refusals.length] ?? 403, headers: html, body: '<html>Blocked</html>' };
    }
    case 'cannotSave': {
      if (needsNoStore.test(request.url)) return null;
      // With the headers of the server's own responses.
      const own = await server.handle({ method: 'GET', url: '/api/health', headers: {}, body: null });
      const body = { message: 'Not ready yet', details: '', code: 503, reason: 'unavailable' };
      return { status: 503, headers: { ...own?.headers, ...json, 'retry-after': '2' }, body: JSON.stringify(body) };
    }
  }
}
