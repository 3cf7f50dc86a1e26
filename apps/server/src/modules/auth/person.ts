/** The signed-in person as responses and tokens carry them. */
import { type Permission, personApprovals, personLimits, personPermissions } from '@atoll/domain/access/permission';
import type { OutletChoice } from '@atoll/domain/contract/people/auth';
import type { Kysely, Selectable } from 'kysely';
import { staffOutlet } from '../../platform/store/outlet/staff-outlet.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { UserTable } from '../../platform/store/schema/schema-people.ts';
import type { Store } from '../../platform/store/store.ts';

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly avatar: string | null;
  readonly jobTitle: string;
  readonly department: string;
  readonly role: string;
  readonly permissions: readonly Permission[];
  readonly approvable: readonly Permission[];
  readonly limits: Readonly<Record<string, number>>;
  readonly accessVersion: number;
  readonly outlets: readonly OutletChoice[];
}

/** Returns the query of the active outlets where a person may work, their first one first. */
export const outletsOf = (db: Kysely<Database>, userId: number) =>
  db
    .selectFrom('user_outlet')
    .innerJoin('outlet', 'outlet.id', 'user_outlet.outlet_id')
    .select('outlet.id')
    .where('user_outlet.user_id', '=', userId)
    .where('outlet.is_active', '=', true)
    .orderBy('user_outlet.sort')
    .orderBy('outlet.id');

/** Returns the person of a user row, with the outlets where they may work. */
export async function personOf(db: Kysely<Database>, row: Selectable<UserTable>): Promise<Person> {
  const outlets = await outletsOf(db, row.id).select(['outlet.name', 'outlet.logo', 'outlet.business_type']).execute();
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    jobTitle: row.job_title,
    department: row.department,
    role: row.role,
    permissions: personPermissions(row.role, row.permission_overrides),
    approvable: personApprovals(row.role, row.permission_overrides),
    limits: personLimits(row.permission_overrides),
    accessVersion: row.access_version,
    outlets: outlets.map((o) => ({ outletId: o.id, name: o.name, logo: o.logo, businessType: o.business_type })),
  };
}

/** Returns the active user with this id as a person, or undefined. */
export async function findPerson(db: Kysely<Database>, userId: number): Promise<Person | undefined> {
  const row = await db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return row && personOf(db, row);
}

/** A person, and the outlet whose history gets an entry about them. */
interface PersonAtOutlet {
  readonly key: string;
  readonly name: string;
  readonly outletId: number;
}

/** Returns the person with the outlet, or with their first one when none is given; undefined when they do not work there. */
export async function personAtOutlet(
  store: Store,
  userId: number,
  outletId?: number,
): Promise<PersonAtOutlet | undefined> {
  const row = await store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.key', 'app_user.name', 'user_outlet.outlet_id'])
      .where('app_user.id', '=', userId)
      .where((eb) => (outletId === undefined ? eb.lit(true) : eb('user_outlet.outlet_id', '=', staffOutlet(outletId))))
      .orderBy('user_outlet.sort')
      .orderBy('user_outlet.outlet_id')
      .executeTakeFirst(),
  );
  return row && { key: row.key, name: row.name, outletId: row.outlet_id };
}
