/**
 * Logs refusals that may be part of an attack: wrong secrets, missing permissions, foreign host names. A line has who, where and why, and never
 * a secret, a body or the values of an address. Source: R36.32.
 */
import type { RefusalReason } from '@atoll/domain/refusal/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../http/services.ts';
import { linesPerMinute, maxLinesPerMinute } from './lines-per-minute.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person of the access token, also when the call is refused. */
    callerId: number | null;
  }
  interface FastifyInstance {
    /** Refused sign-ins since the start, by reason. */
    signInsRefused: Map<RefusalReason, number>;
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
  'joinCodeInvalid',
  'deviceForeign',
  'tooMany',
  'busy',
  'forbidden',
  'outletForbidden',
  'grantForbidden',
  'ownerCodeWrong',
  'foreignHost',
]);

/** The calls by which a person signs in. */
const signIns: ReadonlySet<string> = new Set(['auth.login', 'auth.unlock', 'auth.confirmPassword']);

/** The usual reasons; they are counted from zero. */
const secretsWrong: readonly RefusalReason[] = [
  'credentialsWrong',
  'factorWrong',
  'passwordWrong',
  'passcodeWrong',
  'passcodeLocked',
  'tooMany',
];

/** Makes the app log its refusals, up to a number of lines a minute. */
export function logRefusals(app: FastifyInstance, clock: Clock): void {
  // A flood of refusals must not fill the disk.
  const countLine = linesPerMinute(clock);
  app.decorateRequest('callerId', null);
  app.decorate('signInsRefused', new Map(secretsWrong.map((reason) => [reason, 0])));
  app.decorate('noteRefusal', (request: FastifyRequest, reason: RefusalReason): void => {
    if (signIns.has(request.routeOptions.config?.endpoint ?? ''))
      app.signInsRefused.set(reason, (app.signInsRefused.get(reason) ?? 0) + 1);
    if (!suspicious.has(reason)) return;
    const lines = countLine();
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
