/**
 * The calls that a till keeps in its outbox, and who may make them. Source: docs/rules.md#offline-calls,
 * docs/rules.md#outbox-author.
 */
import { outboxCallKeys } from '@atoll/domain/contract/bill/approval-about';
import { contract } from '@atoll/domain/contract/contract';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';

/** The access rule of each. Only these calls accept another author or an approval. */
export const outboxCalls: ReadonlyMap<string, Endpoint['access']> = new Map(
  outboxCallKeys.map((key) => [key, contract[key].access]),
);
