/** Which tickets the kitchen screen shows, and in which order. */
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
