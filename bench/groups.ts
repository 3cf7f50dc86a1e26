/** Counts the transactions in which a server committed its calls. Calls of one transaction have the same instant in the history. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '../apps/server/src/platform/store/postgres/client.ts';
import type { Place } from './server.ts';

export interface HistoryCount {
  readonly rows: number;
  readonly groups: number;
}

const text = (since: number): string => `select count(*) as rows, count(distinct at) as groups from
  (select outlet_id * 10000000000000 + at as at from history where at >= ${since}) as written`;

/** Counts the rows of the history, and the transactions that wrote them, since an instant (epoch ms). */
export async function countHistory(place: Place, since: number): Promise<HistoryCount> {
  if ('DATABASE_URL' in place) {
    const client = createClient(place.DATABASE_URL, false);
    await client.connect();
    const { rows } = await client.query<HistoryCount>(text(since));
    await client.end();
    return rows[0] ?? { rows: 0, groups: 0 };
  }
  const database = new DatabaseSync(join(place.DATA_DIR, 'atoll.db'), { readOnly: true });
  const row = database.prepare(text(since)).get();
  database.close();
  return { rows: Number(row?.['rows']), groups: Number(row?.['groups']) };
}
