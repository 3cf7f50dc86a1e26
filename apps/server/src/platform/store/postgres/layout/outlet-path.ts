/**
 * Where the tables of an outlet are found. Commands find those of its partition, as plain tables, so that nothing plans over all partitions; reads find
 * views of them together with the archive. In a database that is not partitioned both find the plain tables. Source: R34.16.
 */
import { keepPrepared } from '../../prepared.ts';
import { partitionSchema } from './definition.ts';

export const defaultPath = 'public';
/** The views of a database without partitions. */
export const plainViews = 'atoll_whole';

/** Returns the schema of the views over the partitions of a number. */
export const viewSchema = (part: number): string => partitionSchema(part).replace('_p', '_w');

/** Returns the schemas for a command of an outlet. */
export const writePath = (part: number | null): string =>
  part === null ? defaultPath : `${partitionSchema(part)}, ${defaultPath}`;

/** Returns the schemas for reading what an outlet has, with the archive. */
export const readPath = (part: number | null): string =>
  part === null ? `${plainViews}, ${defaultPath}` : `${viewSchema(part)}, ${writePath(part)}`;

const partText = `select (select number from generate_series(0, parts.count - 1) number
    where satisfies_hash_partition(bill.oid, parts.count, number, $1::bigint)) as part
  from pg_class bill cross join lateral (select count(*)::int as count from pg_inherits where inhparent = bill.oid) parts
  where bill.oid = 'public.bill'::regclass and bill.relkind = 'p'`;
keepPrepared(partText);

/** A connection that can be asked. */
interface Asked {
  send<R>(sql: string, parameters: readonly unknown[]): Promise<{ readonly rows: R[] }>;
}

/** Returns the number of the partition of an outlet; null when the tables are not partitioned. */
export async function partOf(connection: Asked, outletId: number): Promise<number | null> {
  const { rows } = await connection.send<{ part: number }>(partText, [outletId]);
  return rows[0]?.part ?? null;
}
