/** Sources of reports on stock. */
import { addDays } from '@atoll/domain/date/business-day';
import { ageingBands } from '@atoll/domain/report/ageing';
import type { ReportRow } from '@atoll/domain/report/report';
import { valueByAge } from '@atoll/domain/report/stock-age';
import { qtyToOrder } from '@atoll/domain/stock/reorder';
import { type RawBuilder, sql } from 'kysely';
import { isLowSql } from '../../stock/service.ts';
import { maxRows, num, qty, type ReportSource, rowsOf, type SourceQuery, share, when } from '../source.ts';

const inStorage = ({ filters }: SourceQuery, column: string): RawBuilder<unknown> =>
  when(filters.storageId, (id) => sql`${sql.ref(column)} = ${Number(id)}`);

const stockValue: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select i.name as "item", i.category as "category", s.name as "storage", l.on_hand as "onHand", i.stock_unit as "unit",
      l.worth as "worth" from stock_level l
      join inventory_item i on i.outlet_id = l.outlet_id and i.id = l.item_id
      join storage s on s.outlet_id = l.outlet_id and s.id = l.storage_id
      where l.outlet_id = ${query.outletId} and ${inStorage(query, 'l.storage_id')} order by i.name, s.name limit ${maxRows}`,
  );
  return rows.map((row): ReportRow => ({ ...row, onHand: qty(row['onHand']), worth: num(row['worth']) }));
};

/** Kinds of movements by which goods come to the outlet; a move between storages makes nothing younger. */
const arrivals = ['Opening', 'Purchase', 'Production', 'ConvertIn', 'Return', 'CountAdjust', 'Set'];

const stockAge: ReportSource = async (query) => {
  const [to30, to60, to90] = ageingBands.map((days) => addDays(query.today, -days));
  const came = (
    from: string | undefined,
    before: string | undefined,
  ) => sql`sum(case when m.business_date >= ${from ?? ''}
    and m.business_date < ${before ?? '9999'} then m.qty else 0 end)`;
  const stored = await rowsOf(
    query,
    sql`select item_id as "id", sum(on_hand) as "onHand", sum(worth) as "worth" from stock_level l
      where l.outlet_id = ${query.outletId} and ${inStorage(query, 'l.storage_id')} group by item_id`,
  );
  const arrived = await rowsOf(
    query,
    sql`select m.item_id as "id", ${came(to30, undefined)} as "to30", ${came(to60, to30)} as "to60", ${came(to90, to60)} as "to90"
      from stock_movement m where m.outlet_id = ${query.outletId} and m.business_date >= ${to90 ?? ''} and m.qty > 0
      and m.type in (${sql.join(arrivals)}) group by m.item_id`,
  );
  const goods = await query.db
    .selectFrom('inventory_item')
    .select(['id', 'name', 'stock_unit'])
    .where('outlet_id', '=', query.outletId)
    .execute();
  const names = new Map(goods.map((good) => [good.id, good]));
  const recent = new Map(arrived.map((row) => [num(row['id']), row]));
  return stored
    .filter((row) => num(row['onHand']) > 0)
    .map((row): ReportRow => {
      const came = recent.get(num(row['id']));
      const bands = ['to30', 'to60', 'to90'].map((band) => num(came?.[band]));
      const [young = 0, mid = 0, old = 0, older = 0] = valueByAge(num(row['onHand']), num(row['worth']), bands);
      const good = names.get(num(row['id']));
      const figures = { to30: young, to60: mid, to90: old, older, worth: num(row['worth']) };
      return { item: good?.name ?? '', onHand: qty(row['onHand']), unit: good?.stock_unit ?? '', ...figures };
    })
    .toSorted((a, b) => Number(b['worth']) - Number(a['worth']))
    .slice(0, maxRows);
};

const movementRows = (query: SourceQuery, kinds: readonly string[]) =>
  rowsOf(
    query,
    sql`select i.name as "item", m.type as "type", count(*) as "moves", sum(m.qty) as "qty", i.stock_unit as "unit",
      sum(m.value) as "value" from stock_movement m join inventory_item i on i.outlet_id = m.outlet_id and i.id = m.item_id
      where m.outlet_id = ${query.outletId} and m.business_date >= ${query.range.from} and m.business_date <= ${query.range.to}
      and ${inStorage(query, 'm.storage_id')} and ${kinds.length === 0 ? sql`1 = 1` : sql`m.type in (${sql.join(kinds)})`}
      group by i.id, i.name, m.type, i.stock_unit order by i.name, m.type limit ${maxRows}`,
  );

const movements: ReportSource = async (query) =>
  (await movementRows(query, [])).map((row) => ({
    item: String(row['item']),
    type: String(row['type']),
    moves: num(row['moves']),
    qty: qty(row['qty']),
    unit: String(row['unit']),
    value: num(row['value']),
  }));

const waste: ReportSource = async (query) =>
  (await movementRows(query, ['Waste', 'Expired', 'Lost', 'StaffMeal'])).map((row) => ({
    item: String(row['item']),
    type: String(row['type']),
    qty: -qty(row['qty']) || 0,
    unit: String(row['unit']),
    value: -num(row['value']) || 0,
  }));

const usage: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select i.name as "item", i.stock_unit as "unit",
      sum(case when m.type in ('Sale', 'SaleVoid', 'Return') then -m.qty else 0 end) as "theoretical",
      sum(case when m.type = 'CountAdjust' then -m.qty else 0 end) as "variance",
      sum(case when m.type = 'CountAdjust' then -m.value else 0 end) as "value"
      from stock_movement m join inventory_item i on i.outlet_id = m.outlet_id and i.id = m.item_id
      where m.outlet_id = ${query.outletId} and m.business_date >= ${query.range.from} and m.business_date <= ${query.range.to}
      and m.type in ('Sale', 'SaleVoid', 'Return', 'CountAdjust') group by i.id, i.name, i.stock_unit order by i.name limit ${maxRows}`,
  );
  return rows.map((row) => ({
    item: String(row['item']),
    theoretical: qty(row['theoretical']),
    variance: qty(row['variance']),
    unit: String(row['unit']),
    percent: share(num(row['variance']), num(row['theoretical'])),
    value: num(row['value']),
  }));
};

