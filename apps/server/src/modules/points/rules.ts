/** The rules of points and the tiers of an outlet, as payments apply them. Source: docs/rules.md#points. */
import type { PointsRule, PointsTier } from '@atoll/domain/points/points';
import { tierDays, tierFor } from '@atoll/domain/points/points';
import { timesOf } from '@atoll/domain/price/promotion-of';
import type { Kysely } from 'kysely';
import { readSettingOf } from '../../platform/store/read-setting.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { Holder } from './entry.ts';

export interface PointsTerms {
  readonly rules: readonly PointsRule[];
  readonly tiers: readonly PointsTier[];
}

async function readTerms(db: Kysely<Database>, outletId: number): Promise<PointsTerms> {
  const rules = await db
    .selectFrom('points_rule')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  const tiers = await db
    .selectFrom('points_tier')
    .select(['id', 'name', 'from_points', 'factor_bp', 'group_id'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();
  return {
    rules: rules.map((row) => ({
      kind: row.kind,
      points: row.points,
      per: row.per ?? 0,
      itemIds: row.item_ids,
      categoryIds: row.category_ids,
      ...timesOf({
        availability: row.availability,
        orderTypes: row.order_types,
        groupIds: row.group_ids,
        fromDate: row.from_date,
        toDate: row.to_date,
        graceMinutes: row.grace_minutes,
      }),
    })),
    tiers: tiers.map((row) => ({
      id: row.id,
      name: row.name,
      fromPoints: row.from_points,
      factorBp: row.factor_bp ?? 10_000,
      groupId: row.group_id,
    })),
  };
}

/** Returns the terms of points; null where they are switched off. */
export async function pointsTerms(tx: OutletTx): Promise<PointsTerms | null> {
  const { outletId } = tx.head;
  return tx.remember('points terms', async () =>
    (await readSettingOf(tx.db, outletId, 'PointsEnabled')) ? readTerms(tx.db, outletId) : null,
  );
}

const dayMs = 86_400_000;

/** Returns the points that a customer earned in the last year, less what refunds took back. */
async function earnedInYear(db: Kysely<Database>, outletId: number, customerId: number, now: number): Promise<number> {
  const { sum } = await db
    .selectFrom('point_entry')
    .select((eb) => eb.fn.sum<number | null>('points').as('sum'))
    .where('outlet_id', '=', outletId)
    .where('customer_id', '=', customerId)
    .where('at', '>', now - tierDays * dayMs)
    .where((eb) => eb.or([eb('type', '=', 'Earn'), eb.and([eb('type', '=', 'Refund'), eb('points', '<', 0)])]))
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Returns the points of a customer that count for a tier; 0 without tiers. */
export async function tierPoints(
  { db, head }: OutletTx,
  { tiers }: PointsTerms,
  customerId: number,
  now: number,
): Promise<number> {
  return tiers.length === 0 ? 0 : earnedInYear(db, head.outletId, customerId, now);
}

/** Writes the tier that a customer has now, and its group. One who had the group of another tier and reaches none is in no group. */
export function writeTier(tx: OutletTx, { tiers }: PointsTerms, holder: Holder, points: number): void {
  if (tiers.length === 0) return;
  const tier = tierFor(tiers, points);
  const isOfTier = tiers.some(({ groupId }) => groupId > 0 && groupId === holder.group_id);
  const groupId = tier?.groupId || (isOfTier ? 0 : holder.group_id);
  if ((tier?.name ?? '') === holder.points_tier && groupId === holder.group_id) return;
  tx.write(
    tx.db
      .updateTable('customer')
      .set({ points_tier: tier?.name ?? '', group_id: groupId })
      .where('outlet_id', '=', tx.head.outletId)
      .where('id', '=', holder.id),
  );
}
