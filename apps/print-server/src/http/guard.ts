/**
 * Who may call: loopback names only (a rebound name is no name of ours) and known web apps only. It is decided from the
 * headers, before a byte of the body is read; JSON is the only body that the app reads at all, so that no foreign page's
 * simple request ever gets that far.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pairing } from '../pairing.ts';
import { PrintProblem } from '../problem.ts';

export const bodyLimit = 1024 * 1024;

export interface Guard {
  readonly pairing: Pairing;
  /** The port that we listen on, once known. */
  readonly port: () => number;
}

/** The path's standing: `open` to every origin, `page` for the print server's own page, `guarded` for known apps. */
export type Standing = 'open' | 'page' | 'own' | 'guarded';

const standings: Readonly<Record<string, Standing>> = {
  'GET /status': 'open',
  'POST /pair': 'open',
  'POST /pair/confirm': 'open',
  'GET /': 'page',
  'GET /page.js': 'page',
  'GET /page.css': 'page',
  'GET /pair/code': 'own',
};

/** Refuses the call, or lets it on with the CORS headers that its origin may see. */
export function checkCall(request: FastifyRequest, reply: FastifyReply, guard: Guard): void {
  const { headers, method } = request;
  const origin = headers.origin;
  const own = ownOrigins(guard.port());
  reply.header('vary', 'Origin').header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  if (!isOwnHost(headers.host, guard.port())) {
    throw new PrintProblem('bad_host', 'This is not the name of the print server', String(headers.host ?? ''));
  }
  const path = request.url.split('?', 1)[0];
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method === 'HEAD' ? 'GET' : method;
  const standing = standings[`${wanted} ${path}`] ?? 'guarded';
  if (origin !== undefined) checkOrigin(origin, standing, own, guard, reply);
  else checkNoOrigin(request, standing, guard);
}

function ownOrigins(port: number): readonly string[] {
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`];
}

function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && ownOrigins(port).includes(`http://${host.toLowerCase()}`);
}

function checkOrigin(
  origin: string,
  standing: Standing,
  own: readonly string[],
  guard: Guard,
  reply: FastifyReply,
): void {
  const isOwn = own.includes(origin);
  const isWeb = /^https?:\/\/[^\s/]+$/.test(origin);
  const mayCall = isOwn || (standing !== 'own' && isWeb && (standing === 'open' || guard.pairing.isAllowed(origin)));
  if (!mayCall) throw new PrintProblem('origin_not_allowed', 'This app is not paired with the print server', origin);
  reply.header('access-control-allow-origin', origin);
}

/** Other programs on the till need a token; our own page's reads carry no origin, but the browser says whose they are. */
function checkNoOrigin(request: FastifyRequest, standing: Standing, guard: Guard): void {
  const { headers, method } = request;
  if (standing === 'page') return;
  if (standing === 'open' && method === 'GET') return;
  if (method === 'GET' && headers['sec-fetch-site'] === 'same-origin') return;
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (standing !== 'own' && token !== undefined && guard.pairing.isToken(token)) return;
  throw new PrintProblem('not_paired', 'This program is not paired with the print server');
}

/** Answers a preflight that `checkCall` let pass. */
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
