/** The stations of an outlet as tills and bills use them. Source: R23.17, docs/rules.md#stations. */
import { areFirstStations, firstStations, inOrder, type Station } from '@atoll/domain/outlet/station';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { StationTable } from '../../platform/store/schema/schema-delivery-kitchen.ts';

/** A station, and since when it is as it is: epoch ms, absent for those that every outlet has. */
export interface StoredStation extends Station {
  readonly since?: number;
}

type Row = Selectable<StationTable>;

const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

/** Returns the fields of a station that are not empty. */
function stationOf(row: Row, codes: ReadonlyMap<number, string>): StoredStation {
  const fields = {
    code: row.code,
    name: row.name,
    ticketType: row.ticket_type,
    printers: some(row.printers),
    isScreen: row.is_screen || undefined,
    language: row.language ?? undefined,
    types: some(row.types),
    categoryIds: some(row.category_ids),
    itemIds: some(row.item_ids),
    sectionIds: some(row.section_ids.map(Number)),
    slotTypes: some(row.slot_types),
    isExpediter: row.is_expediter || undefined,
    watches: some(row.watches.flatMap((id) => codes.get(id) ?? [])),
    amberMinutes: row.amber_minutes ?? undefined,
    redMinutes: row.red_minutes ?? undefined,
    sort: row.sort ?? 0,
    isRemoved: !row.is_active || undefined,
    since: row.version > 1 || row.id > firstStations.length ? row.modified_at : undefined,
  };
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as unknown as StoredStation;
}

/**
 * Returns the stations of an outlet in order, those that were removed too, because open items may have them. `firstStations` itself where they are
 * those that every outlet has.
 */
export async function readStations(db: Kysely<Database>, outletId: number): Promise<readonly StoredStation[]> {
  const rows = await db.selectFrom('station').selectAll().where('outlet_id', '=', outletId).orderBy('id').execute();
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const stations = inOrder(rows.map((row) => stationOf(row, codes)));
  const plain = stations.map(({ since: _since, ...station }: StoredStation) => station);
  return areFirstStations(plain) ? firstStations : stations;
}

/** Returns the stations as the API sends them; nothing where they are those that every outlet has. */
export function presentStations(stations: readonly StoredStation[]): { readonly stations?: Station[] } {
  if (stations === firstStations) return {};
  return { stations: stations.map(({ since: _since, ...station }) => station) };
}
