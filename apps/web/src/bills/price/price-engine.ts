/** The prices of items on this till, by the menu and the price lists that count at the tap, with or without the server. Source: R21.1–R21.5, docs/rules.md#price-lists. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { planPromotions } from '@atoll/domain/bill/promotion/plan';
import { isSetHead, partsOfSet, setPrices } from '@atoll/domain/bill/set-menu/set-menu';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { defaultBusinessDayCutoff, defaultTimezone } from '@atoll/domain/outlet/defaults';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { type LinePrice, type PricesNow, priceBy, pricesAt } from '@atoll/domain/price/line-price';
import type { PriceRules } from '@atoll/domain/price/rules';
import { tillNow } from '../../clock/till-clock.ts';
import { onSent, type SentEvent } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { type MenuIndex, menuIndexOf } from '../../sync/menu/menu-index.ts';
import type { PricedBills, PriceEngine, PriceFields, PriceOf } from './line-price.ts';

function rulesAt(type: SlotTypeName, groupId: number, at: number): PricesNow {
  const { prices, outlet } = useApp.getState();
  const { timezone = defaultTimezone, businessDayCutoff: cutoff = defaultBusinessDayCutoff } = outlet ?? {};
  return pricesAt(prices, { at, type, groupId, timezone, cutoff });
}

const pricedBy = (now: PricesNow, index: MenuIndex, item: MenuItem, size: MenuSize): LinePrice =>
  priceBy(now, { id: item.id, categoryIds: index.find(item.id)?.categoryIds ?? [] }, size);

interface KnownPrices {
  readonly rules: PriceRules;
  readonly index: MenuIndex;
  readonly name: string;
  readonly priceOf: PriceOf | undefined;
}

const known = new Map<string, KnownPrices>();

/**
 * Returns the prices at an instant (epoch ms) for a slot type and a group of customers: the same function as long as the same rules count. Undefined:
 * the menu's prices count.
 */
function pricesOf(type: SlotTypeName, groupId: number, at: number): PriceOf | undefined {
  const { prices: rules, menus } = useApp.getState();
  if (rules.version === 0) return undefined;
  const index = menuIndexOf(menus);
  const now = rulesAt(type, groupId, at);
  const place = `${type} ${groupId}`;
  const last = known.get(place);
  if (last?.rules === rules && last.index === index && last.name === now.name) return last.priceOf;
  const priceOf: PriceOf | undefined = now.name ? (item, size) => pricedBy(now, index, item, size) : undefined;
  known.set(place, { rules, index, name: now.name, priceOf });
  return priceOf;
}

/** Returns the prices for the items of a bill at an instant (epoch ms). */
const pricesOn = ({ type, customer }: Pick<Bill, 'type' | 'customer'>, at: number): PriceOf | undefined =>
  pricesOf(type, customer?.groupId ?? 0, at);

/** Returns the price of a new item of a bill as it is stored, with the version of the rules by which it was found. */
function priceFields(bill: Pick<Bill, 'type' | 'customer'>, item: MenuItem, size: MenuSize, at: number): PriceFields {
  const { version } = useApp.getState().prices;
  const { listPrice, sellingPrice, rule } = pricesOn(bill, at)?.(item, size) ?? {
    listPrice: size.sellingPrice,
    sellingPrice: size.sellingPrice,
    rule: null,
  };
  return {
    sellingPrice,
    ...(rule && { listPrice, priceRule: rule }),
    ...(version > 0 && { rulesVersion: version }),
  };
}

/**
 * Returns unsaved items of a bill at the prices that the present rules give them for its customer, each at its own tap; the same list when none
 * changes. A price that somebody typed stays. Source: R21.11.
 */
