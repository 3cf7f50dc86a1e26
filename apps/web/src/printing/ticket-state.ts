/** States of this device's tickets: which are late, and which items did not reach the kitchen. Source: R16.6. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type KeptTicket, names } from './kept-tickets.ts';

type WithItems = Pick<Bill, 'key' | 'items'>;

const lateMs = 60_000;

/** Returns whether the ticket is late: it failed, or has waited too long for its printer. */
export const isLateTicket = (ticket: Pick<KeptTicket, 'state' | 'madeAt'>, now: number): boolean =>
  (ticket.state === 'failed' || ticket.state === 'waiting') && Math.abs(now - Date.parse(ticket.madeAt)) >= lateMs;

/** Returns the items of the bill's tickets in a state. An item that came from another bill has its ticket there, a piece the ticket of the item that was cut. */
function linesIn(
  tickets: readonly KeptTicket[],
  { key, items }: WithItems,
  state: KeptTicket['state'],
): ReadonlySet<string> {
  const asked = tickets.filter((ticket) => ticket.state === state);
  const own = items.filter((item) => asked.some((ticket) => names(ticket, item.key))).map((item) => item.key);
  const here = asked.filter(({ bill }) => bill.key === key);
  return new Set([...own, ...here.flatMap(({ lines }) => lines.map(({ item }) => item.key))]);
}

/** Returns the keys of the bill's items that the print server has but has not printed yet. */
export const queuedLines = (tickets: readonly KeptTicket[], bill: WithItems): ReadonlySet<string> =>
  linesIn(tickets, bill, 'waiting');

/** Returns the keys of the bill's items whose printer took the ticket without confirmation (R35.87). */
export const unconfirmedLines = (tickets: readonly KeptTicket[], bill: WithItems): ReadonlySet<string> =>
  linesIn(
    tickets.filter(({ message }) => message !== ''),
    bill,
    'printed',
  );

/** Returns the keys of the bill's items that did not reach the kitchen. */
export const failedLines = (tickets: readonly KeptTicket[], bill: WithItems): ReadonlySet<string> =>
  linesIn(tickets, bill, 'failed');
