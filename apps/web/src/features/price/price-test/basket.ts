import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import { defaultModifiers, modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import type { BillCoupon } from '@atoll/domain/bill/promotion/coupon';
import { type NotApplied, notApplied } from '@atoll/domain/bill/promotion/not-applied';
import { type BasketLine, type BasketPart, priceBasket } from '@atoll/domain/bill/promotion/price-basket';
import type { Menu, MenuItem } from '@atoll/domain/menu/menu';
import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import { groupsOf } from '@atoll/domain/price/choice-group';
import type { PriceRules } from '@atoll/domain/price/rules';
import { billTerms } from '@atoll/domain/tax/tax';
import {
  type ChosenPart,
  inGroupOrder,
  initialSet,
  partChoiceOf,
  type SetGap,
  setGap,
} from '../../../bill/choice/set-choice.ts';
import { uuidv7 } from '../../../session/id.ts';
import { type MenuIndex, menuIndexOf } from '../../../sync/menu/menu-index.ts';

/** A chosen item of the basket. */
export interface BasketEntry {
  readonly key: string;
  readonly itemId: number;
  readonly size: string;
  readonly qty: number;
  /** The ids of its options. */
  readonly options: readonly number[];
  /** Of a set menu: what is chosen for its units. */
  readonly parts: readonly ChosenPart[];
}

/** Everything that the test depends on. */
export interface Asked {
  readonly entries: readonly BasketEntry[];
  readonly type: SlotTypeName;
  /** Epoch ms. */
  readonly at: number;
  readonly customer: BillCustomer | null;
  readonly coupon: BillCoupon | null;
}

export interface Tested {
  readonly bill: Bill;
  readonly others: readonly NotApplied[];
  /** An item is left out, because something of it is not chosen yet. */
  readonly isPartial: boolean;
}

/** What prices are made of. */
interface Known {
  readonly index: MenuIndex;
  readonly rules: PriceRules;
}

/** Returns an item in its default size with what is chosen of it at first, as in the dialog of a bill; undefined without a size. */
export function newEntry(item: MenuItem, { index, rules }: Known): BasketEntry | undefined {
  const size = item.sizes.find(({ isDefault }) => isDefault) ?? item.sizes[0];
  return (
    size && {
      key: uuidv7(),
      itemId: item.id,
      size: size.value,
      qty: 1,
      options: defaultModifiers(item.modifierGroups ?? []).map(({ optionId }) => optionId),
      parts: initialSet(groupsOf(item, rules), index),
    }
  );
}

const chosenOptions = ({ options }: BasketEntry) => options.map((optionId) => ({ optionId }));

/** Returns what a till would ask for before it takes the item: 'unknown' for a set whose choices this device does not have. Undefined when all is chosen. */
export function entryGap(entry: BasketEntry, item: MenuItem, rules: PriceRules): SetGap | 'unknown' | undefined {
  const { choiceGroupIds } = item;
  if (choiceGroupIds) {
    const groups = groupsOf(item, rules);
    return groups.length < choiceGroupIds.length ? 'unknown' : setGap(groups, entry.parts);
  }
  const [options] = modifierGaps(item.modifierGroups ?? [], chosenOptions(entry));
  return options && { options };
}

/** Returns the parts of a set as they are priced. */
const partsOf = (entry: BasketEntry, item: MenuItem, { index, rules }: Known): readonly BasketPart[] =>
  inGroupOrder(groupsOf(item, rules), entry.parts).map((part) => {
    const { menuItem, group, ...chosen } = partChoiceOf(part);
    const { category, categoryIds } = index.find(menuItem.id) ?? { category: null, categoryIds: [] };
    return { item: menuItem, category, categoryIds, groupId: group.id, ...chosen };
  });

/** Returns an entry as it is priced; nothing of one that a till would not take yet. */
function linesOf(entry: BasketEntry, known: Known): BasketLine[] {
  const found = known.index.find(entry.itemId);
  const size = found?.item.sizes.find(({ value }) => value === entry.size);
  if (!found || !size || entryGap(entry, found.item, known.rules)) return [];
  const { item, category, categoryIds } = found;
  const { key, qty } = entry;
  const chosen = item.choiceGroupIds
    ? { parts: partsOf(entry, item, known) }
    : { modifiers: pricedModifiers(item.modifierGroups ?? [], chosenOptions(entry)) };
  return [{ key, item, category, categoryIds, size, qty, ...chosen }];
}

/** Returns what a guest would pay, and what did not count; null where the outlet has no such slot type. Nothing is written. */
export function testPrices(
  { entries, type, at, customer, coupon }: Asked,
  { menus, outlet, rules }: { readonly menus: readonly Menu[]; readonly outlet: Outlet; readonly rules: PriceRules },
): Tested | null {
  const terms = billTerms(outlet, type, new Date(at).toISOString());
  if (!terms) return null;
  const index = menuIndexOf(menus);
  const { timezone, businessDayCutoff: cutoff } = outlet;
  const moment = { at, type, groupId: customer?.groupId ?? 0, timezone, cutoff };
  const lines = entries.flatMap((entry) => linesOf(entry, { index, rules }));
  const find = (id: number) => {
    const found = index.find(id);
    return found && { categoryIds: found.categoryIds, openPrice: found.item.openPrice };
  };
  const bill = priceBasket({ lines, customer, coupons: coupon ? [coupon] : undefined, terms, rules, moment, find });
  const categoriesOf = (id: number) => index.find(id)?.categoryIds ?? [];
  const others = notApplied(rules, { bill, moment, categoriesOf });
  return { bill, others, isPartial: lines.length < entries.length };
}
