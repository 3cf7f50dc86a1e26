/** The cache of reads. Its package is fetched with the first screen that reads through it: the bill screen does not. */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

let client: QueryClient | undefined;
let fetching: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Fetches the cache unless it is there. */
export function fetchQueries(): Promise<void> {
  fetching ??= import('./query-client.ts').then(
    ({ makeQueryClient }) => {
      client = makeQueryClient();
      for (const listener of listeners) listener();
    },
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  );
  return fetching;
}

/** Returns the cache, or undefined before it was fetched. */
export const useQueries = (): QueryClient | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => client,
  );
