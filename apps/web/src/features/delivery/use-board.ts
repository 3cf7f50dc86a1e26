import type { Bill } from '@atoll/domain/bill/bill';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { on } from '../../api/event.ts';
import { activeDeliveries } from '../../bills/delivery.ts';
import { useSession } from '../../session/session.ts';

const collapseMs = 250;
const pollMs = 30_000;

/** Returns the current orders of the open outlet, refetched when a bill changes on any till. */
export function useBoard() {
  const client = useQueryClient();
  const outletId = useSession((state) => state.scope?.outletId);
  const found = useQuery({
    queryKey: ['delivery.board', outletId],
    queryFn: activeDeliveries,
    // While the board is closed, no change of a bill reaches it: an order may be paid now.
    staleTime: 0,
    refetchInterval: pollMs,
    retry: false,
  });
  const renew = useCallback(() => void client.invalidateQueries({ queryKey: ['delivery.board'] }), [client]);
  useEffect(() => {
    let planned: ReturnType<typeof setTimeout> | undefined;
    const stop = on('billChanged', () => {
      planned ??= setTimeout(() => {
        planned = undefined;
        renew();
      }, collapseMs);
    });
    return () => {
      stop();
      clearTimeout(planned);
    };
  }, [renew]);
  const put = useCallback(
    (bill: Bill) => {
      client.setQueriesData<readonly Bill[]>({ queryKey: ['delivery.board'] }, (was) =>
        was?.map((each) => (each.key === bill.key ? bill : each)),
      );
      void client.invalidateQueries({ queryKey: ['delivery'] });
      void client.invalidateQueries({ queryKey: ['delivery.list'] });
      renew();
    },
    [client, renew],
  );
  return { ...found, renew, put };
}
