import type { QueryClient } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';

/**
 * Forgets what the server answered as soon as another person signs in or another outlet is chosen: not every answer names its person and outlet
 * in its key. Returns a function that ends this. Source: R15.5, docs/rules.md#waiter.
 */
export function forgetAnswersOfOthers(queries: QueryClient): () => void {
  return useSession.subscribe((now, before) => {
    const isOther = now.user?.email !== before.user?.email || now.scope?.outletId !== before.scope?.outletId;
    if (isOther) queries.clear();
  });
}
