/** Gives the customer of a paid bill their points, once for a bill, and takes them back with refunds. Source: docs/rules.md#points. */
import type { Bill, BillPoints } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { billTotals } from '@atoll/domain/bill/totals';
import { settingOf } from '@atoll/domain/outlet/settings';
import { type PointsLine, pointsFor, tierFor } from '@atoll/domain/points/points';
import { givenBack, takenBack } from '@atoll/domain/points/taken-back';
import { counts } from '@atoll/domain/price/line-price';
import type { OutletTx } from '../../../platform/store/store.ts';
import {
  entriesOfBills,
  type Holder,
  holderOf,
  type PointsTerms,
  pointsTerms,
  tierPoints,
  writePoints,
  writeTier,
} from '../../points/service.ts';
import type { BillActor } from '../input/actor.ts';
import { listedIn } from '../input/offered.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';
import { planSpend, type RewardPlan, spendKey, writeRewards } from './reward-points.ts';

/** The points that count for a tier after it. */
interface TierPlan {
  /** Null: points are off. */
  readonly terms: PointsTerms | null;
  readonly inYear: number;
}

/** What a payment or a refund moves. */
export interface PointsPlan {
  readonly rewards: RewardPlan;
  readonly holder: Holder;
  readonly entryId: number;
  readonly tier: TierPlan;
  readonly points: BillPoints;
}

/** Returns the items of a bill that count: no fees and no gift cards. */
function linesOf(bill: Bill, { catalogue, menus }: OutletTerms): PointsLine[] {
  const items = new Map(bill.items.map((item) => [item.key, item]));
  return billTotals(bill).lines.flatMap(({ key, net }) => {
    const item = items.get(key);
    if (!item || item.menuItemId === 0) return [];
    const categoryIds = listedIn(catalogue.get(item.menuItemId)?.categoryIds ?? [], menus);
    return [{ menuItemId: item.menuItemId, categoryIds, net, qty: item.qty }];
  });
}

/** Returns what a bill that is paid at `paidAt` gives a customer of a group by the rules that count then. */
function earnedBy(
  bill: Bill,
  { rules }: PointsTerms,
  terms: OutletTerms,
  { paidAt, groupId, factorBp }: { readonly paidAt: number; readonly groupId: number; readonly factorBp: number },
): number {
  const { timezone, businessDayCutoff: cutoff } = terms.outlet;
  const moment = { at: paidAt, type: bill.type, groupId, timezone, cutoff };
  const counting = rules.filter((rule) => counts(rule, bill.businessDate ?? '', moment));
  return pointsFor(linesOf(bill, terms), counting, factorBp);
}

/** Returns what the customer of a bill that is being paid gets and spends; null without both. Reads only. Refused: 'pointsShort'. */
export async function planPoints(
  tx: OutletTx,
  bill: Bill,
  terms: OutletTerms,
  { paidAt, wasTaken }: { readonly paidAt: number; readonly wasTaken: boolean },
): Promise<PointsPlan | null> {
  const rewards = await planSpend(tx, bill, terms, wasTaken);
  const isOn = bill.customerId > 0 && settingOf(terms.settings, 'PointsEnabled');
  const points = isOn ? await pointsTerms(tx) : null;
  const holder = rewards.holder ?? (points && (await holderOf(tx, bill.customerId)));
  if (!holder) return null;
  const inYear = points ? await tierPoints(tx, points, holder.id, paidAt) : 0;
  const factorBp = tierFor(points?.tiers ?? [], inYear)?.factorBp ?? 10_000;
  const earned = points ? earnedBy(bill, points, terms, { paidAt, groupId: holder.group_id, factorBp }) : 0;
  return planOf(tx, { ...rewards, holder }, earned, { terms: points, inYear: inYear + earned });
}

/** Returns the points that the guest of a bill without a customer may claim; null: none. Reads only. */
export async function planClaim(
  tx: OutletTx,
  bill: Bill,
  terms: OutletTerms,
  paidAt: number,
): Promise<Pick<Bill, 'claim'> | null> {
  const points = bill.customerId === 0 && settingOf(terms.settings, 'PointsEnabled') ? await pointsTerms(tx) : null;
  const earned = points ? earnedBy(bill, points, terms, { paidAt, groupId: 0, factorBp: 10_000 }) : 0;
  return earned > 0 ? { claim: { points: earned } } : null;
}

async function planOf(
  tx: OutletTx,
  rewards: RewardPlan & { readonly holder: Holder },
  earned: number,
  tier: TierPlan,
): Promise<PointsPlan | null> {
  const { holder, spent } = rewards;
  if (earned === 0 && spent === 0) return null;
  const entryId = earned === 0 ? 0 : await tx.nextId('point_entry');
  const balance = holder.loyalty_points - spent + earned;
  return { rewards, holder, entryId, tier, points: { earned, ...(spent !== 0 && { spent }), balance } };
}

/** Quantities of a paid bill's items that were refunded, by key. */
type Quantities = ReadonlyMap<string, number>;

/** Returns what a refund takes back of the points of its bill, and gives back for rewards; null without any. They move also when points are switched off since. Reads only. */
export async function planTakeBack(
  tx: OutletTx,
  refundKey: string,
  paid: Bill,
  before: Quantities,
  after: Quantities,
): Promise<PointsPlan | null> {
  if (paid.id === null) return null;
  const entries = await entriesOfBills(tx, [paid.id]);
  const [first] = entries;
  const holder = first && (await holderOf(tx, first.customer_id));
  if (!holder) return null;
  const earned = entries.find(({ type }) => type === 'Earn')?.points ?? 0;
  const costOf = (rootKey: string) => -(entries.find(({ key }) => key === spendKey(rootKey))?.points ?? 0);
  const costs = new Map((paid.applied ?? []).map(({ rootKey }) => [rootKey, costOf(rootKey)]));
  const terms = await pointsTerms(tx);
  const taken = takenBack(paid, earned, before, after);
  const inYear = terms ? (await tierPoints(tx, terms, holder.id, tx.now)) - taken : 0;
  const back = givenBack(paid, costs, before, after);
  const key = derivedKey(`reward back ${refundKey}`);
  const moves = back === 0 ? [] : [{ entryId: await tx.nextId('point_entry'), key, points: back }];
  return planOf(tx, { holder, moves, spent: -back }, -taken, { terms, inYear });
}

/** Writes what was planned, in the transaction of the payment or the refund. */
export function writeBillPoints(tx: OutletTx, actor: BillActor, bill: Bill, plan: PointsPlan | null, at: number): void {
  if (plan === null) return;
  const { terms, inYear } = plan.tier;
  if (terms) writeTier(tx, terms, plan.holder, inYear);
  const isRefund = bill.refundOfId !== null;
  const holder =
    writeRewards(tx, actor, bill, plan.rewards, { type: isRefund ? 'Refund' : 'Redeem', at }) ?? plan.holder;
  if (plan.points.earned === 0) return;
  writePoints(tx, holder, {
    id: plan.entryId,
    key: derivedKey(`points ${bill.key}`),
    type: isRefund ? 'Refund' : 'Earn',
    points: plan.points.earned,
    at,
    businessDate: bill.businessDate ?? '',
    billId: bill.id,
    reference: bill.invoiceNumber ?? '',
    author: actor,
  });
}
