/** Sends the responses of failed calls: refusals with their message, every other error as a fault with a request id and no details. */

import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Refusal, RefusalReason } from '@atoll/domain/refusal/refusal';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Attempt, Refused } from './refused.ts';
import { unavailableRefusal } from './unavailable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a refusal that may be part of an attack. */
    noteRefusal?: (request: FastifyRequest, reason: RefusalReason) => void;
    /** Reports what somebody tried, in the background. */
    noteAttempt?: (request: FastifyRequest, attempt: Attempt) => void;
  }
}

/** How long a client waits before it tries again when nothing can be saved, in seconds. */
const unavailableSeconds = 5;

const byFastifyCode: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: anyRefusal('mediaTypeUnknown'),
  FST_ERR_CTP_BODY_TOO_LARGE: anyRefusal('tooLarge'),
  FST_REQ_FILE_TOO_LARGE: anyRefusal('tooLarge'),
};

/** Returns a refusal in the form of the API. */
export function refusalBody(what: Refusal): Record<string, unknown> {
  const body: Record<string, unknown> = { ...what.extra };
  body['message'] = what.message;
  body['details'] = what.details ?? '';
  body['code'] = what.status;
  body['reason'] = what.reason;
  if (what.errors) body['errors'] = what.errors;
  return body;
}

/** Sends a refusal, and logs it when it may be part of an attack. */
export function sendRefusal(reply: FastifyReply, what: Refusal): FastifyReply {
  reply.server.noteRefusal?.(reply.request, what.reason);
  const wait = what.extra?.['retryAfterSeconds'] ?? (what.status === 503 ? unavailableSeconds : undefined);
  if (typeof wait === 'number') void reply.header('retry-after', String(wait));
  return reply.code(what.status).send(refusalBody(what));
}

/** Returns the refusal that an error stands for. Undefined for a fault, which it logs. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refused) return error.refusal;
  const unavailable = unavailableRefusal(error);
  if (unavailable) {
    request.log.warn({ err: error, requestId: request.id, route: request.routeOptions.url }, 'unavailable');
    return unavailable;
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code ? byFastifyCode[code] : undefined;
  if (known) return known;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return anyRefusal('malformed', { details: statusCode === 400 ? 'The body is not JSON' : '' });
  }
  request.log.error(
    { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
    'fault',
  );
  return undefined;
}

/** Sends a refusal that was thrown, and reports what was tried with it. */
export function sendRefused(reply: FastifyReply, { refusal: what, attempt }: Pick<Refused, 'refusal' | 'attempt'>) {
  if (attempt) reply.server.noteAttempt?.(reply.request, attempt);
  return sendRefusal(reply, what);
}

/** Handles the errors of all routes: sends the refusal that the error stands for, or 500 for a fault. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refused) return sendRefused(reply, error);
  const what = refusalOf(error, request);
  if (what) return sendRefusal(reply, what);
  return reply.code(500).send({
    message: 'Something went wrong on the server. Nothing you saved is lost. Try again',
    details: `Request ${request.id}`,
    code: 500,
    reason: 'fault',
  });
}
