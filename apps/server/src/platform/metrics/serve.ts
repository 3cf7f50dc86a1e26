/** The page of metrics for a monitor. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { sendRefusal } from '../errors/answer.ts';
import { bearerOf } from '../http/access.ts';
import { isForwarded, isLoopback } from '../http/own-machine.ts';
import { measureEventLoop } from './event-loop.ts';
import { addSeries, type Series } from './series.ts';

/**
 * Returns whether a caller may read the metrics: one who sends the token, or one on this machine. A call that a proxy forwarded comes from
 * another machine. Source: R36.24.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const sent = bearerOf(request);
  if (token !== undefined && sent !== undefined) return timingSafeEqual(digest(sent), digest(token));
  return !isForwarded(request) && isLoopback(request.ip);
}

/** How often the library wakes the process to see how late it is, in ms. Its own value of 10 takes 1 % of a core from a process at rest. */
const wakeMs = 200;

const metricsAdvice = 'Set METRICS_TOKEN on the server and send it as Authorization: Bearer';
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Registers `/metrics`: the process's own figures, the time of each endpoint, and the given series. It is for this machine or for who sends
 * the token. Returns the registry. Source: R34.20.
 */
export function serveMetrics(app: FastifyInstance, series: readonly Series[], token: string | undefined): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: wakeMs });
  const seconds = new Histogram({
    name: 'atoll_call_seconds',
    help: 'Time to answer a call of the contract',
    labelNames: ['endpoint', 'status'] as const,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  const stopMeasuring = measureEventLoop(registry);
  addSeries(registry, series);
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = request.routeOptions.config.endpoint;
    if (endpoint) seconds.labels(endpoint, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  app.addHook('onClose', async () => {
    stopMeasuring();
    registry.clear();
  });
  app.get('/metrics', { config: { openBecause: 'for a monitor' } }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) return sendRefusal(reply, anyRefusal('forbidden', { details: metricsAdvice }));
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
  return registry;
}
