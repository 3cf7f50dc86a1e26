/** How tickets of this device stand: which are late, and which lines did not reach the kitchen. Source: R16.6. */
import type { KeptTicket } from './tickets.ts';

const lateMs = 60_000;

/** Returns whether the kitchen should have the ticket by now and has not: it failed, or waits for its printer. */
export const isLateTicket = (ticket: Pick<KeptTicket, 'state' | 'madeAt'>, now: number): boolean =>
  (ticket.state === 'failed' || ticket.state === 'waiting') && Math.abs(now - Date.parse(ticket.madeAt)) >= lateMs;

const linesIn = (tickets: readonly KeptTicket[], billKey: string, state: KeptTicket['state']): ReadonlySet<string> =>
  new Set(
    tickets
      .filter((ticket) => ticket.bill.key === billKey && ticket.state === state)
      .flatMap((ticket) => ticket.lines.map(({ item }) => item.key)),
  );

/** Returns keys of the bill's lines that the print server has and has not printed yet. */
export const queuedLines = (tickets: readonly KeptTicket[], billKey: string): ReadonlySet<string> =>
  linesIn(tickets, billKey, 'waiting');

/** Returns keys of the bill's lines whose printer took the ticket and did not confirm it (R35.87). */
export const unconfirmedLines = (tickets: readonly KeptTicket[], billKey: string): ReadonlySet<string> =>
  linesIn(
    tickets.filter(({ message }) => message !== ''),
    billKey,
    'printed',
  );

/** Returns keys of the bill's lines that did not reach the kitchen. */
export const failedLines = (tickets: readonly KeptTicket[], billKey: string): ReadonlySet<string> =>
  linesIn(tickets, billKey, 'failed');
