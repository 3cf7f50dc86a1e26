/** Sources of reports on sold items: items, categories, menu engineering, discounts and refunds. */

import type { MenuSize } from '@atoll/domain/menu/menu';
import { sizeLabel } from '@atoll/domain/menu/size';
import { weightUnit } from '@atoll/domain/money/quantity';
import { costUnknown, menuClasses } from '@atoll/domain/report/menu-class';
import { type DiscountKind, discountKinds } from '@atoll/domain/report/price-reports';
import type { ReportRow } from '@atoll/domain/report/report';
import { deliveryFeeCategory, noCategory } from '@atoll/domain/report/report-word';
import { noReason, unknownGiver } from '@atoll/domain/report/sales-reports';
import { sql } from 'kysely';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import { portionCosts } from '../../stock/service.ts';
import { inRange, maxRows, num, qty, type ReportSource, rowsOf, type SourceQuery, share } from '../source.ts';

/** The fee of a delivery is an item of the bill, but not of the menu (docs/rules.md#zones). */
const feeItemId = 0;

interface SoldItem {
  readonly id: number;
  readonly item: string;
  readonly size: string;
  readonly qty: number;
  readonly amount: number;
}

async function soldItems(query: SourceQuery): Promise<SoldItem[]> {
  const rows = await rowsOf(
    query,
    sql`select menu_item_id as "id", max(name) as "item", size as "size", sum(qty) as "qty", sum(amount) as "amount"
      from sale_item where ${inRange(query)} group by menu_item_id, size order by sum(amount) desc, menu_item_id, size`,
  );
  return rows.map((row) => ({
    id: num(row['id']),
    item: String(row['item']),
    size: String(row['size']),
    qty: qty(row['qty']),
    amount: num(row['amount']),
  }));
}

/** A size with its cost, which only the back office has. */
type CostedSize = MenuSize & { readonly costPrice?: number | null };

interface MenuPlace {
  readonly categoryId: number;
  /** 'kg' for an item that is sold by weight, otherwise ''. */
  readonly unit: string;
  /** Costs by size; null or undefined means that the recipe gives the cost. */
  readonly costs: ReadonlyMap<string, number | null | undefined>;
}

/** Returns each item's first category, its unit, and its costs by size in laari, by item id. */
async function menuPlaces({ db, outletId }: SourceQuery): Promise<Map<number, MenuPlace>> {
  const items = await db
    .selectFrom('menu_item')
    .select(['id', 'category_ids', 'sizes', 'is_sold_by_weight'])
    .where('outlet_id', '=', outletId)
    .execute();
  return new Map(
    items.map(({ id, category_ids, sizes, is_sold_by_weight }) => [
      id,
      {
        categoryId: category_ids[0] ?? 0,
        unit: is_sold_by_weight ? weightUnit : '',
        costs: new Map((sizes as readonly CostedSize[]).map((size) => [size.value, size.costPrice])),
      },
    ]),
  );
}

/** Returns a function that names the size of a sold item; '' when the item has one size, on the menu and among what was sold (R35.41). */
function sizeNames(items: readonly SoldItem[], places: ReadonlyMap<number, MenuPlace>): (item: SoldItem) => string {
  const sold = Map.groupBy(items, ({ id }) => id);
  return (item) => {
    const count = Math.max(places.get(item.id)?.costs.size ?? 0, sold.get(item.id)?.length ?? 0);
    return sizeLabel({ size: item.size, ...(places.has(item.id) && { hasSizes: count > 1 }) });
  };
}

const byItem: ReportSource = async (query) => {
  const { categoryId } = query.filters;
  const places = await menuPlaces(query);
  const all = await soldItems(query);
  const sizeOf = sizeNames(all, places);
  const items = all
    .filter(({ id }) => !categoryId || places.get(id)?.categoryId === Number(categoryId))
    .map((item) => ({ ...item, size: sizeOf(item), unit: places.get(item.id)?.unit ?? '' }));
  const whole = items.reduce((sum, { amount }) => sum + amount, 0);
  return items
    .slice(0, maxRows)
    .map(({ id: _, ...item }): ReportRow => ({ ...item, share: share(item.amount, whole) }));
};

const byCategory: ReportSource = async (query) => {
  const items = await soldItems(query);
  const places = await menuPlaces(query);
  const categories = await query.db
    .selectFrom('category')
    .select(['id', 'name'])
    .where('outlet_id', '=', query.outletId)
    .execute();
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const sums = new Map<string, { qty: number | null; weight: number | null; amount: number }>();
  for (const item of items) {
    const { categoryId = 0, unit = '' } = places.get(item.id) ?? {};
    const category = names.get(categoryId) ?? (item.id === feeItemId ? deliveryFeeCategory : noCategory);
    const sum = sums.get(category) ?? { qty: null, weight: null, amount: 0 };
    // Kilograms are no pieces.
    const counted = unit === '' ? 'qty' : 'weight';
    sums.set(category, { ...sum, [counted]: (sum[counted] ?? 0) + item.qty, amount: sum.amount + item.amount });
  }
  const rounded = (value: number | null) => value && Math.round(value * 1000) / 1000;
  const whole = items.reduce((sum, { amount }) => sum + amount, 0);
  return [...sums]
    .map(([category, sum]) => ({
      category,
      qty: rounded(sum.qty),
      weight: rounded(sum.weight),
      amount: sum.amount,
      share: share(sum.amount, whole),
    }))
    .toSorted((a, b) => b.amount - a.amount);
};

