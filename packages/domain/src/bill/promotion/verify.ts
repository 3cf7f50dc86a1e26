/** Proves the promotions that a till gave, by the rules of the version that it names. Source: R21.9, R21.23, docs/rules.md#promotions. */
import type { Promotion } from '../../price/promotion.ts';
import { promotionIndex } from '../../price/promotion-index.ts';
import type { PriceRules } from '../../price/rules.ts';
import { type Applied, type AppliedPart, isLive } from '../applied.ts';
import type { Bill, BillItem } from '../bill.ts';
import { stableStringify } from '../merge/pick-winner.ts';
import { promotionItems } from '../set-menu/set-menu.ts';
import { countsAt, isFor, type Ledger, ledgerOf, lineOff, type PromotionContext } from './line-off.ts';
import { freeOff, isWithinLimits, promotionOrder, promotionsFor, termsOf, usesOf } from './plan.ts';
import { nextSet, unitsFor } from './set-off.ts';

/**
 * Returns whether the rules give this application to the bill: its items are there and free, its terms hold at their taps (those of the bill at
 * `context.at`), and its amounts are equal. It need not be the best one.
 */
export function verifyApplied(whole: Bill, one: Applied, rules: PriceRules, context: PromotionContext): boolean {
  const items = promotionItems(whole.items);
  const bill = items === whole.items ? whole : { ...whole, items };
  const named = promotionsFor({ promotions: promotionNamed(rules, one) }, bill, context);
  const rule = named.find(({ id }) => id === one.promotionId);
  if (!rule || bill.declined?.some(({ promotionId }) => promotionId === rule.id)) return false;
  if (!isWithinLimits(rule, bill, context)) return false;
  const live = (bill.applied ?? []).filter(isLive);
  if (rule.maxPerBill && usesOf(rule.id, bill) >= rule.maxPerBill) return false;
  const { alone, stacked } = promotionOrder(rules);
  const others = live.filter(({ promotionId }) => promotionId !== rule.id);
  if (others.some(({ promotionId }) => alone.has(rule.id) || alone.has(promotionId))) return false;
  if (one.scope === 'Bill') {
    const isKnown = live.some(({ promotionId, terms }) => promotionId === rule.id && terms);
    const isSame = stableStringify(one.terms ?? null) === stableStringify(termsOf(rule));
    return rule.type === 'BillOff' && !one.parts && !isKnown && isSame && countsAt(rule, bill, context.at, context);
  }
  if (rule.type === 'BillOff' || one.terms || one.customerId !== rule.customerId) return false;
  return hasParts(bill, one.parts ?? [], rule, { ledger: ledgerOf(bill, stacked), context });
}

/** Returns the promotion that an application names; none for the discount of a customer, which is in no rules. */
function promotionNamed({ promotions }: PriceRules, { promotionId }: Applied): readonly Promotion[] {
  const rule = promotionIndex(promotions).byId.get(promotionId);
  return rule ? [rule] : [];
}

interface Verifying {
  readonly ledger: Ledger;
  readonly context: PromotionContext;
}

function hasParts(bill: Bill, parts: readonly AppliedPart[], rule: Promotion, { ledger, context }: Verifying): boolean {
  const items = new Map(bill.items.map((item) => [item.key, item]));
  const named = parts.flatMap((part) => {
    const item = items.get(part.itemKey);
    return item ? [{ item, ...part }] : [];
  });
  const [first] = named;
  if (!first || named.length !== parts.length || new Set(named.map(({ item }) => item)).size !== parts.length)
    return false;
  const isStacked = rule.combines === 'Stacks';
  if (named.some(({ item, qty }) => qty <= 0 || (!isStacked && qty > ledger.freeOf(item)))) return false;
  if (rule.type === 'PercentOff' || rule.type === 'AmountOff') {
    if (named.length !== 1 || !isFor(rule, first.item, bill, context)) return false;
    return first.amount === amountOf(rule, first.item, first.qty, ledger, bill);
  }
  const units = unitsFor(rule, named, bill, context);
  const next = nextSet(rule, units, (item) => ledger.takenOf(item), context);
  const text = (all: readonly AppliedPart[]): string =>
    stableStringify(
      all
        .map(({ itemKey, qty, amount }) => ({ itemKey, qty, amount }))
        .sort((a, b) => (a.itemKey < b.itemKey ? -1 : 1)),
    );
  const isWhole = units.length === named.reduce((sum, { qty }) => sum + qty, 0);
  return isWhole && next !== undefined && next.rest.length === 0 && text(next.parts) === text(parts);
}

/** Returns what a promotion of items takes off a quantity of an item; null where it does not count. */
function amountOf(rule: Promotion, item: BillItem, qty: number, ledger: Ledger, { applied = [] }: Bill): number | null {
  if (rule.combines !== 'Stacks') return freeOff(rule, item, qty, ledger);
  const has = applied.some(
    (one) => isLive(one) && one.promotionId === rule.id && one.parts?.some(({ itemKey }) => itemKey === item.key),
  );
  return has || qty !== item.qty ? null : lineOff(rule, item, qty, ledger.takenOf(item));
}
