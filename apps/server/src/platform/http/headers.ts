/** Security headers of every answer. Built from the configuration, never from the Host header. */
import { serverTimeHeader } from '@atoll/domain/contract/server-time';
import { ownRelease, releaseHeader } from '@atoll/domain/release/standing';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { storeHeader } from '../store/store-name.ts';

/** Placeholder in index.html for the nonce of the page's styles. */
export const styleNonceMark = '__STYLE_NONCE__';

/** Returns the content security policy of the app's page; the nonce is for styles that the component kit adds at run time. */
export function pagePolicy(config: Config, styleNonce?: string): string {
  const socket = config.publicUrl ? ` ${config.publicUrl.replace(/^http/, 'ws')}` : '';
  // A device may have its print server on another port than PRINT_PORT, but never on another machine.
  const printServer = 'http://localhost:* http://127.0.0.1:*';
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styleNonce ? ` 'nonce-${styleNonce}'` : ''}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${socket} ${printServer}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** The files of the app that are no pages. Not `sw.js`: the policy of its response applies to what it fetches. */
const isPart = /^\/(assets\/|theme\.js|icon)/;

const onlyForPages: ReadonlySet<string> = new Set(['x-frame-options', 'referrer-policy', 'cross-origin-opener-policy']);

/**
 * Adds the security headers to every answer; to those of the API also `no-store`, the name of the store, and the
 * server's time unless `time` returns null.
 */
export function addHeaders(app: FastifyInstance, config: Config, store: string, time: () => number | null): void {
  const common: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
  // A name that is promised to have https could no longer be opened as http://name/hello (R31.11).
  // A public authority vouches for the name on every device, and behind a proxy there is no /hello.
  if (config.tls && config.tls.mode !== 'acme') common['strict-transport-security'] = 'max-age=0';
  else if (config.publicUrl?.startsWith('https:')) {
    common['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  }
  const api = {
    ...common,
    'cache-control': 'no-store',
    [storeHeader]: store,
    [releaseHeader]: ownRelease,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  };
  const page = {
    ...common,
    'content-security-policy': pagePolicy(config),
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
  };
  // A script, style sheet, font or icon is no page: a policy for pages says nothing about it.
  const part = Object.fromEntries(Object.entries(common).filter(([name]) => !onlyForPages.has(name)));
  app.addHook('onRequest', (request, reply, done) => {
    // The route, because letters of a path may be encoded.
    const isApi = request.url.startsWith('/api') || request.routeOptions.url?.startsWith('/api') === true;
    reply.headers(isApi ? api : isPart.test(request.url) ? part : page);
    const now = isApi ? time() : null;
    if (now !== null) reply.header(serverTimeHeader, String(now));
    done();
  });
}
