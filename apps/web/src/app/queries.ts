/** The cache of reads. Its package is fetched with the first screen that reads through it: the bill screen does not. */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { fetchOnce } from '../locale/fetch-once.ts';

let client: QueryClient | undefined;
const listeners = new Set<() => void>();

/** Fetches the cache unless it is there. */
export const fetchQueries = fetchOnce(async () => {
  const { makeQueryClient } = await import('./query-client.ts');
  client = makeQueryClient();
  for (const listener of listeners) listener();
});

/** Returns the cache, or undefined before it was fetched. */
export const useQueries = (): QueryClient | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => client,
  );
