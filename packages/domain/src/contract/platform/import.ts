/** The calls that track and cancel an import of a CSV file in the background. Source: docs/rules.md#csv. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { badRow, importFindings } from './import-shape.ts';

export const importJob = z.object({
  key: z.string(),
  entity: z.string(),
  state: z.enum(['Running', 'Cancelling', 'Cancelled', 'Done', 'Failed']),
  /** The number of rows of the file, and how many of them are done. */
  rows: z.int(),
  done: z.int(),
  /** The rows with mistakes. */
  bad: z.array(badRow),
  ...importFindings,
});
export type ImportJob = z.infer<typeof importJob>;

const params = z.object({ key: z.string().check(z.regex(/^[0-9a-fA-F-]{36}$/)) });

export const findImport = defineEndpoint({
  key: 'import.find',
  method: 'GET',
  path: '/app/imports/:key',
  summary: 'Returns the progress of an import; only for the user who started it',
  access: { who: 'member' },
  params,
  answer: importJob,
  refusals: ['notFound'],
});

export const cancelImport = defineEndpoint({
  key: 'import.cancel',
  method: 'DELETE',
  path: '/app/imports/:key',
  summary: 'Cancels an import and removes what it has written',
  access: { who: 'member', anyOf: ['menu.edit', 'customer.edit', 'invoice.post', 'stock.adjust', 'payment.credit'] },
  params,
  refusals: ['notFound'],
});
