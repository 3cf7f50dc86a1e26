/** Gives each answer the id of its request, logs calls with their slow statements, and traces them. Source: R34.21. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../http/services.ts';
import { linesPerMinute, maxLinesPerMinute } from '../log/lines-per-minute.ts';
import { type CallRecord, inCall } from './call.ts';
import { requestIdHeader } from './request-id.ts';
import { readTraceParent, type Tracing } from './span.ts';

declare module 'fastify' {
  interface FastifyRequest {
    callRecord: CallRecord | null;
  }
}

/** A tap that is said to be older is not believed. */
const maxOutboxMs = 30 * 86_400_000;

/** Returns when what a call brings was tapped, by the entry `atoll` of the header `tracestate`, in epoch ms. */
function tappedAtOf({ headers }: FastifyRequest, now: number): number | undefined {
  const sent = headers['tracestate'];
  const at = Number(/(?:^|,)\s*atoll=(\d{13})(?:,|$)/.exec(typeof sent === 'string' ? sent : '')?.[1]);
  return at <= now && at > now - maxOutboxMs ? at : undefined;
}

function startRecord(request: FastifyRequest, tracing: Tracing | undefined, clock: Clock): CallRecord {
  const { method, headers, routeOptions, id } = request;
  const span = tracing?.startCall({
    name: routeOptions.config?.endpoint ?? `${method} ${routeOptions.url ?? 'unknown'}`,
    traceparent: readTraceParent(headers['traceparent']),
    tappedAt: tappedAtOf(request, clock()),
    attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? '', 'atoll.request_id': id },
  });
  return { slow: [], span };
}

/** Records all calls of the app. Every call is logged at the level 'info', and one with a slow statement at 'warn'. */
export function recordCalls(app: FastifyInstance, tracing: Tracing | undefined, clock: Clock): void {
  // A slow database must not fill the disk with lines.
  const countWarning = linesPerMinute(clock);
  app.decorateRequest('callRecord', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    request.callRecord = startRecord(request, tracing, clock);
    inCall(request.callRecord, done);
  });
  // The body was read in between, outside of the call.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.callRecord) inCall(request.callRecord, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { slow = [], span } = request.callRecord ?? {};
    const outletId = request.actor?.outletId;
    const entry = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      outletId,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(slow.length > 0 && { statements: slow }),
    };
    if (slow.length > 0 && countWarning() <= maxLinesPerMinute) request.log.warn(entry, 'slow call');
    else request.log.info(entry, 'call');
    const isFault = reply.statusCode >= 500;
    const attributes = { 'http.response.status_code': reply.statusCode, ...(outletId && { 'atoll.outlet': outletId }) };
    span?.end(attributes, isFault ? 'fault' : undefined);
    done();
  });
  app.addHook('onClose', async () => tracing?.stop());
}
