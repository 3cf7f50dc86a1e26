/**
 * Decides who may call the print server. Only calls to loopback host names are allowed (against DNS rebinding), and most paths only from the
 * print server's own page, paired web apps and paired programs. It reads only the headers, before the body. The app accepts only JSON bodies, so
 * no simple request of a foreign page reaches a route.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pairing } from '../pairing.ts';
import { PrintProblem } from '../problem.ts';

export const bodyLimit = 1024 * 1024;

export interface Guard {
  readonly pairing: Pairing;
  /** Returns the port that the server listens on, once known. */
  readonly port: () => number;
}

/**
 * Who may call a path. The print server's own page may call every path. `open`: every web app, and every program that only reads. `guarded`:
 * paired web apps, and programs with a token. `page`: the same, and a browser that opens the address. `own`: nobody else.
 */
export type Access = 'open' | 'page' | 'own' | 'guarded';

const accessOfPath: Readonly<Record<string, Access>> = {
  'GET /status': 'open',
  'POST /pair': 'open',
  'POST /pair/confirm': 'open',
  'GET /': 'page',
  'GET /page.js': 'page',
  'GET /page.css': 'page',
  'GET /pair/code': 'own',
};

/** Throws `PrintProblem` when the call is not allowed; otherwise adds the CORS header for its origin. */
export function checkCall(request: FastifyRequest, reply: FastifyReply, guard: Guard): void {
  const { headers, method } = request;
  const origin = headers.origin;
  const own = ownOrigins(guard.port());
  reply.header('vary', 'Origin').header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  if (!isOwnHost(headers.host, guard.port())) {
    throw new PrintProblem('bad_host', 'This is not the name of the print server', String(headers.host ?? ''));
  }
  // The route, because letters of a path may be encoded; a preflight has none.
  const path = method === 'OPTIONS' ? request.url.split('?', 1)[0] : request.routeOptions.url;
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method === 'HEAD' ? 'GET' : method;
  const access = accessOfPath[`${wanted} ${path}`] ?? 'guarded';
  if (origin !== undefined) checkOrigin(origin, access, own, guard, reply);
  else checkNoOrigin(request, access, guard);
}

function ownOrigins(port: number): readonly string[] {
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
}

function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && ownOrigins(port).includes(`http://${host.toLowerCase()}`);
}

/** Checks a call from a web page. */
function checkOrigin(origin: string, access: Access, own: readonly string[], guard: Guard, reply: FastifyReply): void {
  const isOwn = own.includes(origin);
  const isWeb = /^https?:\/\/[^\s/]+$/.test(origin);
  const mayCall = isOwn || (access !== 'own' && isWeb && (access === 'open' || guard.pairing.isAllowed(origin)));
  if (!mayCall)
    throw new PrintProblem(
      'origin_not_allowed',
      'This app is not paired with the print server. Pair it in Settings, Printers',
      origin,
    );
  reply.header('access-control-allow-origin', origin);
}

/**
 * Checks a call without an origin: a browser's GET on its own page, or a program. The page is recognized by the header Sec-Fetch-Site, which
 * browsers send; programs need a token.
 */
function checkNoOrigin(request: FastifyRequest, access: Access, guard: Guard): void {
  const { headers, method } = request;
  if (access === 'page') return;
  if (access === 'open' && method === 'GET') return;
  if (method === 'GET' && headers['sec-fetch-site'] === 'same-origin') return;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (access !== 'own' && token !== undefined && guard.pairing.isToken(token)) return;
  throw new PrintProblem('not_paired', 'This program is not paired with the print server');
}

/** Responds to a CORS preflight that `checkCall` allowed. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', 'content-type, authorization, idempotency-key')
    .header('access-control-max-age', '7200');
  if (request.headers['access-control-request-private-network'] === 'true') {
    reply.header('access-control-allow-private-network', 'true');
  }
  return reply.code(204).send();
}
