/** 'Copy to outlet…': records of one outlet made anew in others. Source: docs/rules.md#entities. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './shape.ts';

/** What may be copied. What it cannot be without (the category of an item, its menu, its modifiers) comes along. */
export const copiedTables = ['menu', 'category', 'menu_item', 'modifier_group', 'customer', 'vendor'] as const;
export type CopiedTable = (typeof copiedTables)[number];

const wanted = {
  table: z.enum(copiedTables),
  ids: z.array(id).check(z.minLength(1), z.maxLength(200)),
  outletIds: z.array(id).check(z.minLength(1), z.maxLength(20)),
};

const access = {
  who: 'member' as const,
  anyOf: ['Menus' as const, 'Categories' as const, 'Menu Items' as const, 'Customers' as const, 'Vendors' as const],
};

export const copyPreview = z.object({
  outlets: z.array(
    z.object({
      outletId: id,
      name: z.string(),
      /** How many are new there. */
      fresh: z.int(),
      /** Names of those that are there already. */
      conflicts: z.array(z.string()),
    }),
  ),
});
export type CopyPreview = z.infer<typeof copyPreview>;

export const previewCopy = defineEndpoint({
  key: 'app.previewCopy',
  method: 'POST',
  path: '/app/copy/preview',
  summary:
    'Which of these records the other outlets have already, by name (a customer by phone, else by name); nothing is written',
  access,
  body: z.object(wanted),
  answer: copyPreview,
  refusals: ['forbidden', 'notFound', 'invalid'],
});

export const copyResult = z.object({
  outlets: z.array(
    z.object({ outletId: id, name: z.string(), copied: z.int(), replaced: z.int(), skipped: z.int(), along: z.int() }),
  ),
});
export type CopyResult = z.infer<typeof copyResult>;

export const copyRecords = defineEndpoint({
  key: 'app.copy',
  method: 'POST',
  path: '/app/copy',
  summary:
    'Copy records to other outlets of the caller, each outlet all or nothing; what is there already is skipped or replaced. Done twice it changes nothing more',
  access,
  body: z.object({ ...wanted, onConflict: z.enum(['Skip', 'Replace']) }),
  answer: copyResult,
  refusals: ['forbidden', 'notFound', 'invalid'],
});