const numOrNull = (value: Parameters<typeof num>[0]): number | null => (value === null ? null : num(value));

const reorder: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select i.name as "item", i.stock_unit as "unit", i.reorder_level as "reorder", i.par_level as "par", i.max_level as "max", i.avg_cost as "cost",
      i.on_hand as "onHand", v.name as "vendor", v.lead_time_days as "leadTimeDays" from inventory_item i
      left join vendor v on v.outlet_id = i.outlet_id and v.id = i.default_vendor_id
      where i.outlet_id = ${query.outletId} and i.is_active and ${isLowSql} order by i.name limit ${maxRows}`,
  );
  return rows.map((row) => {
    const toOrder = qtyToOrder({
      onHand: num(row['onHand']),
      reorderLevel: num(row['reorder']),
      parLevel: numOrNull(row['par']),
      maxLevel: numOrNull(row['max']),
    });
    return {
      item: String(row['item']),
      onHand: qty(row['onHand']),
      reorder: qty(row['reorder']),
      toOrder: qty(toOrder),
      unit: String(row['unit']),
      vendor: row['vendor'] ?? '',
      leadTimeDays: numOrNull(row['leadTimeDays']),
      cost: Math.round((toOrder * num(row['cost'])) / 1000),
    };
  });
};

export const stockSources: Readonly<Record<string, ReportSource>> = {
  'stock-value': stockValue,
  'stock-age': stockAge,
  'stock-movements': movements,
  waste,
  usage,
  reorder,
};
