/** Checks the access rule of an endpoint before its body is read. Source: docs/rules.md#access, R17.3, R19.2, R19.3. */

import { practiceOfSellers, practiceWrites } from '@atoll/domain/contract/outlet/practice';
import { type Access, isAllowed } from '@atoll/domain/contract/platform/endpoint';
import { anyRefusal } from '@atoll/domain/refusal/all-refusals';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { sendRefused } from '../errors/answer.ts';
import { Refused, refused, refusedLocked } from '../errors/refused.ts';
import { type Actor, actorOf, type Gate, type Identity } from './actor.ts';
import { outboxCalls } from './outbox/calls.ts';

type Guard = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** Returns the refusal of a call without a valid access token. */
const notSignedIn = (url: string): Refused =>
  refused('notSignedIn', { details: `Please login to access this resource ${url}` });
const details = (url: string): { details: Sentence } => ({
  details: `You are not authorized to access this resource ${url}`,
});

/** Returns the bearer token of a request, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined;
}

const outletIdOf = (request: FastifyRequest): number => Number(request.headers['x-outlet-id']);

/**
 * Returns the outlet of `X-Outlet-Id`. Throws 'outletForbidden' for an outlet that is not the caller's, and 'notInPractice' for a write that is no
 * part of practice. `practiceOf`: the outlet that it is the practice of, or 0.
 */
function outletOf(identity: Identity, request: FastifyRequest, endpoint: string, practiceOf: number): number {
  const outletId = outletIdOf(request);
  if (!identity.outlets.includes(practiceOf || outletId)) throw outletForbidden(identity, outletId, request.url);
  if (practiceOf > 0 && request.method !== 'GET' && !practiceWrites.has(endpoint)) throw refused('notInPractice');
  return outletId;
}

/** Returns the refusal of another outlet, which is reported when the call names one. Source: docs/rules.md#attempts. */
function outletForbidden({ userId }: Identity, outletId: number, url: string): Refused {
  const attempt = Number.isNaN(outletId) ? undefined : ({ kind: 'outlet', userId } as const);
  return new Refused(anyRefusal('outletForbidden', details(url)), attempt);
}

/** Returns the refusal of a call that the user may not make. */
export const notAdmitted = (url: string): Refused => refused('forbidden', details(url));

/**
 * Returns the actor when the rule admits the identity; throws the refusal otherwise. A call of an outbox that names an
 * approval continues as `isUnadmitted`: `onBehalfOf` checks the approval, and refuses the call without a valid one.
 */
function admit(
  { endpoint, access }: GuardedEndpoint,
  identity: Identity,
  request: FastifyRequest,
  practiceOf: number,
): Actor {
  if (identity.sendNames && !outboxCalls.has(endpoint)) throw refusedLocked(identity);
  const outletId = access.who === 'member' ? outletOf(identity, request, endpoint, practiceOf) : 0;
  const actor = actorOf(identity, outletId, request.headers);
  if (isAllowed(access, identity.permissions)) return actor;
  if (practiceOf > 0 && practiceOfSellers.has(endpoint) && identity.permissions.has('bill.open')) return actor;
  if (!outboxCalls.has(endpoint) || !actor.approvalKey) throw notAdmitted(request.url);
  return { ...actor, isUnadmitted: true };
}

/** An endpoint that is not public, with its access rule. */
interface GuardedEndpoint {
  /** Key of the contract. */
  readonly endpoint: string;
  readonly access: Exclude<Access, { who: 'public' }>;
}

/** Returns the guard of an endpoint that is not public; it puts the actor on the request. */
export function guardOf(guarded: GuardedEndpoint, gate: Gate): Guard {
  return (request, reply, done) => {
    const refuse = (error: unknown): void => {
      if (!(error instanceof Refused)) return done(error as Error);
      // The refusal of `identify` does not name the path.
      const refusal = error.refusal.reason === 'notSignedIn' ? notSignedIn(request.url).refusal : error.refusal;
      void sendRefused(reply, { refusal, attempt: error.attempt });
    };
    const admitIn = (identity: Identity, practiceOf: number): void => {
      try {
        request.actor = admit(guarded, identity, request, practiceOf);
      } catch (error) {
        return refuse(error);
      }
      done();
    };
    const proceed = (identity: Identity): void => {
      request.callerId = identity.userId;
      const outletId = outletIdOf(request);
      if (guarded.access.who !== 'member' || identity.outlets.includes(outletId)) return admitIn(identity, 0);
      const practiceOf = gate.practiceOf(outletId);
      if (typeof practiceOf === 'number') return admitIn(identity, practiceOf);
      practiceOf.then((found) => admitIn(identity, found), refuse);
    };
    const token = bearerOf(request);
    if (!token) return refuse(notSignedIn(request.url));
    try {
      const identity = gate.identify(token);
      if (identity instanceof Promise) identity.then(proceed, refuse);
      else proceed(identity);
    } catch (error) {
      refuse(error);
    }
  };
}
