/** Reads shifts: the open one, one by its id, and a list. Also returns the figures of a shift (X report). Source: R18.15, docs/rules.md#x-and-z. */

import type * as contract from '@atoll/domain/contract/bill/shift';
import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import { currencyRates } from '@atoll/domain/shift/shift';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import { refuseLongSort } from '../../platform/http/list.ts';
import { requirePermission } from '../../platform/http/require-permission.ts';
import { signedHeadOfZ } from '../../platform/store/outlet/signed-head.ts';
import { readSettingOf } from '../../platform/store/read-setting.ts';
import type { Database, ShiftRow } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import type { BillActor } from '../bill/service.ts';
import { blindShift, presentShift, withoutUnits } from './present.ts';
import { cashOf, drawerCash, figuresOf, findShiftRow } from './queries.ts';

/** Returns the open shift, or null. */
export function activeShift(store: Store, outletId: number): Promise<Shift | null> {
  return store.readOutlet(outletId, async (db) => {
    const row = await db
      .selectFrom('shift')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where(sql<boolean>`is_open`)
      .executeTakeFirst();
    return row === undefined ? null : presentShift(row, await cashOf(db, outletId, [row.id]));
  });
}

/**
 * Returns the shift whose id or key is `ref`. With the setting BlindClose its expected cash needs shift.viewExpected, which Shift History alone does
 * not give. Refused: 'notFound'. Source: R35.19, R35.67.
 */
export function findShift(
  store: Store,
  actor: Pick<BillActor, 'outletId' | 'permissions'>,
  ref: string,
): Promise<Shift> {
  const { outletId } = actor;
  return store.readOutlet(outletId, async (db) => {
    const row = await findShiftRow(db, outletId, ref);
    if (row === undefined) throw refused('notFound');
    const shift = presentShift(row, await cashOf(db, outletId, [row.id]));
    if (row.is_open) return shift;
    const z = await db
      .selectFrom('z_report')
      .select('number')
      .where('outlet_id', '=', outletId)
      .where('shift_id', '=', row.id)
      .executeTakeFirst();
    const head = z && (await signedHeadOfZ(db, outletId, z.number));
    return { ...((await hidesExpected(db, actor)) ? blindShift(shift) : shift), zNumber: z?.number ?? null, ...head };
  });
}

/**
 * Returns the current figures of an open shift, or the final ones of a closed shift, which only its closer and people with Shift History may
 * read. With the setting BlindClose, the figures of a shift also need shift.viewExpected. Refused: 'notFound', 'forbidden'.
 * Source: R35.67.
 */
export function xReport(store: Store, actor: BillActor, ref: string): Promise<ShiftTotals> {
  const { outletId } = actor;
  return store.readForLists(outletId, async (db) => {
    const row = await findShiftRow(db, outletId, ref);
    if (row === undefined) throw refused('notFound');
    if (row.totals !== null && row.closed_by !== actor.userId) requirePermission(actor, 'Shift History');
    if (await isBlind(db, outletId)) requirePermission(actor, 'shift.viewExpected');
    if (row.totals !== null) return row.totals;
    return figuresOf(db, outletId, row);
  });
}

/**
 * Returns what a person needs to count the drawer: the foreign currencies that the shift received, with their rates, and the payments at rates
 * that were not set, all without amounts (R35.19). Refused: 'notFound'.
 */
export function shiftToCount(
  store: Store,
  outletId: number,
  ref: string,
): Promise<AnswerOf<typeof contract.shiftToCount>> {
  return store.readForLists(outletId, async (db) => {
    const row = await findShiftRow(db, outletId, ref);
    if (row === undefined) throw refused('notFound');
    const totals = row.totals ?? (await figuresOf(db, outletId, row));
    const { unsetRates } = totals;
    return { currencies: currencyRates(totals), ...(unsetRates && { unsetRates: withoutUnits(unsetRates) }) };
  });
}

/**
 * Returns the cash that the drawer of an open shift should have, laari; null for people who may not see it: with the setting BlindClose it needs
 * shift.viewExpected.
 */
export async function expectedCash(
  db: Kysely<Database>,
  actor: Pick<BillActor, 'outletId' | 'permissions'>,
  shift: { readonly id: number; readonly opening_balance: number },
): Promise<number | null> {
  const { outletId } = actor;
  if (!actor.permissions.has('shift.viewExpected') && (await isBlind(db, outletId))) return null;
  return drawerCash(db, outletId, shift);
}

/** Returns whether the expected cash is hidden from a person: with the setting BlindClose it needs shift.viewExpected. */
const hidesExpected = async (
  db: Kysely<Database>,
  { outletId, permissions }: Pick<BillActor, 'outletId' | 'permissions'>,
): Promise<boolean> => !permissions.has('shift.viewExpected') && (await isBlind(db, outletId));

/** Returns whether people count the drawer without seeing the expected cash. */
async function isBlind(db: Kysely<Database>, outletId: number): Promise<boolean> {
  return readSettingOf(db, outletId, 'BlindClose');
}

/** The columns by which the list can be sorted. */
export const shiftSorts = {
  id: 'id',
  number: 'number',
  date: 'business_date',
  createdAt: 'created_at',
  closedAt: sql<number>`coalesce(closed_at, 0)`,
  createdByName: 'created_by_name',
  status: 'status',
  openingBalance: 'opening_balance',
  total: sql<number>`coalesce(cast(totals ->> 'total' as bigint), 0)`,
} as const;
/** Columns with an index. A list that is sorted by another column must be short. */
const indexed: readonly string[] = ['id', 'number'];

export interface ShiftPageRequest {
  readonly limit: number;
  readonly offset: number;
  readonly sort: keyof typeof shiftSorts;
  readonly direction: 'asc' | 'desc';
  readonly search: string;
  /** Epoch ms, inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Returns a page of shifts and the count of all that match; the search matches the shift number or the name of the person who opened it. */
export function listShifts(
  store: Store,
  actor: Pick<BillActor, 'outletId' | 'permissions'>,
  request: ShiftPageRequest,
): Promise<{ shifts: Shift[]; count: number }> {
  const { outletId } = actor;
  return store.readForLists(outletId, async (db) => {
    if (!indexed.includes(request.sort)) {
      const idsUpTo = (limit: number) => matching(db, outletId, request).select('id').limit(limit).execute();
      await refuseLongSort(async (limit) => (await idsUpTo(limit)).length);
    }
    const rows = await matching(db, outletId, request)
      .selectAll()
      .orderBy(shiftSorts[request.sort], request.direction)
      .orderBy('id', request.direction)
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    const cash = await cashOf(
      db,
      outletId,
      rows.map((row) => row.id),
    );
    const { count } = await matching(db, outletId, request)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const isHidden = await hidesExpected(db, actor);
    const present = (row: ShiftRow): Shift => {
      const shift = presentShift(row, cash);
      return isHidden && !row.is_open ? blindShift(shift) : shift;
    };
    return { shifts: rows.map(present), count };
  });
}

/** Returns the query of the shifts that a request matches. */
function matching(db: Kysely<Database>, outletId: number, { search, from, to }: ShiftPageRequest) {
  let query = db.selectFrom('shift').where('outlet_id', '=', outletId);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  if (search === '') return query;
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return query.where((eb) =>
    eb.or([
      ...(/^\d{1,15}$/.test(search) ? [eb('number', '=', Number(search))] : []),
      eb(eb.fn<string>('lower', ['created_by_name']), 'like', sql<string>`${pattern} escape '\\'`),
    ]),
  );
}
