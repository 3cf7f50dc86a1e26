/** The active people of an outlet, such as its waiters and riders. */
import { personPermissions } from '@atoll/domain/access/permission';
import { type Kysely, sql } from 'kysely';
import { staffOutlet } from '../../platform/store/outlet/staff-outlet.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';

export interface NamedPerson {
  readonly id: number;
  readonly name: string;
}

const peopleOf = (db: Kysely<Database>, outletId: number) =>
  db
    .selectFrom('app_user')
    .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
    .select(['app_user.id', 'app_user.name'])
    .where('user_outlet.outlet_id', '=', staffOutlet(outletId))
    .where(sql<boolean>`app_user.is_active`);

/** Returns the outlet's people by name. */
export const listPeople = (store: Store, outletId: number): Promise<NamedPerson[]> =>
  store.readOrg((db) => peopleOf(db, outletId).orderBy('app_user.name').execute());

/** Returns by name those of the outlet's people who open bills: a cook serves no table. */
export async function listSellers(store: Store, outletId: number): Promise<NamedPerson[]> {
  const rows = await store.readOrg((db) =>
    peopleOf(db, outletId)
      .select(['app_user.role', 'app_user.permission_overrides'])
      .orderBy('app_user.name')
      .execute(),
  );
  return rows
    .filter((row) => personPermissions(row.role, row.permission_overrides).includes('bill.open'))
    .map(({ id, name }) => ({ id, name }));
}

/** Returns the names of those among some people who work at the outlet, by id. */
export async function colleagueNames(
  db: Kysely<Database>,
  outletId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await peopleOf(db, outletId)
    .where('app_user.id', 'in', [...ids])
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Returns a person of the outlet; undefined when nobody of it has the id. */
export const findColleague = (store: Store, outletId: number, id: number): Promise<NamedPerson | undefined> =>
  store.readOrg((db) => peopleOf(db, outletId).where('app_user.id', '=', id).executeTakeFirst());
