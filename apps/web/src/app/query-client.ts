import { QueryClient } from '@tanstack/react-query';
import { onServerBack } from '../api/server-reachable.ts';
import { forgetAnswersOfOthers } from './forget-answers.ts';

/** Creates the cache of reads; writes go through the outbox. */
export function makeQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: 1, staleTime: 10_000, networkMode: 'always' }, mutations: { retry: 0 } },
  });
  queries.mount();
  // After an outage the data on the screen may be old (R35.3).
  onServerBack(() => void queries.invalidateQueries());
  forgetAnswersOfOthers(queries);
  return queries;
}
