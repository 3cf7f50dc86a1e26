/**
 * Tickets that are tried again by themselves. One that the print server did not take is sent under its key until it is taken, dismissed or too old;
 * one that waits at the print server is asked for. Both print once. Source: R35.12, R16.6.
 */
import { ticketStaleMs } from '@atoll/domain/ticket/stale';
import { useConnection } from '../api/connection.ts';
import { emit } from '../api/event.ts';
import { useBills } from '../bills/bills.ts';
import { tillNow } from '../clock/till-clock.ts';
import { useApp } from '../sync/app-store.ts';
import { isLateTicket } from './ticket-state.ts';
import { isTriedHere, type KeptTicket, retryByItself, useTickets } from './tickets.ts';

const delaysMs = [5000, 10_000, 20_000, 40_000] as const;
const maxDelayMs = 60_000;
const askAgainMs = 15_000;

/** Returns the milliseconds until the next attempt after so many that were made by themselves. */
export const retryDelayMs = (made: number): number => delaysMs[made] ?? maxDelayMs;

/** An instant ahead of the clock is as recent as one just before it: the clock was changed since. */
const isFresh = ({ madeAt }: KeptTicket, now: number): boolean => Math.abs(now - Date.parse(madeAt)) < ticketStaleMs;

/** What another till did with the bill meanwhile is known before its lines go out, as far as the server can say. */
async function attempt({ key, bill }: KeptTicket): Promise<void> {
  if (useConnection.getState().isOnline) await useBills.getState().refetch(bill.key);
  await retryByItself(key);
}

/** Tries failed tickets of the open outlet again until the returned function is called. Tickets of an earlier page are left to `resumed-tickets.ts` first. */
export function keepRetrying(): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const running = new Set<string>();
  const made = new Map<string, number>();

  const isFailed = (ticket: KeptTicket): boolean =>
    ticket.state === 'failed' && ticket.outletId === useApp.getState().outletId && isTriedHere(ticket.key);

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
  look();
  return () => {
    for (const stop of stops) stop();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  };
}

/**
 * While a screen shows tickets: one that waits at the print server is asked for, and one that is late makes a noise until it is on paper or somebody
 * says that the kitchen knows. Until the returned function is called.
 */
export function watchTickets(): () => void {
  const look = async (): Promise<void> => {
    const { outletId } = useApp.getState();
    const own = useTickets.getState().tickets.filter((ticket) => ticket.outletId === outletId);
    if (own.some((ticket) => isLateTicket(ticket, tillNow()))) emit('sound', { name: 'ticketFailed' });
    const waiting = own.filter((ticket) => ticket.state === 'waiting');
    await Promise.all(waiting.map(({ key }) => retryByItself(key)));
  };
  const timer = setInterval(() => void look(), askAgainMs);
  return () => clearInterval(timer);
}