const engineering: ReportSource = async (query) => {
  const places = await menuPlaces(query);
  const made = await portionCosts(query.db, query.outletId);
  const sold = await soldItems(query);
  const sizeOf = sizeNames(sold, places);
  const items = sold.map((item) => {
    const one = places.get(item.id)?.costs.get(item.size) ?? made(item.id, item.size);
    if (one === undefined) return { ...item, cost: null, left: null, margin: null };
    const cost = Math.round(one * item.qty);
    const left = item.amount - cost;
    return { ...item, cost, left, margin: item.qty > 0 ? Math.round(left / item.qty) : null };
  });
  // Items of unknown cost, and those that were refunded as often as they were sold, have no class and count in no average (R35.55).
  const selling = items.flatMap((item) => (item.margin === null ? [] : [{ ...item, margin: item.margin }]));
  const classes = new Map(menuClasses(selling).map((name, index) => [placeOf(selling[index]), name]));
  return items.map((item): ReportRow => {
    const { id: _, ...row } = item;
    const name = item.cost === null ? costUnknown : (classes.get(placeOf(item)) ?? '');
    return { ...row, size: sizeOf(item), unit: places.get(item.id)?.unit ?? '', class: name };
  });
};

const placeOf = (item: SoldItem | undefined): string => `${item?.id} ${item?.size}`;

const discounts: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select giver_id as "person", approver_id as "approver", sum(bills) as "bills", sum(bill_discount) as "billDiscount",
      sum(line_discount) as "lineDiscount", sum(comp_lines) as "compLines", sum(comps) as "comps" from sale_gift
      where ${inRange(query)} group by giver_id, approver_id order by sum(bill_discount) desc, giver_id, approver_id`,
  );
  const names = await peopleNames(query.db);
  return rows.map((row) => ({
    person: names.get(num(row['person'])) ?? unknownGiver,
    approved: names.get(num(row['approver'])) ?? '',
    bills: num(row['bills']),
    lineDiscount: num(row['lineDiscount']),
    billDiscount: num(row['billDiscount']),
    compLines: num(row['compLines']),
    comps: num(row['comps']),
  }));
};

const discountReasons: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select kind as "kind", rule_id as "person", size as "reason", sum(uses) as "items", sum(bills) as "bills",
      sum(discount) as "off" from sale_rule where ${inRange(query)} and kind in (${sql.join(discountKinds)})
      group by kind, rule_id, size`,
  );
  const names = await peopleNames(query.db);
  return Map.groupBy(rows, ({ person, reason }) => `${person} ${reason}`)
    .values()
    .map((own): ReportRow => {
      const of = (kind: DiscountKind) => own.find((row) => row['kind'] === kind);
      const lineDiscount = num(of('ItemDiscount')?.['off']);
      const billDiscount = num(of('BillDiscount')?.['off']);
      return {
        reason: String(own[0]?.['reason']) || noReason,
        person: names.get(num(own[0]?.['person'])) ?? unknownGiver,
        items: num(of('ItemDiscount')?.['items']),
        lineDiscount,
        bills: num(of('BillDiscount')?.['bills']),
        billDiscount,
        amount: lineDiscount + billDiscount,
      };
    })
    .toArray()
    .toSorted((a, b) => num(b['amount']) - num(a['amount']) || String(a['reason']).localeCompare(String(b['reason'])));
};

const refunds: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select b.business_date as "date", b.invoice_number as "bill", p.invoice_number as "of", b.total as "total",
      b.created_by as "person", r.reason as "reason" from refund r
      join bill b on b.outlet_id = r.outlet_id and b.id = r.refund_id
      join bill p on p.outlet_id = r.outlet_id and p.id = r.bill_id
      where r.outlet_id = ${query.outletId} and b.business_date >= ${query.range.from} and b.business_date <= ${query.range.to}
      order by b.id desc limit ${maxRows}`,
  );
  const names = await peopleNames(query.db);
  return rows.map(
    (row): ReportRow => ({ ...row, total: num(row['total']), person: names.get(num(row['person'])) ?? '' }),
  );
};

export const itemSources: Readonly<Record<string, ReportSource>> = {
  'sales-by-item': byItem,
  'sales-by-category': byCategory,
  'menu-engineering': engineering,
  discounts,
  'discount-reasons': discountReasons,
  refunds,
};
