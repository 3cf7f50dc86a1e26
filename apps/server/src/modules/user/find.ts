/** Reads users for lists and forms. A person sees the users who share an outlet with them. */
import type { UserRecord } from '@atoll/domain/contract/people/user';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { containsPattern, type ListRequest, type Page, pageAnswer } from '../../platform/http/list.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { UserTable } from '../../platform/store/schema/schema-people.ts';
import type { OutletTx } from '../../platform/store/store.ts';

export type UserRow = Selectable<UserTable>;

/** The fields by which a list of users can be sorted, and their columns. */
export const userSorts = {
  name: 'name',
  email: 'email',
  role: 'role',
  jobTitle: 'job_title',
  department: 'department',
  phone: 'phone',
  lastLoginAt: 'last_login_at',
} as const;
export type UserSort = keyof typeof userSorts;

export interface UserFilters {
  readonly role?: string | undefined;
  readonly outletId?: number | undefined;
  /** 'true' (also absent), 'false' or 'all'. */
  readonly isActive?: string | undefined;
}

type Found = SelectQueryBuilder<Database, 'app_user', object>;

const iso = (at: number): string => new Date(at).toISOString();

/** Returns the records of user rows, with the outlets of each. */
export async function presentUsers(db: Kysely<Database>, rows: readonly UserRow[]): Promise<UserRecord[]> {
  if (rows.length === 0) return [];
  const outlets = await db
    .selectFrom('user_outlet')
    .innerJoin('outlet', 'outlet.id', 'user_outlet.outlet_id')
    .select(['user_outlet.user_id', 'outlet.id', 'outlet.name'])
    .where(
      'user_outlet.user_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('user_outlet.sort')
    .orderBy('outlet.id')
    .execute();
  return rows.map((row) => {
    const own = outlets.filter((outlet) => outlet.user_id === row.id);
    return {
      id: row.id,
      key: row.key,
      version: row.version,
      isActive: row.is_active,
      createdAt: iso(row.created_at),
      createdByName: '',
      modifiedAt: iso(row.modified_at),
      name: row.name,
      email: row.email,
      role: row.role,
      outletIds: own.map(({ id }) => id),
      outletNames: own.map(({ name }) => name),
      jobTitle: row.job_title,
      department: row.department,
      phone: row.phone,
      avatar: row.avatar,
      overrides: [...row.permission_overrides],
      lastLoginAt: row.last_login_at === null ? null : iso(row.last_login_at),
    };
  });
}

/** Returns a query of the users that share an outlet with the actor. */
function within(db: Kysely<Database>, actor: Actor, outletId?: number): Found {
  const outlets = outletId === undefined ? actor.outlets : actor.outlets.filter((id) => id === outletId);
  return db.selectFrom('app_user').where(({ exists, selectFrom }) =>
    exists(
      selectFrom('user_outlet')
        .select('user_outlet.user_id')
        .whereRef('user_outlet.user_id', '=', 'app_user.id')
        .where('user_outlet.outlet_id', 'in', outlets.length > 0 ? outlets : [0]),
    ),
  );
}

/** Returns a page of the users, or the first 1000. */
export async function listUsers(
  db: Kysely<Database>,
  actor: Actor,
  request: ListRequest<UserSort | 'id'>,
  filters: UserFilters,
): Promise<Page<UserRecord> | UserRecord[]> {
  let found = within(db, actor, filters.outletId);
  if (filters.role) found = found.where('role', '=', filters.role as UserRow['role']);
  if (filters.isActive !== 'all') found = found.where('is_active', '=', filters.isActive !== 'false');
  if (request.search) {
    const pattern = containsPattern(request.search.toLowerCase());
    const has = (column: 'name' | 'email' | 'phone' | 'job_title') =>
      sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
    found = found.where((eb) => eb.or([has('name'), has('email'), has('phone'), has('job_title')]));
  }
  const sort = request.sort === 'id' ? 'id' : userSorts[request.sort];
  const rows = await found
    .selectAll()
    .orderBy(sort, request.direction)
    .orderBy('id', request.direction)
    .limit(request.limit)
    .offset(request.offset)
    .execute();
  const { count } = request.isPaged
    ? await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    : { count: 0 };
  return pageAnswer(request, await presentUsers(db, rows), Number(count));
}

/** Returns the row of a user that shares an outlet with the actor, by id or key. Refused: 'notFound'. */
export async function findUserRow(db: Kysely<Database>, actor: Actor, idOrKey: string | number): Promise<UserRow> {
  const text = String(idOrKey);
  const found = within(db, actor).selectAll();
  const row = await (/^\d+$/.test(text)
    ? found.where('id', '=', Number(text))
    : found.where('key', '=', text.toLowerCase())
  ).executeTakeFirst();
  if (!row) throw refused('notFound');
  return row;
}

/** Returns the current row of a user. On PostgreSQL it and the rows of all Admins are locked until the command ends, so that one Admin remains. */
export async function lockUserRow(tx: OutletTx, actor: Actor, id: number): Promise<UserRow> {
  const held = tx.db
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', id), eb('role', '=', 'Admin')]))
    .orderBy('id');
  await (tx.engine === 'postgres' ? held.forUpdate() : held).execute();
  return findUserRow(tx.db, actor, id);
}

/** Returns the record of one user row. */
export async function presentUser(db: Kysely<Database>, row: UserRow): Promise<UserRecord> {
  const [record] = await presentUsers(db, [row]);
  if (!record) throw refused('notFound');
  return record;
}
