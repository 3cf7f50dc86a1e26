/** The search box. Source: R5, R18.19, docs/rules.md#search. */
import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { id } from '../platform/shape.ts';

/** The maximum number of results. */
export const searchLimit = 50;

/** A search result. `entityName` is the entity's title: the route 'View {entityName}' shows the record. */
export const searchResult = z.object({ id, name: z.string(), entityName: z.string() });
export type SearchResult = z.infer<typeof searchResult>;

export const search = defineEndpoint({
  key: 'search',
  method: 'GET',
  path: '/search',
  summary:
    'Returns records with the text in their name, code or number, over all entities that the caller may see; best match first, at most 50',
  access: { who: 'member' },
  query: z.object({ value: z.optional(z.string().check(z.maxLength(200))) }),
  answer: z.array(searchResult),
  refusals: [],
});
