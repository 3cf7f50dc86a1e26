/**
 * Ends promotions that a split or a transfer left on several bills. A void on one of them ends their shares on the others that are open; what was paid
 * stays. Source: R21.13, R21.14, docs/rules.md#promotions-moved.
 */
import { isLive } from '@atoll/domain/bill/applied';
import type { Bill } from '@atoll/domain/bill/bill';
import { itemsOfDivided } from '@atoll/domain/bill/promotion/carry';
import { endedElsewhere } from '@atoll/domain/bill/promotion/decline';
import { customerDiscountId } from '@atoll/domain/price/promotion';
import { promotionIndex } from '@atoll/domain/price/promotion-index';
import type { OutletTx } from '../../../platform/store/store.ts';
import type { BillActor } from './actor.ts';
import { instant } from './device-time.ts';
import { type Followed, openBillsNaming } from './moved-items.ts';
import type { OutletTerms } from './outlet-terms.ts';
import { withoutRoots } from './promotions.ts';

interface Ending {
  readonly tx: OutletTx;
  readonly actor: BillActor;
  readonly terms: OutletTerms;
}

/** A bill before and after a command. */
export interface ChangedBill {
  readonly before: Bill;
  readonly after: Bill;
}

/** Returns the other bills of a command, with those on which promotions end because of it. Call it before the first write of the command. */
export async function endSetsElsewhere(
  { tx, actor, terms }: Ending,
  { before, after }: ChangedBill,
  followed: readonly Followed[] = [],
): Promise<readonly Followed[]> {
  const roots = endedElsewhere(before, after);
  if (roots.size === 0) return followed;
  const others = await openBillsNaming(tx, [...roots], before.id);
  const known = new Map(followed.map((one) => [one.stored.bill.key, one]));
  for (const stored of others) {
    const { key, version } = stored.bill;
    const was = known.get(key)?.bill ?? stored.bill;
    const bill = withoutRoots(was, roots, terms, tx.now);
    const at = instant(tx.now);
    const stamp = { modifiedAt: at, modifiedBy: actor.userId, lastSavedAt: at, version: version + 1 };
    if (bill !== was) known.set(key, { ...known.get(key), stored, bill: { ...bill, ...stamp } });
  }
  return [...known.values()];
}

/** Returns a bill without the promotions that end on the other bills of its command, by which items were voided there. */
export function withoutEndedOn(bill: Bill, others: readonly Followed[], { tx, terms }: Ending): Bill {
  const roots = others.flatMap((one) => [...endedElsewhere(one.stored.bill, one.bill)]);
  return roots.length === 0 ? bill : withoutRoots(bill, new Set(roots), terms, tx.now);
}

/**
 * Returns whether other items keep their shares of a promotion from a spend when these are void: a split made it shares, which no longer ask what is
 * spent. Otherwise dishes that nobody wants, split off and voided, would leave the rest of them reduced.
 */
function isSpendKept(
  { items, applied = [] }: Pick<Bill, 'items' | 'applied'>,
  keys: readonly string[],
  { prices }: Pick<OutletTerms, 'prices'>,
): boolean {
  const gone = new Set([...keys, ...items.filter(({ isVoid }) => isVoid).map(({ key }) => key)]);
  const voided = new Set(keys);
  /** A promotion that was taken out of the rules may have had one. */
  const hasSpend = (id: number): boolean => {
    const rule = promotionIndex(prices.promotions).byId.get(id);
    return id !== customerDiscountId && (rule === undefined || (rule.minSpend ?? 0) > 0);
  };
  return applied.some((one) => {
    const { promotionId, scope, parts = [] } = one;
    return (
      scope === 'Bill' &&
      isLive(one) &&
      hasSpend(promotionId) &&
      parts.some(({ itemKey }) => voided.has(itemKey)) &&
      parts.some(({ itemKey }) => !gone.has(itemKey))
    );
  });
}

/** Returns whether somebody paid the share of another item in a promotion that these items have: it stays when they are voided. */
async function isSharePaid(tx: OutletTx, bill: Bill, keys: readonly string[]): Promise<boolean> {
  const others = itemsOfDivided(bill, keys);
  if (others.length === 0) return false;
  const open = await openBillsNaming(tx, others, bill.id);
  const there = new Set(open.flatMap((one) => one.bill.items.map(({ key }) => key)));
  return others.some((key) => !there.has(key));
}

/** Returns those of these keys that are live items of a bill, when their void leaves shares of a promotion to others; otherwise none. */
export async function keptShares(
  tx: OutletTx,
  bill: Bill,
  voided: ReadonlySet<string>,
  terms: Pick<OutletTerms, 'prices'>,
): Promise<ReadonlySet<string>> {
  const keys = bill.items.flatMap(({ key, isVoid }) => (!isVoid && voided.has(key) ? [key] : []));
  return new Set(keys.length > 0 && (await isShareKept(tx, bill, keys, terms)) ? keys : []);
}

/** Returns whether other items keep their share of a promotion when these are voided: somebody paid it, or it came from what was spent with them. */
export async function isShareKept(
  tx: OutletTx,
  bill: Bill,
  keys: readonly string[],
  terms: Pick<OutletTerms, 'prices'>,
): Promise<boolean> {
  return isSpendKept(bill, keys, terms) || (await isSharePaid(tx, bill, keys));
}
