/** The price of an item: by the menu and its price lists, unless an override is allowed. Source: docs/rules.md#prices, docs/rules.md#price-lists, docs/rules.md#arrival. */
import type { BillItem } from '@atoll/domain/bill/bill';
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import type { MenuSize } from '@atoll/domain/menu/menu';
import { type LinePrice, linePrice, type PriceMoment } from '@atoll/domain/price/line-price';
import type { KnownRules } from '../../price/service.ts';
import type { CatalogueItem } from './catalogue.ts';

interface Ordered {
  /** When the item was ordered, epoch ms. */
  readonly madeAt: number;
  /** How long after a change of the menu or of the price rules what was before still counts, ms. */
  readonly windowMs: number;
  readonly mayOverride: boolean;
  /** A reason asks for the price of the device. */
  readonly isAsked: boolean;
  /** The tap, the slot type and the customer, by which price lists count. */
  readonly moment: PriceMoment;
  /** The present rules, and those that the till had; absent: that version never was. */
  readonly rules: { readonly now: KnownRules; readonly named: KnownRules | undefined };
  /** The categories of the item that tills know. */
  readonly categoryIds: readonly number[];
  /** The bill was paid without the server: what was paid counts. */
  readonly isPaid: boolean;
}

/** Laari per unit. `laterPrice` is the menu's present price, when the item keeps one from before a change. */
export type ItemPrice = Pick<BillItem, 'sellingPrice' | 'listPrice' | 'priceRule' | 'laterPrice' | 'priceFlag'>;

/**
 * Returns the price of an item. The device's price is accepted when the menu and the price lists gave it at the tap, by the present rules or by those
 * that the till names, which may have been replaced at most `windowMs` before; a price that the menu replaced counts as long. It is accepted too for
 * an open-price item, with `price.override`, and, flagged, when it was paid without the server. Otherwise the present price counts.
 * Source: R21.23, R21.24, R36.12.
 */
export function priceOf(
  { sellingPrice: sent }: Pick<BillItemInput, 'sellingPrice'>,
  entry: CatalogueItem,
  size: MenuSize,
  ordered: Ordered,
): ItemPrice {
  const { menuItem } = entry;
  const present = pricedBy(ordered.rules.now, entry, size, ordered);
  const now = usedPrice(present);
  if (menuItem.openPrice) return { sellingPrice: sent ?? size.sellingPrice };
  if (sent === undefined || sent === now.sellingPrice) return now;
  const own = { sellingPrice: sent, ...(sent !== present.listPrice && { listPrice: present.listPrice }) };
  if (ordered.isAsked && ordered.mayOverride) return own;
  const proved = provenPrice(sent, entry, size, ordered);
  if (proved) return proved;
  if (ordered.mayOverride) return own;
  const hasRules = ordered.rules.now.rules.version > 0;
  return ordered.isPaid && hasRules ? { ...own, priceFlag: 'Unproven' } : now;
}

const pricedBy = (
  { rules }: KnownRules,
  { menuItem }: CatalogueItem,
  size: Pick<MenuSize, 'value' | 'sellingPrice'>,
  { moment, categoryIds }: Ordered,
): LinePrice => linePrice({ id: menuItem.id, categoryIds }, size, rules, moment);

const usedPrice = ({ listPrice, sellingPrice, rule }: LinePrice): ItemPrice => ({
  sellingPrice,
  ...(rule && { listPrice, priceRule: rule }),
});

/** Returns the sent price as what made it; undefined when neither the menu nor the rules of the till ever did. */
function provenPrice(sent: number, entry: CatalogueItem, size: MenuSize, ordered: Ordered): ItemPrice | undefined {
  const { madeAt, windowMs, moment, rules } = ordered;
  const past = entry.pastPrices.filter(
    (one) => one.size === size.value && one.from <= madeAt && madeAt < one.until + windowMs,
  );
  const isRecent = (known: KnownRules | undefined): known is KnownRules =>
    known !== undefined && (known.replacedAt === null || moment.at < known.replacedAt + windowMs);
  for (const known of [rules.now, rules.named].filter(isRecent))
    for (const sellingPrice of [size.sellingPrice, ...past.map(({ price }) => price)]) {
      const priced = pricedBy(known, entry, { value: size.value, sellingPrice }, ordered);
      if (priced.sellingPrice !== sent) continue;
      const isOld = known.replacedAt !== null && known.replacedAt <= moment.at;
      return {
        ...usedPrice(priced),
        ...(sellingPrice !== size.sellingPrice && { laterPrice: size.sellingPrice }),
        ...(isOld && { priceFlag: 'OldRules' as const }),
      };
    }
  return undefined;
}
