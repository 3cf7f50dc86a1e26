import type { Shift } from '@atoll/domain/contract/bill/shift';
import { currencyRates } from '@atoll/domain/shift/shift';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../api/api.ts';
import { useConnection } from '../../../api/connection.ts';
import { on } from '../../../api/event.ts';
import { untilAnswered } from '../../../api/until-answered.ts';
import { useSession } from '../../../session/session.ts';
import { useIsBlind } from '../use-is-blind.ts';

/**
 * Returns what the closing needs: the totals (null when they are hidden), the currencies to count, and the open bills. They are read again when a bill
 * changes on another till, and when everything of this till has arrived.
 */
export function useClosingFigures(shift: Shift | null, isClosed: boolean) {
  const outletId = useSession((state) => state.scope?.outletId);
  const shiftRef = shift && (shift.id > 0 ? String(shift.id) : shift.key);
  const isBlind = useIsBlind();
  const figures = useQuery({
    queryKey: ['close shift', outletId, shiftRef, isBlind],
    enabled: shiftRef !== null && !isClosed,
    staleTime: 0,
    // What was open when the screen was left may be settled now: nobody should be asked to settle it again.
    gcTime: 0,
    refetchInterval: 15_000,
    queryFn: async ({ signal: stopped }) => {
      const params = { id: shiftRef ?? '' };
      const read = <T>(send: (signal: AbortSignal) => Promise<T>) => untilAnswered(send, { signal: stopped });
      const [totals, toCount, bills] = await Promise.all([
        isBlind ? null : read((signal) => call('shift.x', { params, quiet: true, signal })),
        isBlind ? read((signal) => call('shift.toCount', { params, quiet: true, signal })) : null,
        read((signal) => call('bill.active', { quiet: true, signal })),
      ]);
      const currencies = toCount?.currencies ?? (totals ? currencyRates(totals) : []);
      // An empty check-in does not block the closing.
      return {
        totals,
        currencies,
        unsetRates: (toCount ?? totals)?.unsetRates ?? [],
        bills: bills.filter((bill) => bill.isMasked || bill.items.some((item) => !item.isVoid)),
      };
    },
  });
  const { refetch } = figures;
  const waiting = useConnection((state) => state.waiting > 0);
  const wasWaiting = useRef(waiting);
  useEffect(() => {
    if (wasWaiting.current && !waiting) void refetch();
    wasWaiting.current = waiting;
  }, [waiting, refetch]);
  useEffect(() => on('billChanged', () => void refetch()), [refetch]);
  return figures;
}
