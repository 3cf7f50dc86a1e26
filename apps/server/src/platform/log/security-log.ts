/**
 * Logs refusals that may be part of an attack: wrong secrets, missing permissions, foreign host names. A line has who, where and why, and never
 * a secret, a body or the values of an address. Source: R36.32.
 */
import type { RefusalReason } from '@atoll/domain/refusal/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../http/services.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person of the access token, also when the call is refused. */
    callerId: number | null;
  }
}

const suspicious: ReadonlySet<RefusalReason> = new Set([
  'credentialsWrong',
  'factorWrong',
  'passwordWrong',
  'passcodeWrong',
  'passcodeLocked',
  'approverPasscodeWrong',
  'approverLocked',
  'approvalInvalid',
  'resetLinkInvalid',
  'tooMany',
  'busy',
  'forbidden',
  'outletForbidden',
  'grantForbidden',
  'foreignHost',
]);

const minute = 60_000;
/** A flood of refusals must not fill the disk. */
export const maxLinesPerMinute = 100;

/** Makes the app log its refusals, up to a number of lines a minute. */
export function logRefusals(app: FastifyInstance, clock: Clock): void {
  let current = 0;
  let lines = 0;
  app.decorateRequest('callerId', null);
  app.decorate('noteRefusal', (request: FastifyRequest, reason: RefusalReason): void => {
    if (!suspicious.has(reason)) return;
    const now = Math.floor(clock() / minute);
    if (now !== current) [current, lines] = [now, 0];
    lines += 1;
    if (lines === maxLinesPerMinute + 1) request.log.warn('more refusals came in this minute, they are not logged');
    if (lines > maxLinesPerMinute) return;
    const device = request.headers['x-device-id'];
    request.log.warn(
      {
        reason,
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        address: request.ip,
        userId: request.callerId,
        outletId: request.actor?.outletId,
        device: typeof device === 'string' ? device.slice(0, 100) : undefined,
      },
      'refused',
    );
  });
}
