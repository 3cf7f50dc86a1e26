/** The open shift and the last closed one, for the dashboard. Source: R35.56, R35.80. */
import type { dashboard } from '@atoll/domain/contract/platform/app';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../platform/http/actor.ts';
import { peopleNames } from '../../platform/store/outlet/people.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import { expectedCash } from '../shift/service.ts';

type Dashboard = AnswerOf<typeof dashboard>;

/** Returns the names of who opened the shift and of everybody who has worked on a bill or the drawer since. */
async function peopleOn(db: Kysely<Database>, outletId: number, shift: { created_at: number; created_by: number }) {
  const rows = await db
    .selectFrom('history')
    .select('user_id')
    .distinct()
    .where('outlet_id', '=', outletId)
    .where('at', '>=', shift.created_at)
    .where('subject', 'in', ['Bill', 'Shift'])
    .execute();
  const names = await peopleNames(db, [shift.created_by, ...rows.map(({ user_id }) => user_id)]);
  return [...names.values()].sort((a, b) => a.localeCompare(b));
}

/** Returns the open shift with its people and the cash that should be in the drawer; null without one. */
export async function openShift(
  db: Kysely<Database>,
  actor: Pick<Actor, 'outletId' | 'permissions'>,
): Promise<Dashboard['shift']> {
  const { outletId } = actor;
  const row = await db
    .selectFrom('shift')
    .select(['id', 'number', 'status', 'created_at', 'created_by', 'created_by_name', 'opening_balance'])
    .where('outlet_id', '=', outletId)
    .where(sql<boolean>`is_open`)
    .executeTakeFirst();
  if (!row) return null;
  return {
    number: row.number,
    status: row.status,
    openedAt: new Date(row.created_at).toISOString(),
    openedBy: row.created_by_name,
    people: await peopleOn(db, outletId, row),
    expectedCash: await expectedCash(db, actor, row),
  };
}

/** Returns the last closed shift: when and by whom, its sales and its difference; null without one. */
export async function lastClose(db: Kysely<Database>, outletId: number): Promise<Dashboard['lastClose']> {
  const row = await db
    .selectFrom('shift')
    .select(['number', 'business_date', 'closed_at', 'closed_by_name', 'totals', 'closing'])
    .where('outlet_id', '=', outletId)
    .where('closed_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.closed_at === null) return null;
  return {
    number: row.number,
    date: row.business_date,
    at: new Date(row.closed_at).toISOString(),
    by: row.closed_by_name ?? '',
    bills: row.totals?.bills ?? 0,
    sales: row.totals?.total ?? 0,
    difference: row.closing?.difference ?? 0,
  };
}
