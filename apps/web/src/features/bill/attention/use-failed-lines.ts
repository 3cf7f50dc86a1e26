import { useMemo } from 'react';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { failedLines, queuedLines, unconfirmedLines } from '../../../printing/ticket-state.ts';

/** Returns the keys of the bill's items whose ticket did not reach the kitchen. */
export function useFailedLines(billKey: string | undefined): ReadonlySet<string> {
  const tickets = useTickets((state) => state.tickets);
  return useMemo(() => failedLines(tickets, billKey ?? ''), [tickets, billKey]);
}

/** Returns the keys of the bill's items whose ticket waits for its printer. */
export function useQueuedLines(billKey: string): ReadonlySet<string> {
  const tickets = useTickets((state) => state.tickets);
  return useMemo(() => queuedLines(tickets, billKey), [tickets, billKey]);
}

/** Returns the keys of the bill's items whose printer did not confirm the ticket. */
export function useUnconfirmedLines(billKey: string): ReadonlySet<string> {
  const tickets = useTickets((state) => state.tickets);
  return useMemo(() => unconfirmedLines(tickets, billKey), [tickets, billKey]);
}
