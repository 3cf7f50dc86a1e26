import type { Bill } from '@atoll/domain/bill/bill';
import { useMemo } from 'react';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { failedLines, queuedLines, unconfirmedLines } from '../../../printing/ticket-state.ts';

const none: ReadonlySet<string> = new Set();

/** Returns the keys of the bill's items whose ticket did not reach the kitchen. */
export function useFailedLines(bill: Bill | undefined): ReadonlySet<string> {
  const tickets = useTickets((state) => state.tickets);
  return useMemo(() => (bill ? failedLines(tickets, bill) : none), [tickets, bill]);
}

/** Returns the keys of the bill's items whose ticket waits for its printer. */
export function useQueuedLines(bill: Bill): ReadonlySet<string> {
  const tickets = useTickets((state) => state.tickets);
  return useMemo(() => queuedLines(tickets, bill), [tickets, bill]);
}

/** Returns the keys of the bill's items whose printer did not confirm the ticket. */
export function useUnconfirmedLines(bill: Bill): ReadonlySet<string> {
  const tickets = useTickets((state) => state.tickets);
  return useMemo(() => unconfirmedLines(tickets, bill), [tickets, bill]);
}
