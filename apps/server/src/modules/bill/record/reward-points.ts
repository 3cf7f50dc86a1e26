/** Points that rewards cost: kept for open bills, spent by the payment, given back by refunds. Source: R22.18, R22.19, docs/rules.md#rewards. */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { rewardKey, rewardsOf } from '@atoll/domain/bill/promotion/reward';
import { settingOf } from '@atoll/domain/outlet/settings';
import { refused } from '../../../platform/errors/refused.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { entryOf, type Holder, holderOf, writePoints } from '../../points/service.ts';
import type { BillActor } from '../input/actor.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';

/** Returns the points that a customer can spend on a bill: without those of rewards on their other open bills, and on this one. 0 where points are off. */
export async function freePoints(
  tx: OutletTx,
  { settings, prices }: OutletTerms,
  bill: Bill,
  customerId: number,
): Promise<number> {
  const holder = settingOf(settings, 'PointsEnabled') ? await holderOf(tx, customerId) : null;
  if (!holder) return 0;
  const costs = new Map<string, number>();
  for (const { id, trigger, pointsCost = 0 } of prices.promotions ?? [])
    if (trigger === 'Reward') costs.set(rewardKey(id), pointsCost);
  const kept = await tx.db
    .selectFrom('coupon_use')
    .innerJoin('bill', (join) =>
      join.onRef('bill.outlet_id', '=', 'coupon_use.outlet_id').onRef('bill.key', '=', 'coupon_use.bill_key'),
    )
    .select('coupon_use.code_hash')
    .where('coupon_use.outlet_id', '=', tx.head.outletId)
    .where('coupon_use.code_hash', 'in', [...costs.keys()])
    .where('bill.customer_id', '=', holder.id)
    .where('bill.is_open', '=', true)
    .where('bill.key', '!=', bill.key)
    .execute();
  const here = (bill.coupons ?? []).reduce((sum, { points = 0 }) => sum + points, 0);
  return holder.loyalty_points - here - kept.reduce((sum, { code_hash }) => sum + (costs.get(code_hash) ?? 0), 0);
}

/** A reward that is spent or given back. */
interface RewardMove {
  readonly entryId: number;
  readonly key: string;
  readonly points: number;
}

/** What rewards of a bill move, and whose points. */
export interface RewardPlan {
  readonly holder: Holder | null;
  readonly moves: readonly RewardMove[];
  /** Above 0: points are spent. */
  readonly spent: number;
}

const none: RewardPlan = { holder: null, moves: [], spent: 0 };

export const spendKey = (rootKey: string): string => derivedKey(`reward ${rootKey}`);

/**
 * Returns what the rewards of a bill that is being paid cost. Rewards of a bill that was paid without the server stand, also below 0. Reads only. Refused:
 * 'pointsShort'.
 */
export async function planSpend(
  tx: OutletTx,
  bill: Bill,
  { prices }: OutletTerms,
  wasTaken: boolean,
): Promise<RewardPlan> {
  const uses = bill.applied ? rewardsOf(bill, prices.promotions ?? []) : [];
  if (uses.length === 0) return none;
  const moves: RewardMove[] = [];
  for (const { rootKey, points } of uses) {
    const key = spendKey(rootKey);
    if (!(await entryOf(tx, key))) moves.push({ entryId: await tx.nextId('point_entry'), key, points: -points });
  }
  const holder = await holderOf(tx, bill.customerId);
  const spent = -moves.reduce((sum, { points }) => sum + points, 0);
  if (!wasTaken && spent > (holder?.loyalty_points ?? 0)) throw refused('pointsShort', { extra: { bill } });
  return holder ? { holder, moves, spent } : none;
}

/** Writes what was planned. Returns the customer with the balance after it. */
export function writeRewards(
  tx: OutletTx,
  actor: BillActor,
  bill: Bill,
  { holder, moves }: RewardPlan,
  { type, at }: { readonly type: 'Redeem' | 'Refund'; readonly at: number },
): Holder | null {
  let after = holder;
  for (const { entryId, key, points } of moves)
    if (after)
      after = writePoints(tx, after, {
        id: entryId,
        key,
        type,
        points,
        at,
        businessDate: bill.businessDate ?? '',
        billId: bill.id,
        reference: bill.invoiceNumber ?? '',
        author: actor,
      });
  return after;
}
