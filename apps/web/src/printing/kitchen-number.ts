/** The number of a ticket on the kitchen screen, so that printed ticket and screen agree. Source: docs/rules.md#ticket-numbers. */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { CallError, call, forPrinting, isNetworkFailure } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { billSent } from '../outbox/outbox.ts';
import { useApp } from '../sync/app-store.ts';

/** Longest wait for the number, too short to be noticed. */
const maxWaitMs = 700;

/**
 * Returns the server's number of a ticket, or null where the outlet has no kitchen screen or the server is unreachable or slow: then the
 * ticket is printed under the device's own number.
 */
export async function kitchenNumber(ticketKey: string, billKey: string): Promise<string | null> {
  const isAsked = useApp.getState().features.includes('Kitchen') && useConnection.getState().isOnline;
  if (!isAsked || !(await billSent(billKey, maxWaitMs))) return null;
  const tooLate = new Promise<null>((done) => setTimeout(() => done(null), maxWaitMs));
  const found = (await Promise.race([ticketsOf(billKey), tooLate]))?.find(({ key }) => key === ticketKey);
  return found ? String(found.number) : null;
}

/** Fetches the tickets of a bill; null when the call fails. */
async function ticketsOf(bill: string): Promise<readonly KitchenTicket[] | null> {
  try {
    return (await call('kitchen.tickets', { query: { bill }, ...forPrinting })) as KitchenTicket[];
  } catch (error) {
    if (isNetworkFailure(error) || error instanceof CallError) return null;
    throw error;
  }
}
