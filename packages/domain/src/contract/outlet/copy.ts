/** 'Copy to outlet…': copies records of one outlet to others. Source: docs/rules.md#entities. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id } from '../platform/shape.ts';

/**
 * Tables that can be copied. Records that an item requires (its category, menu and modifiers) are copied too. A menu is copied with its categories and
 * their items.
 */
export const copiedTables = ['menu', 'category', 'menu_item', 'modifier_group', 'customer', 'vendor'] as const;
export type CopiedTable = (typeof copiedTables)[number];

const wanted = {
  table: z.enum(copiedTables),
  ids: z.array(id).check(z.minLength(1), z.maxLength(200)),
  outletIds: z.array(id).check(z.minLength(1), z.maxLength(20)),
  /** With the recipes of the items and the inventory items in them. */
  withRecipes: z.optional(z.boolean()),
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
      /** The number of records that are new in the outlet, without what comes along with them. */
      fresh: z.int(),
      /** The names of records that already exist in the outlet. */
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
    'Returns which of these records already exist in the other outlets, by name (a customer by phone, otherwise by name); writes nothing',
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
    'Copies records to other outlets of the caller, each outlet all or nothing; existing records are skipped or replaced. Idempotent',
  access,
  body: z.object({ ...wanted, onConflict: z.enum(['Skip', 'Replace']) }),
  answer: copyResult,
  refusals: ['forbidden', 'notFound', 'invalid'],
});
