/** The sums of each business day that completed bills add to, for the dashboard and the reports. Source: docs/rules.md#daily-sums. */
import { type AddedSums, addSums } from '../prepared-rows.ts';
import type { SaleHourTable, SaleItemTable, SaleMethodTable } from '../schema/schema.ts';
import type { SaleGiftTable, SalePersonTable, SaleRuleTable, SaleTaxTable } from '../schema/schema-report.ts';

/** Adds to the sums of an hour and a type of bill. */
export const addSaleHour = addSums<SaleHourTable>(
  'sale_hour',
  { outlet_id: 'int', business_date: 'text', hour: 'int', type: 'text' },
  ['bills', 'covers', 'sub_total', 'discount', 'service_charge', 'gst', 'total', 'rounding', 'tip'],
);

/** Adds to the sums of a GST rate. */
export const addSaleTax = addSums<SaleTaxTable>(
  'sale_tax',
  { outlet_id: 'int', business_date: 'text', gst_mode: 'text', gst_bp: 'int' },
  ['base', 'gst'],
);

/** Adds to the sums of people. */
export const addSalePeople = addSums<SalePersonTable>(
  'sale_person',
  { outlet_id: 'int', business_date: 'text', user_id: 'int' },
  ['bills', 'total', 'gift_bills', 'line_discount', 'bill_discount', 'comp_lines', 'comps'],
);

/** Adds to the sums of what was given away. */
export const addSaleGifts = addSums<SaleGiftTable>(
  'sale_gift',
  { outlet_id: 'int', business_date: 'text', giver_id: 'int', approver_id: 'int' },
  ['bills', 'line_discount', 'bill_discount', 'comp_lines', 'comps'],
);

/** Adds to the sums of promotions, sets and prices that differ; a row keeps the last name. */
export const addSaleRules = addSums<SaleRuleTable>(
  'sale_rule',
  { outlet_id: 'int', business_date: 'text', kind: 'text', rule_id: 'int', menu_item_id: 'int', size: 'text' },
  ['bills', 'uses', 'qty', 'value', 'promotion', 'discount', 'amount', 'tax'],
  ['name'],
);

/** Adds to the sums of a method of payment. */
export const addSaleMethod = addSums<SaleMethodTable>(
  'sale_method',
  { outlet_id: 'int', business_date: 'text', method: 'text' },
  ['payments', 'amount'],
);

/** Adds to the sums of menu items by size; a row keeps the last name. */
export const addSaleItems = addSums<SaleItemTable>(
  'sale_item',
  { outlet_id: 'int', business_date: 'text', menu_item_id: 'int', size: 'text' },
  ['qty', 'amount'],
  ['name'],
);

/** A table of sums, whatever its columns. */
export type Sums = AddedSums<Record<string, unknown>>;

/** All tables of sums by name. */
export const saleSums: ReadonlyMap<string, Sums> = new Map(
  [addSaleHour, addSaleTax, addSalePeople, addSaleGifts, addSaleRules, addSaleMethod, addSaleItems].map((sums) => [
    sums.table,
    sums as unknown as Sums,
  ]),
);

/** Names and columns of these tables, as data that can be sent to a thread. */
export const sumTables = [...saleSums.values()].map(({ table, columns }) => ({ table, columns: [...columns] }));
