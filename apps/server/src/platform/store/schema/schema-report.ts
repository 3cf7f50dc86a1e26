/** The tables of reports. */
import type { TaxSeller } from '@atoll/domain/bill/tax-invoice';
import type { SaleRuleKind } from '@atoll/domain/report/price-reports';
import type { ReportConfig } from '@atoll/domain/report/report';
import type { Frequency, MailFormat } from '@atoll/domain/report/schedule';
import type { ColumnType, Generated } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface ReportRunTable {
  outlet_id: number;
  id: number;
  config: Json<ReportConfig>;
  created_at: number;
  created_by: number | null;
}

export interface ReportTemplateTable {
  outlet_id: number;
  id: number;
  key: string;
  name: string;
  config: Json<ReportConfig>;
  is_shared: boolean;
  is_favourite: boolean;
  is_active: Generated<boolean>;
  owner_name: string;
  version: Generated<number>;
  created_at: number;
  created_by: number | null;
  modified_at: number;
  modified_by: number | null;
}

/** Tax of a business day by kind and rate, in laari; `base` is the value without it. */
export interface SaleTaxTable {
  outlet_id: number;
  business_date: string;
  gst_mode: string;
  gst_bp: number;
  base: number;
  gst: number;
}

/** What a person sold and gave away on a business day, in laari. A refund counts as no bill and subtracts what it returns. */
export interface SalePersonTable {
  outlet_id: number;
  business_date: string;
  user_id: number;
  bills: number;
  total: number;
  gift_bills: number;
  line_discount: number;
  bill_discount: number;
  comp_lines: number;
  comps: number;
}

/** What a person gave away on a business day, and who approved it, in laari. A refund counts as no bill and subtracts what it returns. */
export interface SaleGiftTable {
  outlet_id: number;
  business_date: string;
  giver_id: number;
  approver_id: number;
  bills: number;
  line_discount: number;
  bill_discount: number;
  comp_lines: number;
  comps: number;
}

/**
 * What promotions, sets and other prices than the menu's made of the sales of a business day, in laari; quantities in thousandths. `value` is before
 * promotions and discounts, `amount` after them. Of a price that differs `value` is by the menu's price and `amount` by that of the bill. A refund subtracts.
 */
export interface SaleRuleTable {
  outlet_id: number;
  business_date: string;
  kind: SaleRuleKind;
  rule_id: number;
  menu_item_id: number;
  size: string;
  name: string;
  bills: number;
  uses: number;
  qty: number;
  value: number;
  promotion: number;
  discount: number;
  amount: number;
  tax: number;
}

/** A tax invoice of a bill, with both parties as they were when it was issued. */
export interface TaxInvoiceTable {
  outlet_id: number;
  bill_id: number;
  key: string;
  business_date: string;
  issued_at: number;
  issued_by: number | null;
  is_reissue: boolean;
  buyer_name: string;
  buyer_address: string;
  buyer_tin: string;
  seller: Json<TaxSeller> | null;
}

/** A template that is sent by mail. */
export interface ReportScheduleTable {
  outlet_id: number;
  template_id: number;
  frequency: Frequency;
  time: string;
  weekday: number;
  day: number;
  user_ids: Json<readonly number[]>;
  format: Generated<MailFormat>;
  is_active: boolean;
  due_at: number;
  taken_until: Generated<number>;
  sent_at: number | null;
  problem: Generated<string>;
}

/** The tables of reports in the store's database. */
export interface ReportTables {
  sale_gift: SaleGiftTable;
  sale_rule: SaleRuleTable;
  sale_person: SalePersonTable;
  report_run: ReportRunTable;
  report_schedule: ReportScheduleTable;
  report_template: ReportTemplateTable;
  sale_tax: SaleTaxTable;
  tax_invoice: TaxInvoiceTable;
}

export type ReportSequence = 'report_run' | 'report_template';
