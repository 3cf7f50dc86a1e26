/** Stations: where items are made, and where their tickets go. Source: R23.17, docs/rules.md#stations. */

export const stationTicketTypes = ['Kot', 'Bot'] as const;
export type StationTicketType = (typeof stationTicketTypes)[number];

/** The types of menu items that are made somewhere. */
export const madeTypes = ['Kitchen', 'Bar', 'Grill'] as const;

export const maxStationPrinters = 4;

/** A station as tills and the server use it. Lists are absent when they are empty. */
export interface Station {
  /** 'KITCHEN'; it never changes, and items name their station by it. */
  readonly code: string;
  readonly name: string;
  readonly ticketType: StationTicketType;
  /** Each prints the tickets. Absent: the printer of the settings (R16.2). */
  readonly printers?: readonly string[] | undefined;
  /** A kitchen screen of this station is always offered. */
  readonly isScreen?: boolean | undefined;
  /** Absent: as the printer and the outlet say. */
  readonly language?: string | undefined;
  /** What it makes: items of these types, of these categories, and these items. None of the three: only what a modifier brings. */
  readonly types?: readonly string[] | undefined;
  readonly categoryIds?: readonly number[] | undefined;
  readonly itemIds?: readonly number[] | undefined;
  /** Where the bill must be. Absent: anywhere. */
  readonly sectionIds?: readonly number[] | undefined;
  readonly slotTypes?: readonly string[] | undefined;
  /** It makes nothing: it gets a copy of what the stations that it watches get. */
  readonly isExpediter?: boolean | undefined;
  /** Codes; absent: all stations. */
  readonly watches?: readonly string[] | undefined;
  /** Minutes until its tickets are amber and red. Absent: as the settings say. */
  readonly amberMinutes?: number | undefined;
  readonly redMinutes?: number | undefined;
  readonly sort: number;
  /** It was removed: items that have it keep it, and no new item gets it. */
  readonly isRemoved?: boolean | undefined;
}

/** The stations of an outlet that has changed none: those of the three types of items. */
export const firstStations: readonly Station[] = [
  { code: 'KITCHEN', name: 'Kitchen', ticketType: 'Kot', isScreen: true, types: ['Kitchen'], sort: 1 },
  { code: 'BAR', name: 'Bar', ticketType: 'Bot', isScreen: true, types: ['Bar'], sort: 2 },
  { code: 'GRILL', name: 'Grill', ticketType: 'Kot', isScreen: true, types: ['Grill'], sort: 3 },
];

const typeStations: Readonly<Record<string, string>> = { Kitchen: 'KITCHEN', Bar: 'BAR', Grill: 'GRILL' };

/** Returns the code of the station that makes items of a type when no record says otherwise; null for a type that is not made. */
export const stationOfType = (type: string | undefined): string | null => typeStations[type ?? ''] ?? null;

/** Returns whether a station is one of those that every outlet has. */
export const isFirstStation = (code: string): boolean => firstStations.some((one) => one.code === code);

/** Returns whether the stations are those of an outlet that has changed none. */
export const areFirstStations = (stations: readonly Station[]): boolean =>
  JSON.stringify(stations) === JSON.stringify(firstStations);

/** Returns the stations in their order: by sort, then by code; the three that every outlet has are among them, whatever was stored. */
export function inOrder(stations: readonly Station[]): readonly Station[] {
  const known = new Set(stations.map(({ code }) => code));
  return [...stations, ...firstStations.filter(({ code }) => !known.has(code))].sort(
    (a, b) => a.sort - b.sort || (a.code < b.code ? -1 : 1),
  );
}

/** Returns the stations of an outlet: what it has changed, otherwise the first ones. */
export const stationsOf = (outlet: { readonly stations?: readonly Station[] | undefined } | null): readonly Station[] =>
  outlet?.stations ?? firstStations;

/** Returns the station of a code; one that is unknown here has its code as its name. */
export const findStation = (stations: readonly Station[], code: string): Station =>
  stations.find((one) => one.code === code && !one.isRemoved) ??
  stations.find((one) => one.code === code) ?? { code, name: code, ticketType: 'Kot', sort: 0 };

/** What the rules of stations read of an item. */
export interface RoutedItem {
  readonly id: number;
  readonly type: string;
  readonly printable: boolean;
}

/** Where a bill is: the section of its slot, 0 for none. */
export interface RoutedPlace {
  readonly slotType: string;
  readonly sectionId: number;
}

const fits = (allowed: readonly unknown[] | undefined, value: unknown): boolean => !allowed || allowed.includes(value);

/** Returns how closely a station names an item: 3 by itself, 2 by its category, 1 by its type, 0 not at all; half more where it names the section. */
function rankOf(station: Station, item: RoutedItem, categoryIds: readonly number[], place: RoutedPlace): number {
  if (station.isRemoved || station.isExpediter) return 0;
  if (!fits(station.sectionIds, place.sectionId) || !fits(station.slotTypes, place.slotType)) return 0;
  const named = station.itemIds?.includes(item.id)
    ? 3
    : station.categoryIds?.some((id) => categoryIds.includes(id))
      ? 2
      : station.types?.includes(item.type)
        ? 1
        : 0;
  return named === 0 ? 0 : named + (station.sectionIds ? 0.5 : 0);
}

/**
 * Returns the code of the station that makes an item for a bill at a place: the one that names it most closely, of equals the first in order.
 * Without any, that of its type. Null for an item that is made nowhere: NA, or not printable.
 */
export function stationFor(
  item: RoutedItem,
  categoryIds: readonly number[],
  place: RoutedPlace,
  stations: readonly Station[],
): string | null {
  const usual = stationOfType(item.type);
  if (usual === null || !item.printable) return null;
  let best = 0;
  let code = usual;
  for (const station of inOrder(stations)) {
    const rank = rankOf(station, item, categoryIds, place);
    if (rank > best) [best, code] = [rank, station.code];
  }
  return code;
}
