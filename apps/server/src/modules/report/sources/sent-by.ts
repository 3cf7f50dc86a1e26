/** Work that somebody sent in the name of another person, for reports. Source: R36.15. */
import { type RawBuilder, sql } from 'kysely';
import { isPaid } from '../../../platform/store/open-bills.ts';
import { inRange, num, rowsOf, type SourceQuery } from '../source.ts';

/** As the partial index of the migration has it. */
const isSent = (alias: RawBuilder<unknown>) => sql<boolean>`${alias}.data like '%"sentBy":%'`;

const senderIn = (data: unknown): number => (JSON.parse(String(data)) as { sentBy?: number }).sentBy ?? 0;

/** Returns the sender of each change of these bills that was sent by another person, by '<bill key> <instant>'. */
export async function sendersOf(
  { db, outletId }: SourceQuery,
  billKeys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (billKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('history')
    .select(['subject_key', 'at', 'data'])
    .where('outlet_id', '=', outletId)
    .where(isSent(sql`history`))
    .where('subject_key', 'in', [...new Set(billKeys)])
    .execute();
  return new Map(rows.map((row) => [`${row.subject_key} ${new Date(row.at).toISOString()}`, senderIn(row.data)]));
}

/** The sales of a person that somebody else sent. */
export interface SentSales {
  readonly userId: number;
  readonly sender: number;
  readonly bills: number;
  readonly total: number;
}

/** Returns the paid bills of the range that were opened in the name of another person, by waiter and sender. */
export async function sentSales(query: SourceQuery): Promise<SentSales[]> {
  const rows = await rowsOf(
    query,
    sql`select coalesce(b.waiter_id, b.created_by) as "person", b.total as "total", h.data as "data" from history h
      join (select outlet_id, key, created_by, waiter_id, total from bill where ${inRange(query)} and ${isPaid}) b
        on b.outlet_id = h.outlet_id and b.key = h.subject_key
      where h.outlet_id = ${query.outletId} and ${isSent(sql`h`)} and h.action = 'Created' and h.user_id = b.created_by`,
  );
  const sums = new Map<string, SentSales>();
  for (const row of rows) {
    const sender = senderIn(row['data']);
    const key = `${row['person']} ${sender}`;
    const { bills = 0, total = 0 } = sums.get(key) ?? {};
    sums.set(key, { userId: num(row['person']), sender, bills: bills + 1, total: total + num(row['total']) });
  }
  return [...sums.values()];
}
