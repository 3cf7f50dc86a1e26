/** The promotions of a bill after a request: those that a till gave are proved, those of a till without the rules are planned. Source: R21.11–R21.13, R21.22–R21.24, docs/rules.md#promotions. */
import { type Applied, byOrder, isLive } from '@atoll/domain/bill/applied';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { MergedInput } from '@atoll/domain/bill/merge/merge-input';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { endedForGroup, withDeclined, withEndedRoots } from '@atoll/domain/bill/promotion/decline';
import type { PromotionContext } from '@atoll/domain/bill/promotion/line-off';
import { planPromotions } from '@atoll/domain/bill/promotion/plan';
import { verifyApplied } from '@atoll/domain/bill/promotion/verify';
import type { AppliedInput, BillInput, BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { PriceRules } from '@atoll/domain/price/rules';
import type { KnownRules } from '../../price/service.ts';
import { listedIn, tappedAt } from './offered.ts';
import type { OutletTerms } from './outlet-terms.ts';

interface Promoting {
  readonly stored: Bill;
  readonly input: Pick<BillInput, 'applied' | 'declined'>;
  readonly items: readonly BillItemInput[];
  readonly terms: OutletTerms;
  /** The price rules by version. */
  readonly rules: ReadonlyMap<number, KnownRules>;
  readonly windowMs: number;
  /** Server time, epoch ms. */
  readonly now: number;
  /** The work was made without the server: what was shown to the guest counts, and nothing is added. */
  readonly isLate: boolean;
  /** So was the payment: also what no rules give counts, flagged. */
  readonly isPaid: boolean;
}

export interface PromotedBill {
  readonly bill: Bill;
  /** The promotions that this request takes off. */
  readonly declined: readonly number[];
}

/** Returns the bill with its promotions and totals, the bill itself when none changes. */
export function promoteBill(merged: MergedInput, promoting: Promoting): PromotedBill {
  const { stored, input, terms, isLate, isPaid } = promoting;
  const { bill } = merged;
  if (!stored.isOpen || merged.refused !== null) return { bill, declined: [] };
  const { promotions } = terms.prices;
  if (!promotions && !input.applied && !input.declined && !bill.applied) return { bill, declined: [] };
  const known = new Set((bill.declined ?? []).map(({ promotionId }) => promotionId));
  const declined = (input.declined ?? []).filter(({ promotionId }) => !known.has(promotionId));
  const start = declined.length > 0 ? withDeclined(bill, declined) : bill;
  const tapped = withTaps(start, merged.insertedKeys, promoting);
  const context = contextOf(promoting, promoting.now);
  const { bill: proved, isRefused } = prove(tapped, promoting);
  const isNew = merged.insertedKeys.length > 0;
  const hasCustomer = merged.changedFields.includes('customerId') || merged.changedFields.includes('customer');
  const mayPlan = !isLate && !isPaid;
  const isPlanned = mayPlan && (isNew || hasCustomer) && (input.applied === undefined || isRefused);
  const again = mayPlan ? endedSets(tapped, merged.voidedKeys) : new Set<number>();
  let planned = isPlanned ? planPromotions(proved, terms.prices, context) : proved;
  // Promotions for a group end when the customer is in none of it.
  if (planned.applied) planned = { ...planned, applied: endedForGroup(planned) };
  if (again.size > 0) planned = planPromotions(planned, terms.prices, context, again);
  const ids = declined.map(({ promotionId }) => promotionId);
  if (planned.applied === bill.applied && start === bill) return { bill, declined: ids };
  return { bill: applyTotals({ ...start, ...(planned.applied && { applied: planned.applied }) }), declined: ids };
}

/** Returns the bill with its new items at the time of their tap, by which promotions count. */
function withTaps(bill: Bill, inserted: readonly string[], { stored, items, now }: Promoting): Bill {
  if (inserted.length === 0) return bill;
  const sent = new Map(items.map((item) => [item.key, item]));
  const fresh = new Set(inserted);
  const atTap = (item: BillItem): BillItem =>
    fresh.has(item.key)
      ? { ...item, createdAt: new Date(tappedAt(sent.get(item.key)?.createdAt, stored, now)).toISOString() }
      : item;
  return { ...bill, items: bill.items.map(atTap) };
}

/** Returns a bill on which the promotions of these root keys ended elsewhere; each of them, and no other, is tried again on the rest (R21.13). */
export function withoutRoots(bill: Bill, roots: ReadonlySet<string>, terms: OutletTerms, now: number): Bill {
  const ended = withEndedRoots(bill, roots);
  if (ended === bill) return bill;
  const again = (bill.applied ?? []).filter(({ rootKey }) => roots.has(rootKey)).map(({ promotionId }) => promotionId);
  return planPromotions(ended, terms.prices, contextOf({ terms }, now), new Set(again));
}

function contextOf({ terms }: Pick<Promoting, 'terms'>, at: number): PromotionContext {
  const { timezone, businessDayCutoff: cutoff } = terms.outlet;
  return {
    at,
    timezone,
    cutoff,
    find(id) {
      const entry = terms.catalogue.get(id);
      if (!entry) return undefined;
      const { openPrice } = entry.menuItem;
      return { categoryIds: listedIn(entry.categoryIds, terms.menus), openPrice };
    },
  };
}

/** Returns the promotions of sets that end because one of their items is void. */
function endedSets({ applied = [] }: Bill, voidedKeys: readonly string[]): Set<number> {
  const voided = new Set(voidedKeys);
  const ended = applied.filter(
    (one) => isLive(one) && (one.parts?.length ?? 0) > 1 && one.parts?.some(({ itemKey }) => voided.has(itemKey)),
  );
  return new Set(ended.map(({ promotionId }) => promotionId));
}

/** Returns the bill with the applications of the request that its rules give, or that a guest has paid. */
function prove(bill: Bill, promoting: Promoting): { readonly bill: Bill; readonly isRefused: boolean } {
  const { input, stored, now, isPaid } = promoting;
  const known = new Set((bill.applied ?? []).map(({ key }) => key));
  const sent = (input.applied ?? []).map(asApplied).filter(({ key }) => !known.has(key));
  let proved = bill;
  let isRefused = false;
  for (const one of sent.sort(byOrder)) {
    const at = tappedAt(one.at, stored, now);
    const found = provedBy(proved, { ...one, at: new Date(at).toISOString() }, promoting, at);
    const given = found ?? (isPaid && isPlausible(proved, one) ? { ...one, flag: 'Unproven' as const } : undefined);
    if (given) proved = { ...proved, applied: [...(proved.applied ?? []), given].sort(byOrder) };
    else isRefused = true;
  }
  return { bill: proved, isRefused };
}

const asApplied = ({ key, parts, ...one }: AppliedInput): Applied => ({
  ...one,
  key: key.toLowerCase(),
  rootKey: key.toLowerCase(),
  ...(parts && { parts: parts.map((part) => ({ ...part, itemKey: part.itemKey.toLowerCase() })) }),
});

/** Returns an application that the present rules give, or, flagged, those that the till names and that were replaced within the window. */
function provedBy(bill: Bill, one: Applied, promoting: Promoting, at: number): Applied | undefined {
  const { terms, rules, windowMs } = promoting;
  const context = contextOf(promoting, at);
  const named = (by: PriceRules): Applied => ({
    ...one,
    words: by.promotions?.find(({ id }) => id === one.promotionId)?.name ?? one.words,
  });
  if (verifyApplied(bill, one, terms.prices, context)) return named(terms.prices);
  const old = rules.get(one.version);
  if (!old || old.replacedAt === null || at - old.replacedAt > windowMs) return undefined;
  return verifyApplied(bill, one, old.rules, context) ? { ...named(old.rules), flag: 'OldRules' } : undefined;
}

/** Returns whether an application reduces items of the bill at all: what a guest paid for it counts. */
function isPlausible({ items, declined }: Bill, { parts, terms, scope, promotionId }: Applied): boolean {
  if (declined?.some((one) => one.promotionId === promotionId)) return false;
  if (scope === 'Bill') return terms !== undefined && !parts;
  return !!parts?.length && parts.every(({ itemKey }) => items.some(({ key }) => key === itemKey));
}
