/** Pictures of items, categories and the like. Source: docs/rules.md#files. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** Largest picture that is taken, in bytes. */
export const largestImage = 2 * 1024 * 1024;

export const saveFile = defineEndpoint({
  key: 'file.save',
  method: 'POST',
  path: '/app/files',
  summary:
    'Keep a picture (multipart, field "file"): PNG, JPEG or WebP up to 2 MB; it becomes WebP of at most 1024 × 1024 without what else was in it',
  access: { who: 'member', anyOf: ['menu.edit', 'stock.adjust', 'invoice.post', 'settings.manage'] },
  body: z.object({ file: z.optional(z.unknown()) }),
  answer: z.object({ url: z.string() }),
  multipart: true,
  refusals: ['invalid', 'imageUnreadable', 'tooLarge'],
});
