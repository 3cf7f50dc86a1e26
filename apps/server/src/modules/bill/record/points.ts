/** Gives the customer of a paid bill their points, once for a bill, and takes them back with refunds. Source: docs/rules.md#points. */
import type { Bill, BillPoints } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { billTotals } from '@atoll/domain/bill/totals';
import { settingOf } from '@atoll/domain/outlet/settings';
import { type PointsLine, pointsFor } from '@atoll/domain/points/points';
import { takenBack } from '@atoll/domain/points/taken-back';
import { counts } from '@atoll/domain/price/line-price';
import type { OutletTx } from '../../../platform/store/store.ts';
import {
  entriesOfBills,
  type Holder,
  holderOf,
  type PointsTerms,
  pointsTerms,
  tierOf,
  writePoints,
} from '../../points/service.ts';
import type { BillActor } from '../input/actor.ts';
import { listedIn } from '../input/offered.ts';
import type { OutletTerms } from '../input/outlet-terms.ts';

/** What a payment gives. */
export interface EarnPlan {
  readonly holder: Holder;
  readonly entryId: number;
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

/** Returns what the customer of a bill that is being paid gets; null without a customer or points. Reads only. */
export async function planEarn(tx: OutletTx, bill: Bill, terms: OutletTerms, paidAt: number): Promise<EarnPlan | null> {
  const isOn = bill.customerId > 0 && settingOf(terms.settings, 'PointsEnabled');
  const points = isOn ? await pointsTerms(tx) : null;
  const holder = points && (await holderOf(tx, bill.customerId));
  if (!points || !holder) return null;
  const factorBp = (await tierOf(tx, points, holder.id, paidAt))?.factorBp ?? 10_000;
  const earned = earnedBy(bill, points, terms, { paidAt, groupId: holder.group_id, factorBp });
  if (earned === 0) return null;
  const entryId = await tx.nextId('point_entry');
  return { holder, entryId, points: { earned, balance: holder.loyalty_points + earned } };
}

/** Writes what was planned, in the transaction of the payment. */
export function writeEarn(
  tx: OutletTx,
  actor: BillActor,
  bill: Bill,
  { holder, entryId, points }: EarnPlan,
  at: number,
): void {
  writePoints(tx, holder, {
    id: entryId,
    key: derivedKey(`points ${bill.key}`),
    type: 'Earn',
    points: points.earned,
    at,
    businessDate: bill.businessDate ?? '',
    billId: bill.id,
    reference: bill.invoiceNumber ?? '',
    author: actor,
  });
}

/** Quantities of a paid bill's items that were refunded, by key. */
type Quantities = ReadonlyMap<string, number>;

/** What a refund takes back. */
export interface TakeBackPlan {
  readonly holder: Holder;
  readonly entryId: number;
  readonly points: BillPoints;
}

/** Returns what a refund takes back of the points of its bill; null without any. They are there also when points are switched off since. Reads only. */
export async function planTakeBack(
  tx: OutletTx,
  paid: Bill,
  before: Quantities,
  after: Quantities,
): Promise<TakeBackPlan | null> {
  if (paid.id === null) return null;
  const earn = (await entriesOfBills(tx, [paid.id])).find(({ type }) => type === 'Earn');
  const holder = earn && (await holderOf(tx, earn.customer_id));
  if (!earn || !holder) return null;
  const points = takenBack(paid, earn.points, before, after);
  if (points === 0) return null;
  const entryId = await tx.nextId('point_entry');
  return { holder, entryId, points: { earned: -points, balance: holder.loyalty_points - points } };
}

/** Writes what was planned, in the transaction of the refund. */
export function writeTakeBack(tx: OutletTx, actor: BillActor, refund: Bill, plan: TakeBackPlan | null): void {
  if (plan === null) return;
  const { holder, entryId, points } = plan;
  writePoints(tx, holder, {
    id: entryId,
    key: derivedKey(`points ${refund.key}`),
    type: 'Refund',
    points: points.earned,
    at: tx.now,
    businessDate: refund.businessDate ?? '',
    billId: refund.id,
    reference: refund.invoiceNumber ?? '',
    author: actor,
  });
}
