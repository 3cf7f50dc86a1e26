/** Tickets that nobody in the kitchen has touched. Source: R23.24, docs/rules.md#kitchen-tickets. */
import { findStation, type Station } from '../outlet/station.ts';
import type { KitchenTicket } from './kitchen-ticket.ts';

/** Returns whether nobody moved a ticket, marked a line of it, or said that it was seen. */
export const isUntouched = ({ state, seenAt }: Pick<KitchenTicket, 'state' | 'seenAt'>): boolean =>
  state === 'New' && seenAt === undefined;

/** Returns the ticket as seen at an instant; the same object when it was touched before. */
export const seenTicket = <T extends Pick<KitchenTicket, 'state' | 'seenAt'>>(ticket: T, at: string): T =>
  isUntouched(ticket) ? { ...ticket, seenAt: at } : ticket;

/** Returns whether an untouched ticket of a station with a screen is due for the alarm; `minutes` 0: never. `now` is in epoch ms. */
export const isAlarmDue = (
  { station, createdAt }: Pick<KitchenTicket, 'station' | 'createdAt'>,
  stations: readonly Station[],
  minutes: number,
  now: number,
): boolean =>
  minutes > 0 && findStation(stations, station).isScreen === true && now - Date.parse(createdAt) >= minutes * 60_000;
