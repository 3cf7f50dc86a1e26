import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';

/**
 * Clears the query cache when another person signs in or another outlet is chosen, because not every query key names the person and the outlet.
 * Returns the function that stops this. Source: R15.5, docs/rules.md#waiter.
 */
export function forgetAnswersOfOthers(queries: QueryClient): () => void {
  return useSession.subscribe((now, before) => {
    const isOther = now.user?.email !== before.user?.email || now.scope?.outletId !== before.scope?.outletId;
    if (isOther) queries.clear();
  });
}
