/**
 * Automatic retries of tickets. A ticket that the print server did not accept is sent under its key until it is accepted, dismissed or too
 * old; the status of a ticket that waits there is polled. Both print once. Source: R35.12, R16.6.
 */
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { useConnection } from '../api/connection.ts';
import { emit } from '../api/event.ts';
import { useBills } from '../bills/bills.ts';
import { tillNow } from '../clock/till-clock.ts';
import { useApp } from '../sync/app-store.ts';
import { type KeptTicket, useTickets } from './kept-tickets.ts';
import { retryDelayMs } from './retry-delay.ts';
import { isLateTicket } from './ticket-state.ts';
import { isTriedHere, retryByItself } from './tickets.ts';

const askAgainMs = 15_000;

/** Returns whether the ticket is recent. A time slightly ahead of the clock counts too: the clock was changed since. */
const isFresh = ({ madeAt }: KeptTicket, now: number): boolean => Math.abs(now - Date.parse(madeAt)) < ticketStaleMs;

/** Retries a ticket after loading other tills' changes of the bill, as far as the server is reachable. */
async function attempt({ key, bill }: KeptTicket): Promise<void> {
  if (useConnection.getState().isOnline) await useBills.getState().refetch(bill.key);
  await retryByItself(key);
}

const isOfOutlet = ({ outletId }: KeptTicket): boolean => outletId === useApp.getState().outletId;

/** Asks the print server after the tickets that wait there. */
function askAfterWaiting(): void {
  const waiting = useTickets.getState().tickets.filter((ticket) => ticket.state === 'waiting' && isOfOutlet(ticket));
  for (const { key } of waiting)
    void retryByItself(key).catch((error: unknown) => console.error('A ticket could not be asked after', error));
}

/**
 * Retries failed tickets of the open outlet and polls those that wait, on any screen, because Care says how long they wait; until the returned function is
 * called. Tickets of an earlier page are handled by `resumed-tickets.ts` first.
 */
export function keepRetrying(): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const running = new Set<string>();
  const made = new Map<string, number>();

  const isFailed = (ticket: KeptTicket): boolean =>
    ticket.state === 'failed' && isOfOutlet(ticket) && isTriedHere(ticket.key);

  async function run(ticket: KeptTicket): Promise<void> {
    timers.delete(ticket.key);
    running.add(ticket.key);
    made.set(ticket.key, (made.get(ticket.key) ?? 0) + 1);
    await attempt(ticket)
      .catch((error: unknown) => console.error('A ticket could not be tried again', error))
      .finally(() => running.delete(ticket.key));
    look();
  }

  function look(): void {
    const failed = new Map(
      useTickets
        .getState()
        .tickets.filter(isFailed)
        .map((ticket) => [ticket.key, ticket]),
    );
    for (const [key, timer] of timers) {
      if (failed.has(key)) continue;
      clearTimeout(timer);
      timers.delete(key);
    }
    for (const [key, ticket] of failed) {
      const delay = retryDelayMs(made.get(key) ?? 0);
      if (timers.has(key) || running.has(key) || !isFresh(ticket, tillNow() + delay)) continue;
      const timer = setTimeout(() => void run(ticket), delay);
      timers.set(key, timer);
    }
  }

  const stops = [useTickets.subscribe(look), useApp.subscribe(look)];
  const asking = setInterval(askAfterWaiting, askAgainMs);
  look();
  return () => {
    clearInterval(asking);
    for (const stop of stops) stop();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  };
}

/** Sounds an alarm for late tickets until they are printed or dismissed, while a screen shows them. Runs until the returned function is called. */
export function watchTickets(): () => void {
  const look = (): void => {
    const own = useTickets.getState().tickets.filter(isOfOutlet);
    if (own.some((ticket) => isLateTicket(ticket, tillNow()))) emit('sound', { name: 'ticketFailed' });
  };
  const timer = setInterval(look, askAgainMs);
  return () => clearInterval(timer);
}
