/** The search box. Source: R5, R18.19, docs/rules.md#search. */
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id } from './shape.ts';

/** So many results are answered at most. */
export const searchLimit = 50;

/** `entityName` is the title of one: the record is shown by the route 'View {entityName}'. */
export const searchResult = z.object({ id, name: z.string(), entityName: z.string() });
export type SearchResult = z.infer<typeof searchResult>;

export const search = defineEndpoint({
  key: 'search',
  method: 'GET',
  path: '/search',
  summary:
    'What has the text in its name, code or number, over every entity that the caller may see; best first, at most 50',
  access: { who: 'member' },
  query: z.object({ value: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.array(searchResult),
  refusals: [],
});
