/** Which tickets the kitchen screen shows, and in which order. */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import { firstStations, inOrder, type Station } from '@atoll/domain/outlet/station';

/** The code of a station, or all of them; no code has small letters. */
export type StationChoice = string;
export const allStations: StationChoice = 'all';

/** Returns the stations that the screen offers: those that have tickets, expediters, and those with a screen where the outlet has stations of its own. */
export function stationChoices(
  stations: readonly Station[],
  tickets: readonly KitchenTicket[],
): readonly StationChoice[] {
  const used = new Set(tickets.map(({ station }) => station));
  const known = inOrder(stations);
  const isOffered = ({ isScreen, isRemoved, isExpediter }: Station) =>
    stations !== firstStations && isScreen && !isRemoved && !isExpediter;
  const isExpediting = ({ isExpediter, isRemoved }: Station) => isExpediter && !isRemoved;
  const shown = known.filter((station) => used.has(station.code) || isOffered(station) || isExpediting(station));
  const unknown = [...used].filter((code) => !known.some((one) => one.code === code));
  return [...new Set([allStations, ...shown.map(({ code }) => code), ...unknown])];
}

/** Returns the tickets that a station sees: an expediter those of the stations that it watches, without cancellations. */
export function ticketsAt(
  tickets: readonly KitchenTicket[],
  code: StationChoice,
  stations: readonly Station[],
): readonly KitchenTicket[] {
  const station = stations.find((one) => one.code === code);
  if (code === allStations) return tickets;
  if (!station?.isExpediter) return tickets.filter((ticket) => ticket.station === code);
  return tickets.filter(({ kind, station: of }) => kind !== 'Cancel' && (station.watches?.includes(of) ?? true));
}

/** Returns the open tickets by bill, the bill with the oldest ticket first. */
export function byBill(tickets: readonly KitchenTicket[]): readonly [KitchenTicket, ...KitchenTicket[]][] {
  const sorted = tickets
    .filter(({ state }) => isOpenTicket(state))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return [...Map.groupBy(sorted, ({ billKey }) => billKey).values()] as [KitchenTicket, ...KitchenTicket[]][];
}

/** Returns the open tickets: first those to be made, oldest first, then those ready to be served. */
export function openTickets(tickets: readonly KitchenTicket[]): KitchenTicket[] {
  const here = tickets.filter((each) => isOpenTicket(each.state));
  return [...here.filter((each) => each.state !== 'Ready'), ...here.filter((each) => each.state === 'Ready')];
}

/** Returns the served tickets, the latest first. These can be recalled. */
export function servedTickets(tickets: readonly KitchenTicket[]): KitchenTicket[] {
  return tickets
    .filter((each) => each.state === 'Served' && each.kind !== 'Cancel')
    .sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1));
}

export type Age = 'fresh' | 'amber' | 'red';

/** Returns how urgent a ticket is, by its age in minutes. */
export function ageOf(minutes: number, amber: number, red: number): Age {
  return minutes >= red ? 'red' : minutes >= amber ? 'amber' : 'fresh';
}

export const minutesSince = (instant: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(instant)) / 60_000));
