/** Which tickets the kitchen screen shows, and in which order. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import type { Station } from '@atoll/domain/ticket/printers';

export type StationChoice = 'ALL' | Station;

/** Returns the open tickets of a station: first those to be made, oldest first, then those ready to be served. */
export function openTickets(tickets: readonly KitchenTicket[], station: StationChoice): KitchenTicket[] {
  const here = tickets.filter((each) => isOpenTicket(each.state) && (station === 'ALL' || each.station === station));
  return [...here.filter((each) => each.state !== 'Ready'), ...here.filter((each) => each.state === 'Ready')];
}

/** Returns the served tickets of a station, the latest first. These can be recalled. */
export function servedTickets(tickets: readonly KitchenTicket[], station: StationChoice): KitchenTicket[] {
  return tickets
    .filter((each) => each.state === 'Served' && each.kind !== 'Cancel')
    .filter((each) => station === 'ALL' || each.station === station)
    .sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
}

export type Age = 'fresh' | 'amber' | 'red';

/** Returns how urgent a ticket is, by its age in minutes. */
export function ageOf(minutes: number, amber: number, red: number): Age {
  return minutes >= red ? 'red' : minutes >= amber ? 'amber' : 'fresh';
}

export const minutesSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));

type Place = Pick<Bill, 'type' | 'slot'>;

/** Returns the current place of each item that has moved to another bill than the ticket's. */
export function movedLines(
  ticket: Pick<KitchenTicket, 'billKey' | 'lines'>,
  placeOfLine: ReadonlyMap<string, Place & { readonly billKey: string }>,
): ReadonlyMap<string, Place> {
  const moved = new Map<string, Place>();
  for (const line of ticket.lines) {
    const place = placeOfLine.get(line.key);
    if (place && place.billKey !== ticket.billKey) moved.set(line.key, place);
  }
  return moved;
}
