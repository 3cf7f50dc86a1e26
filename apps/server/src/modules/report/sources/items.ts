/** What was sold: items, categories, menu engineering, what was given away and what was taken back. */
import type { MenuSize } from '@atoll/domain/menu/menu';
import { menuClasses } from '@atoll/domain/report/menu-class';
import type { ReportRow } from '@atoll/domain/report/report';
import { sql } from 'kysely';
import {
  inRange,
  instantOf,
  linesInRange,
  mostRows,
  num,
  peopleNames,
  qty,
  type ReportSource,
  rowsOf,
  type SourceQuery,
  share,
} from '../source.ts';

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

/** A size as the back office keeps it: tills are not told what it costs. */
type CostedSize = MenuSize & { readonly costPrice?: number | null };

interface MenuPlace {
  readonly categoryId: number;
  readonly costs: ReadonlyMap<string, number>;
}

/** Each item's first category, and its costs by size, laari. */
async function menuPlaces({ db, outletId }: SourceQuery): Promise<Map<number, MenuPlace>> {
  const items = await db
    .selectFrom('menu_item')
    .select(['id', 'category_ids', 'sizes'])
    .where('outlet_id', '=', outletId)
    .execute();
  return new Map(
    items.map(({ id, category_ids, sizes }) => [
      id,
      {
        categoryId: category_ids[0] ?? 0,
        costs: new Map((sizes as readonly CostedSize[]).map((size) => [size.value, size.costPrice ?? 0])),
      },
    ]),
  );
}

const byItem: ReportSource = async (query) => {
  const { categoryId } = query.filters;
  const places = categoryId ? await menuPlaces(query) : null;
  const items = (await soldItems(query)).filter(
    ({ id }) => places === null || places.get(id)?.categoryId === Number(categoryId),
  );
  const whole = items.reduce((sum, { amount }) => sum + amount, 0);
  return items
    .slice(0, mostRows)
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
  const sums = new Map<string, { qty: number; amount: number }>();
  for (const item of items) {
    const category = names.get(places.get(item.id)?.categoryId ?? 0) ?? '';
    const sum = sums.get(category) ?? { qty: 0, amount: 0 };
    sums.set(category, { qty: sum.qty + item.qty, amount: sum.amount + item.amount });
  }
  const whole = items.reduce((sum, { amount }) => sum + amount, 0);
  return [...sums]
    .map(([category, sum]) => ({
      category,
      qty: Math.round(sum.qty * 1000) / 1000,
      amount: sum.amount,
      share: share(sum.amount, whole),
    }))
    .toSorted((a, b) => b.amount - a.amount);
};

const engineering: ReportSource = async (query) => {
  const items = (await soldItems(query)).filter((item) => item.qty > 0);
  const places = await menuPlaces(query);
  const figures = items.map((item) => {
    const cost = Math.round((places.get(item.id)?.costs.get(item.size) ?? 0) * item.qty);
    const left = item.amount - cost;
    return { ...item, cost, left, margin: Math.round(left / item.qty) };
  });
  const classes = menuClasses(figures);
  return figures.map(({ id: _, ...item }, at): ReportRow => ({ ...item, class: classes[at] ?? 'Dog' }));
};

/** What a line's own discount took off, laari: its price times its quantity less its amount. Modifiers that cost something hide a part of it. */
const lineDiscount = sql`case when price * qty / 1000 > amount then (price * qty + 500) / 1000 - amount else 0 end`;

const discounts: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select sold_by as "person", count(distinct bill_id) as "bills", sum(case when is_comp then 0 else discount end) as "billDiscount",
      sum(case when is_comp then 0 else ${lineDiscount} end) as "lineDiscount", sum(case when is_comp then 1 else 0 end) as "compLines",
      sum(case when is_comp then amount else 0 end) as "comps" from sold_item
      where ${await linesInRange(query)} and not is_void and (is_comp or discount <> 0 or price * qty / 1000 > amount)
      group by sold_by order by 3 desc, 1`,
  );
  const names = await peopleNames(query);
  return rows.map((row) => ({
    person: names.get(num(row['person'])) ?? '',
    bills: num(row['bills']),
    lineDiscount: num(row['lineDiscount']),
    billDiscount: num(row['billDiscount']),
    compLines: num(row['compLines']),
    comps: num(row['comps']),
  }));
};

const voids: ReportSource = async (query) => {
  const names = await peopleNames(query);
  const bills = await query.db
    .selectFrom('bill')
    .select(['number', 'total', 'modified_at', 'doc'])
    .where('outlet_id', '=', query.outletId)
    .where('is_void', '=', true)
    .where('modified_at', '>=', query.startMs)
    .where('modified_at', '<', query.endMs)
    .orderBy('id', 'desc')
    .limit(mostRows)
    .execute();
  const lines = await rowsOf(
    query,
    sql`select bill_id as "bill", name as "name", qty as "qty", amount as "amount" from sold_item
      where ${await linesInRange(query)} and is_void order by bill_id desc, item_id limit ${mostRows}`,
  );
  const ids = [...new Set(lines.map((line) => num(line['bill'])))];
  const docs = new Map<number, (typeof bills)[number]['doc']>();
  for (let at = 0; at < ids.length; at += 500) {
    const some = await query.db
      .selectFrom('bill')
      .select(['id', 'doc'])
      .where('outlet_id', '=', query.outletId)
      .where('id', 'in', ids.slice(at, at + 500))
      .execute();
    for (const { id, doc } of some) docs.set(id, doc);
  }
  const ofLines = [...docs.values()].flatMap((bill) =>
    bill.items
      .filter((item) => item.isVoid)
      .map((item) => ({
        at: item.voidedAt ?? bill.completedAt,
        bill: bill.invoiceNumber ?? String(bill.number),
        what: item.name,
        qty: item.qty,
        amount: Math.round(item.sellingPrice * item.qty),
        person: names.get(item.voidedBy ?? 0) ?? '',
        reason: item.voidReason ?? '',
      })),
  );
  const ofBills = bills.map(({ number, modified_at, doc }) => ({
    at: instantOf(modified_at),
    bill: String(number),
    what: '',
    qty: null,
    amount: doc.total,
    person: names.get(doc.modifiedBy ?? 0) ?? '',
    reason: doc.voidReason ?? '',
  }));
  return [...ofBills, ...ofLines].toSorted((a, b) => String(b.at).localeCompare(String(a.at))).slice(0, mostRows);
};

const refunds: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select b.business_date as "date", b.invoice_number as "bill", p.invoice_number as "of", b.total as "total",
      b.created_by as "person", r.reason as "reason" from refund r
      join bill b on b.outlet_id = r.outlet_id and b.id = r.refund_id
      join bill p on p.outlet_id = r.outlet_id and p.id = r.bill_id
      where r.outlet_id = ${query.outletId} and b.business_date >= ${query.range.from} and b.business_date <= ${query.range.to}
      order by b.id desc limit ${mostRows}`,
  );
  const names = await peopleNames(query);
  return rows.map(
    (row): ReportRow => ({ ...row, total: num(row['total']), person: names.get(num(row['person'])) ?? '' }),
  );
};

export const itemSources: Readonly<Record<string, ReportSource>> = {
  'sales-by-item': byItem,
  'sales-by-category': byCategory,
  'menu-engineering': engineering,
  discounts,
  voids,
  refunds,
};
