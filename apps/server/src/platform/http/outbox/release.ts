/** What a till of an older release may still do: send what waits on it. Source: R31.35, docs/rules.md#releases-of-tills. */
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { releaseHeader, releaseStanding, releases } from '@atoll/domain/release/standing';
import type { onRequestHookHandler } from 'fastify';
import { refused } from '../../errors/refused.ts';
import { outboxCalls } from './calls.ts';

/** Signing in and approving belong to sending. */
const isForSending = (key: string): boolean => outboxCalls.has(key) || /^(auth|approval)\./.test(key);

/** Returns the guard of a call against tills that are too old for it; undefined where every till may make it. A caller without a release is no till. */
export function releaseGuard(
  { key, access }: Pick<Endpoint, 'key' | 'access'>,
  own: string,
): onRequestHookHandler | undefined {
  if (access?.who === 'public' || isForSending(key)) return undefined;
  return (request, _reply, done) => {
    const till = request.headers[releaseHeader];
    const isOld = typeof till === 'string' && releaseStanding(till, own, releases) === 'old';
    done(isOld ? refused('releaseOld') : undefined);
  };
}
