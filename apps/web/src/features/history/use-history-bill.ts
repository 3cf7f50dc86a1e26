import type { Bill } from '@atoll/domain/bill/bill';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** One bill as the server has it now. */
export function useHistoryBill(id: string) {
  return useQuery({
    queryKey: ['bill', id],
    queryFn: async () => (await call('bill.find', { params: { id }, quiet: true })) as unknown as Bill,
    retry: false,
  });
}

/** What happened to a bill, and what of it can come back. */
export function useTimeline(id: string) {
  return useQuery({
    queryKey: ['bill timeline', id],
    queryFn: () => call('bill.timeline', { params: { id }, quiet: true }),
    retry: false,
  });
}

/** Answers what makes everything that is shown of bills be read anew. */
export function useRereadBills(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith('bill'),
    });
  };
}
