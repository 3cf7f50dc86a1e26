/** States of this device's tickets: which are late, and which items did not reach the kitchen. Source: R16.6. */
import type { KeptTicket } from './kept-tickets.ts';

const lateMs = 60_000;

/** Returns whether the ticket is late: it failed, or has waited too long for its printer. */
export const isLateTicket = (ticket: Pick<KeptTicket, 'state' | 'madeAt'>, now: number): boolean =>
  (ticket.state === 'failed' || ticket.state === 'waiting') && Math.abs(now - Date.parse(ticket.madeAt)) >= lateMs;

const linesIn = (tickets: readonly KeptTicket[], billKey: string, state: KeptTicket['state']): ReadonlySet<string> =>
  new Set(
    tickets
      .filter((ticket) => ticket.bill.key === billKey && ticket.state === state)
      .flatMap((ticket) => ticket.lines.map(({ item }) => item.key)),
  );

/** Returns the keys of the bill's items that the print server has but has not printed yet. */
export const queuedLines = (tickets: readonly KeptTicket[], billKey: string): ReadonlySet<string> =>
  linesIn(tickets, billKey, 'waiting');

/** Returns the keys of the bill's items whose printer took the ticket without confirmation (R35.87). */
export const unconfirmedLines = (tickets: readonly KeptTicket[], billKey: string): ReadonlySet<string> =>
  linesIn(
    tickets.filter(({ message }) => message !== ''),
    billKey,
    'printed',
  );

/** Returns the keys of the bill's items that did not reach the kitchen. */
export const failedLines = (tickets: readonly KeptTicket[], billKey: string): ReadonlySet<string> =>
  linesIn(tickets, billKey, 'failed');
