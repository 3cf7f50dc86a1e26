/** Whether the process runs, and whether it can serve. */
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Refusal } from '@atoll/domain/refusal/refusal';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from '../errors/answer.ts';
import { Refused } from '../errors/refused.ts';
import { unavailableRefusal } from '../errors/unavailable.ts';

export interface Health {
  /** Rejects while the server cannot serve. A refusal is answered with its message; another error is only logged. */
  check(): Promise<void>;
  isDraining(): boolean;
  /** Returns by how much the server's clock is behind the last history entry, in ms; 0 while it is right. */
  clockBehindMs(): Promise<number>;
  /** Returns by how much the server's clock is behind the database's, in ms, while they differ by more than 30 s; otherwise 0. */
  clockOffsetMs?(): number;
}

const notReady = (error: unknown): Refusal =>
  error instanceof Refused
    ? error.refusal
    : (unavailableRefusal(error) ?? anyRefusal('unavailable', { details: 'The database cannot be reached' }));

/** Registers `/health` and `/ready`, at the root and under `/api`. */
export function serveHealth(app: FastifyInstance, health: Health): void {
  const config = { openBecause: 'for a monitor' };
  for (const prefix of ['', '/api']) {
    app.get(`${prefix}/health`, { config }, () => ({ status: 'ok' }));
    app.get(`${prefix}/ready`, { config }, async (request, reply) => {
      if (health.isDraining())
        return sendRefusal(reply, anyRefusal('unavailable', { details: 'The server is stopping' }));
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
      const offsetMs = health.clockOffsetMs?.() ?? 0;
      const warnings = [...(behindMs > 0 ? ['clockBehind'] : []), ...(offsetMs === 0 ? [] : ['clockDiffers'])];
      return {
        status: 'ready',
        ...(warnings.length > 0 && { warnings }),
        ...(behindMs > 0 && { clockBehindMs: behindMs }),
        ...(offsetMs !== 0 && { clockOffsetMs: offsetMs }),
      };
    });
  }
}
