import type { Bill } from '@atoll/domain/bill/bill';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api.ts';

/** Fetches one bill as the server has it now. */
export function useHistoryBill(id: string) {
  return useQuery({
    queryKey: ['bill', id],
    queryFn: async () => (await call('bill.find', { params: { id }, inPlace: true })) as unknown as Bill,
    retry: false,
  });
}

/** Fetches the events of a bill and what of it can be refunded. */
export function useTimeline(id: string) {
  return useQuery({
    queryKey: ['bill timeline', id],
    queryFn: () => call('bill.timeline', { params: { id }, inPlace: true }),
    retry: false,
  });
}

/** Returns a function that refetches all data shown about bills. */
export function useRefetchBills(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({
      predicate: ({ queryKey }) => typeof queryKey[0] === 'string' && queryKey[0].startsWith('bill'),
    });
  };
}
