/**
 * The calls that a till keeps in its outbox, and who may make them. Source: docs/rules.md#offline-calls,
 * docs/rules.md#outbox-author.
 */
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';

const keys = [
  'bill.create',
  'bill.update',
  'bill.pay',
  'bill.void',
  'shift.create',
  'shift.cash',
  'customer.create',
] as const satisfies readonly ContractKey[];

/** The access rule of each. Only these calls accept another author or an approval. */
export const outboxCalls: ReadonlyMap<string, Endpoint['access']> = new Map(
  keys.map((key) => [key, contract[key].access]),
);