function pricedAgain(bill: Pick<Bill, 'type' | 'customer'>, items: readonly BillItem[]): readonly BillItem[] {
  const index = menuIndexOf(useApp.getState().menus);
  const priced = items.map((item) => {
    if (item.parentKey) return item;
    const found = index.find(item.menuItemId)?.item;
    const size = found?.sizes.find(({ value }) => value === item.size);
    if (!found || !size || found.openPrice || item.priceReason !== undefined) return item;
    const { listPrice: _, priceRule: __, rulesVersion: ___, ...rest } = item;
    const fields = priceFields(bill, found, size, Date.parse(item.createdAt));
    const isSame = fields.sellingPrice === (item.setPrice ?? item.sellingPrice);
    if (isSame && fields.rulesVersion === item.rulesVersion) return item;
    if (item.setPrice === undefined) return { ...rest, ...fields };
    return { ...rest, ...fields, setPrice: fields.sellingPrice, sellingPrice: 0 };
  });
  return priced.some((item, place) => item !== items[place]) ? withPricedParts(bill, priced, index) : items;
}

/** Returns items with the parts of each set menu at the prices that divide the set's. */
function withPricedParts(
  bill: Pick<Bill, 'type' | 'customer'>,
  items: readonly BillItem[],
  index: MenuIndex,
): readonly BillItem[] {
  const prices = new Map<string, number>();
  for (const head of items.filter(isSetHead)) {
    const parts = partsOfSet(items, head.key);
    const priceOf = pricesOn(bill, Date.parse(head.createdAt));
    const shares = setPrices(
      head.setPrice ?? 0,
      parts.map(({ menuItemId, size, extraPrice = 0 }) => {
        const item = index.find(menuItemId)?.item;
        const sold = item?.sizes.find(({ value }) => value === size);
        const listPrice = item && sold && priceOf?.(item, sold).listPrice;
        return { listPrice: listPrice ?? sold?.sellingPrice ?? 0, extraPrice };
      }),
    );
    for (const [place, part] of parts.entries()) prices.set(part.key, shares[place] ?? 0);
  }
  return items.map((item) => {
    const head = items.find(({ key }) => key === item.parentKey);
    const { rulesVersion } = head ?? {};
    return head ? { ...item, sellingPrice: prices.get(item.key) ?? 0, ...(rulesVersion && { rulesVersion }) } : item;
  });
}

/** Prices the unsaved items of a bill by the present rules and its customer. Returns whether any price changed. */
function priceDraft(core: PricedBills, key: string): boolean {
  const bill = core.bill(key);
  const draft = core.draftOf(key);
  if (!bill || draft.outletId !== core.get().outletId) return false;
  const fresh = draft.items.filter((item) => !core.saving.has(item.key));
  const priced = new Map(pricedAgain(bill, fresh).map((item) => [item.key, item]));
  const items = draft.items.map((item) => priced.get(item.key) ?? item);
  if (items.every((item, place) => item === draft.items[place])) return false;
  core.setDraft(key, { ...draft, items });
  return items.some(({ sellingPrice }, place) => sellingPrice !== draft.items[place]?.sellingPrice);
}

const hasPromotions = (): boolean => !!useApp.getState().prices.promotions?.length;

/** Returns the bill with the promotions that the present rules give it. Source: R21.6, R21.11, R21.12. */
function promoteBill(bill: Bill): Bill {
  const { prices, outlet, menus } = useApp.getState();
  const { timezone = defaultTimezone, businessDayCutoff: cutoff = defaultBusinessDayCutoff } = outlet ?? {};
  const index = menuIndexOf(menus);
  return planPromotions(bill, prices, {
    at: tillNow(),
    timezone,
    cutoff,
    find(id) {
      const found = index.find(id);
      return found && { categoryIds: found.categoryIds, openPrice: found.item.openPrice };
    },
  });
}

/** Looks at what the server counts of the promotions that a save gave. */
async function compare(event: SentEvent): Promise<void> {
  if (!event.entry.body['applied']) return;
  const { tellChangedPromotions } = await import('./changed-promotions.ts');
  await tellChangedPromotions(event);
}
onSent((event) => void compare(event));

export const priceEngine: PriceEngine = { pricesOf, priceFields, priceDraft, hasPromotions, promoteBill };
