/** Uploaded pictures of items, categories and other records. Source: docs/rules.md#files. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** The maximum size of a picture, in bytes. */
export const maxImageBytes = 2 * 1024 * 1024;

export const saveFile = defineEndpoint({
  key: 'file.save',
  method: 'POST',
  path: '/app/files',
  summary:
    'Stores a picture (multipart, field "file"): PNG, JPEG or WebP up to 2 MB; it is converted to WebP of at most 1024 × 1024 without metadata',
  access: { who: 'member', anyOf: ['menu.edit', 'stock.adjust', 'invoice.post', 'settings.manage'] },
  body: z.object({ file: z.optional(z.unknown()) }),
  answer: z.object({ url: z.string() }),
  multipart: true,
  refusals: ['invalid', 'imageUnreadable', 'tooLarge'],
});
