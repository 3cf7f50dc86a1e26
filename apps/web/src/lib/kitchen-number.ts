/** The number of a ticket as the kitchen's screen shows it, so that paper and screen say the same. Source: decisions A6. */
import { useApp } from './app-store.ts';
import { useConnection } from './connection.ts';
import { loadKitchen, useKitchen } from './kitchen.ts';
import { billSent } from './outbox/outbox.ts';

/** Nobody waits longer for a number than it takes to notice. */
const patienceMs = 700;

/**
 * Answers the server's number of a ticket, or null where the outlet has no kitchen screen, the server is away or slow: then the paper
 * goes out under the device's own number.
 */
export async function kitchenNumber(ticketKey: string, billKey: string): Promise<string | null> {
  const isAsked = useApp.getState().features.includes('Kitchen') && useConnection.getState().isOnline;
  if (!isAsked || !(await billSent(billKey, patienceMs))) return null;
  const find = () => useKitchen.getState().tickets.find((ticket) => ticket.key === ticketKey);
  if (!find()) {
    const tooLate = new Promise((done) => setTimeout(done, patienceMs));
    await Promise.race([loadKitchen(), tooLate]);
  }
  const found = find();
  return found ? String(found.number) : null;
}
