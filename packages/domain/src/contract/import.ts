/** Files that are taken in the background. Source: docs/rules.md#entities. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { badRow } from './resource.ts';

export const importJob = z.object({
  key: z.string(),
  entity: z.string(),
  state: z.enum(['Running', 'Cancelling', 'Cancelled', 'Done', 'Failed']),
  rows: z.int(),
  done: z.int(),
  bad: z.array(badRow),
});
export type ImportJob = z.infer<typeof importJob>;

const params = z.object({ key: z.string().check(z.regex(/^[0-9a-fA-F-]{36}$/)) });

export const findImport = defineEndpoint({
  key: 'import.find',
  method: 'GET',
  path: '/app/imports/:key',
  summary: 'How far a file is; only who sent it is told',
  access: { who: 'member' },
  params,
  answer: importJob,
  refusals: ['notFound'],
});

export const cancelImport = defineEndpoint({
  key: 'import.cancel',
  method: 'DELETE',
  path: '/app/imports/:key',
  summary: 'Stop taking a file; what it had written goes again',
  access: { who: 'member', anyOf: ['menu.edit', 'customer.edit', 'invoice.post', 'stock.adjust', 'payment.credit'] },
  params,
  refusals: ['notFound'],
});
