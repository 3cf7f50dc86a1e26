/** Whether the customer of a bill can pay on account. Only the server knows it. Source: R35.20, docs/rules.md#house-accounts. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/api.ts';
import { isSaving, useConnection } from '../api/connection.ts';
import { useSession } from '../session/session.ts';
import { isFinal, retryDelayMs } from '../sync/loader.ts';
import { type CreditState, takesAccounts } from './offered.ts';

/** Returns whether to offer a house account for a customer; 0 is no customer. */
export function useCredit(customerId: number): CreditState {
  const outletId = useSession((state) => state.scope?.outletId);
  const isServerReachable = useConnection(isSaving);
  const isAsked = customerId > 0 && takesAccounts();
  const { data, isError } = useQuery({
    queryKey: ['credit', outletId, customerId],
    queryFn: () => call('account.credit', { params: { id: String(customerId) }, quiet: true }),
    enabled: isAsked,
    // Another till may have charged the account in the meantime.
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) =>
      state.status === 'error' && !isFinal(state.error) ? retryDelayMs(state.errorUpdateCount) : false,
  });
  // Whoever was asked for while the methods were on the screen keeps the place of the button.
  const [askedFor, setAskedFor] = useState(0);
  if (isAsked && data === undefined && askedFor !== customerId) setAskedFor(customerId);
  const without = askedFor === customerId ? 'asked' : 'none';
  if (!isAsked) return 'none';
  if (!isServerReachable) return (data?.hasCredit ?? isError) ? 'offline' : without;
  return data?.hasCredit ? 'left' : without;
}
