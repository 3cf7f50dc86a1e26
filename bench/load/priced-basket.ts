/** What a till adds to the items of a bill in an outlet with price rules: the prices and promotions that it shows to the guest. Source: R21.9, R21.23. */
import { emptyBill, newItem } from '../../packages/domain/src/bill/new-bill.ts';
import { planPromotions } from '../../packages/domain/src/bill/promotion/plan.ts';
import type { MenuItem, MenuSize } from '../../packages/domain/src/menu/menu.ts';
import type { SlotTypeName } from '../../packages/domain/src/outlet/outlet.ts';
import { priceBy, pricesAt } from '../../packages/domain/src/price/line-price.ts';
import type { PriceRules } from '../../packages/domain/src/price/rules.ts';

export interface Good {
  readonly item: MenuItem;
  readonly size: MenuSize;
  readonly categoryIds: readonly number[];
}

interface Tapped {
  readonly key: string;
  readonly index: number;
  readonly qty: number;
  readonly good: Good;
}

interface Shop {
  readonly rules: PriceRules;
  readonly goods: ReadonlyMap<number, Good>;
}

const clock = { timezone: 'Indian/Maldives', cutoff: '04:00' } as const;
const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;

/** Returns the items of a new bill as a till sends them, and the promotions that it gives; no promotions without rules. */
export function pricedBasket(key: string, type: SlotTypeName, tapped: readonly Tapped[], { rules, goods }: Shop) {
  const now = new Date();
  const createdAt = now.toISOString();
  const plain = tapped.map(({ good: { item, size }, ...line }) => ({
    ...line,
    menuItemId: item.id,
    size: size.value,
    createdAt,
  }));
  if (rules.version === 0) return { items: plain };
  const moment = { ...clock, at: now.getTime(), type, groupId: 0 };
  const prices = pricesAt(rules, moment);
  const shared = { category: null, terms, now: createdAt, user: null };
  const priced = tapped.map(({ good: { item, size, categoryIds }, ...line }) => {
    const { sellingPrice } = priceBy(prices, { id: item.id, categoryIds }, size);
    return newItem({ ...shared, ...line, menuItem: item, size, sellingPrice });
  });
  const bill = { ...emptyBill({ key, type, slot: '1', ...shared }), items: priced };
  const { applied } = planPromotions(bill, rules, { ...moment, find: (id) => goods.get(id) });
  const items = plain.map((line, place) => ({
    ...line,
    sellingPrice: priced[place]?.sellingPrice,
    rulesVersion: rules.version,
  }));
  return { items, applied: (applied ?? []).map(({ rootKey: _, ...one }) => one) };
}
