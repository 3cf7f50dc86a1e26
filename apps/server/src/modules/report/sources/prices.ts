/** Sources of the reports on promotions, sets and prices that differ. They read the sums that completed bills update. */
import type { MenuSize } from '@atoll/domain/menu/menu';
import { sizeLabel } from '@atoll/domain/menu/size';
import { weightUnit } from '@atoll/domain/money/quantity';
import { type PriceDifference, priceDifferences, type SaleRuleKind } from '@atoll/domain/report/price-reports';
import type { ReportRow } from '@atoll/domain/report/report';
import { sql } from 'kysely';
import { portionCosts } from '../../stock/service.ts';
import {
  inRange,
  maxRows,
  num,
  qty,
  type ReportSource,
  rowsOf,
  type SourceQuery,
  type SqlRow,
  share,
} from '../source.ts';

const sums = sql`max(name) as "name", sum(bills) as "bills", sum(uses) as "uses", sum(qty) as "qty", sum(value) as "value",
  sum(promotion) as "promotion", sum(discount) as "discount", sum(amount) as "amount", sum(tax) as "tax"`;

/** Reads the sums of some kinds by rule, item and size. */
const ruleRows = (query: SourceQuery, kinds: readonly SaleRuleKind[]): Promise<SqlRow[]> =>
  rowsOf(
    query,
    sql`select kind as "kind", rule_id as "rule", menu_item_id as "item", size as "size", ${sums} from sale_rule
      where ${inRange(query)} and kind in (${sql.join(kinds)}) group by kind, rule_id, menu_item_id, size`,
  );

/** A size with its cost, which only the back office has. */
type CostedSize = MenuSize & { readonly costPrice?: number | null };

/** Reads the menu items of the rows, also those that are sold no more. */
async function menuOf({ db, outletId }: SourceQuery) {
  const items = await db
    .selectFrom('menu_item')
    .select(['id', 'name', 'sizes', 'is_sold_by_weight'])
    .where('outlet_id', '=', outletId)
    .execute();
  const byId = new Map(items.map((item) => [item.id, item]));
  const sizesOf = (id: number) => (byId.get(id)?.sizes ?? []) as readonly CostedSize[];
  return {
    place: (row: SqlRow) => {
      const id = num(row['item']);
      return {
        item: byId.get(id)?.name ?? String(row['name']),
        size: sizeLabel({ size: String(row['size']), hasSizes: sizesOf(id).length > 1 }),
        unit: byId.get(id)?.is_sold_by_weight ? weightUnit : '',
      };
    },
    ownCost: (row: SqlRow) => sizesOf(num(row['item'])).find(({ value }) => value === row['size'])?.costPrice,
  };
}

const by = (name: string, other: string) => (a: ReportRow, b: ReportRow) =>
  num(b[name]) - num(a[name]) || String(a[other]).localeCompare(String(b[other]));

const promotions: ReportSource = async (query) => {
  const rows = await ruleRows(query, ['Promotion']);
  return rows
    .map((row) => ({
      promotion: String(row['name']),
      bills: num(row['bills']),
      uses: num(row['uses']),
      before: num(row['value']),
      off: num(row['promotion']),
      share: share(num(row['promotion']), num(row['value'])),
      amount: num(row['amount']),
    }))
    .toSorted(by('off', 'promotion'));
};

const margin: ReportSource = async (query) => {
  const menu = await menuOf(query);
  const made = await portionCosts(query.db, query.outletId);
  const rows = await ruleRows(query, ['Reduced']);
  return rows
    .map((row): ReportRow => {
      const one = menu.ownCost(row) ?? made(num(row['item']), String(row['size']));
      const revenue = num(row['amount']) - num(row['tax']);
      const cost = one === undefined ? null : Math.round(one * qty(row['qty']));
      const left = cost === null ? null : revenue - cost;
      return {
        ...menu.place(row),
        qty: qty(row['qty']),
        before: num(row['value']),
        promotions: num(row['promotion']),
        discounts: num(row['discount']),
        revenue,
        cost,
        left,
        share: left === null ? null : share(left, revenue),
      };
    })
    .toSorted(by('promotions', 'item'))
    .slice(0, maxRows);
};

const differences: ReportSource = async (query) => {
  const menu = await menuOf(query);
  const kinds = Object.keys(priceDifferences) as PriceDifference[];
  const rows = await ruleRows(query, kinds);
  return rows
    .map((row): ReportRow => {
      const [before, amount] = [num(row['value']), num(row['amount'])];
      return {
        why: priceDifferences[row['kind'] as PriceDifference],
        list: String(row['name']),
        ...menu.place(row),
        qty: qty(row['qty']),
        before,
        amount,
        difference: amount - before,
      };
    })
    .toSorted(
      (a, b) => num(a['difference']) - num(b['difference']) || String(a['item']).localeCompare(String(b['item'])),
    )
    .slice(0, maxRows);
};

/** A row for each set, followed by its parts. */
const sets: ReportSource = async (query) => {
  const menu = await menuOf(query);
  const rows = await ruleRows(query, ['Set', 'SetPart']);
  const heads = rows.filter((row) => row['kind'] === 'Set').toSorted((a, b) => num(b['amount']) - num(a['amount']));
  return heads
    .flatMap((head): ReportRow[] => {
      const ofSet = { set: String(head['name']) };
      const sold = qty(head['qty']);
      const none = { qty: null, share: null, before: null, promotions: null, discounts: null, amount: null };
      const parts = rows
        .filter((row) => row['kind'] === 'SetPart' && row['rule'] === head['rule'])
        .map((row): ReportRow => {
          const { item, size } = menu.place(row);
          return {
            ...ofSet,
            sets: null,
            part: item,
            size,
            qty: qty(row['qty']),
            share: share(qty(row['qty']), sold),
            before: num(row['value']),
            promotions: num(row['promotion']),
            discounts: num(row['discount']),
            amount: num(row['amount']),
          };
        })
        .toSorted(by('qty', 'part'));
      return [{ ...ofSet, sets: sold, part: '', size: '', ...none }, ...parts];
    })
    .slice(0, maxRows);
};

export const priceSources: Readonly<Record<string, ReportSource>> = {
  promotions,
  'promotion-margin': margin,
  'price-differences': differences,
  sets,
};
