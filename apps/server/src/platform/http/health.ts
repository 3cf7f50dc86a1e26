/** Whether the process runs, whether it can serve, and its metrics for a monitor. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Refusal, refusal } from '@atoll/domain/refusal/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { sendRefusal } from '../errors/answer.ts';
import { Refused } from '../errors/refused.ts';
import { unavailableRefusal } from '../errors/unavailable.ts';
import { bearerOf } from './access.ts';

export interface Health {
  /** Rejects while the server cannot serve. A refusal is answered with its message; another error is only logged. */
  check(): Promise<void>;
  isDraining(): boolean;
  /** Returns by how much the server's clock is behind the last history entry, in ms; 0 while it is right. */
  clockBehindMs(): Promise<number>;
}

const notReady = (error: unknown): Refusal =>
  error instanceof Refused
    ? error.refusal
    : (unavailableRefusal(error) ?? refusal('unavailable', { details: 'The database cannot be reached' }));

/** Registers `/health` and `/ready`, at the root and under `/api`. */
export function serveHealth(app: FastifyInstance, health: Health): void {
  const config = { openBecause: 'for a monitor' };
  for (const prefix of ['', '/api']) {
    app.get(`${prefix}/health`, { config }, () => ({ status: 'ok' }));
    app.get(`${prefix}/ready`, { config }, async (request, reply) => {
      if (health.isDraining()) return sendRefusal(reply, refusal('unavailable', { details: 'The server is stopping' }));
      try {
        await health.check();
      } catch (error) {
        request.log.warn({ err: error }, 'not ready');
        return sendRefusal(reply, notReady(error));
      }
      const behindMs = await health.clockBehindMs().catch((error: unknown) => {
        request.log.warn({ err: error }, 'the clock could not be checked');
        return 0;
      });
      // Sales continue with the last time given, so the server stays ready (R35.85).
      return { status: 'ready', ...(behindMs > 0 && { warnings: ['clockBehind'], clockBehindMs: behindMs }) };
    });
  }
}

/**
 * Returns whether a caller may read the metrics: one who sends the token, or one on this machine. A call that a proxy forwarded comes from
 * another machine. Source: R36.24.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const sent = bearerOf(request);
  if (token !== undefined && sent !== undefined) return timingSafeEqual(digest(sent), digest(token));
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => name in request.headers);
  return !isForwarded && isLoopback(request.ip);
}

const metricsAdvice = 'Set METRICS_TOKEN on the server and send it as Authorization: Bearer';
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isLoopback = (address: string): boolean => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Registers `/metrics`: the process's own figures and the time of each endpoint. It has no business data, and is for this machine or for who
 * sends the token.
 */
export function serveMetrics(
  app: FastifyInstance,
  gauges: Readonly<Record<string, () => number>>,
  token: string | undefined,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'atoll_call_seconds',
    help: 'Time to answer a call of the contract',
    labelNames: ['endpoint', 'status'] as const,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  for (const [name, read] of Object.entries(gauges)) {
    new Gauge({
      name: `atoll_${name}`,
      help: name.replaceAll('_', ' '),
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = request.routeOptions.config.endpoint;
    if (endpoint) seconds.labels(endpoint, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  app.addHook('onClose', async () => registry.clear());
  app.get('/metrics', { config: { openBecause: 'for a monitor' } }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) return sendRefusal(reply, refusal('forbidden', { details: metricsAdvice }));
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}
