/** Starts what prints by itself: tickets that were left, tickets and slips of cards that failed, jobs of other devices. */
import { useSession } from '../session/session.ts';
import { onScope } from '../session/session-scope.ts';
import { keepLateSlips } from './card/card-slips.ts';
import { followPaidCards } from './card/paid-elsewhere.ts';
import { followPrintPort } from './print-address.ts';
import { keepStation } from './print-station.ts';
import { keepPrintingResumed, printResumedTickets } from './resumed-tickets.ts';
import { keepRetrying } from './ticket-retry.ts';
import { loadTickets } from './tickets.ts';

const resume = (): void =>
  void printResumedTickets().catch((error: unknown) => console.error('Tickets were not looked for', error));

let isStarted = false;

/** Starts it once. An outlet that is open already was opened before this part came. */
export function keepPrinting(): void {
  if (isStarted) return;
  isStarted = true;
  keepStation();
  followPrintPort();
  void loadTickets();
  keepPrintingResumed();
  keepRetrying();
  keepLateSlips();
  followPaidCards();
  onScope(resume);
  const { user, isLocked } = useSession.getState();
  if (user && !isLocked) resume();
}
