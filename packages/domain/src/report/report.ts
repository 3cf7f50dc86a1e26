/** What a report is: its columns, where its figures lead, and what may be asked of it. Data only. Source: docs/rules.md#reports, R2.23. */
import type { RangeName } from '../date/ranges.ts';

export const reportGroups = [
  'Sales',
  'Payments',
  'Shift',
  'Menu',
  'Inventory',
  'Purchase',
  'Customer',
  'Account',
  'Tax',
  'Staff',
  'Audit',
] as const;
export type ReportGroup = (typeof reportGroups)[number];

/** `money` is laari, `percent` a plain percent, `date` a business day, `instant` ISO-8601 in UTC, `minutes` whole minutes. */
export type ColumnKind = 'text' | 'date' | 'instant' | 'count' | 'quantity' | 'money' | 'percent' | 'minutes';

export interface ReportColumn {
  readonly key: string;
  readonly label: string;
  readonly kind: ColumnKind;
  /** The column's sum stands under it. */
  readonly hasTotal?: true;
}

/** What a report can be narrowed down by, besides its range. */
export type ReportFilter =
  | 'type'
  | 'userId'
  | 'categoryId'
  | 'method'
  | 'storageId'
  | 'vendorId'
  | 'accountId'
  | 'subject'
  | 'action'
  | 'deviceId';

export const filterLabels: Readonly<Record<ReportFilter, string>> = {
  type: 'Slot type',
  userId: 'Person',
  categoryId: 'Category',
  method: 'Method',
  storageId: 'Storage',
  vendorId: 'Vendor',
  accountId: 'Account',
  subject: 'Subject',
  action: 'Action',
  deviceId: 'Device',
};

export interface ReportDefinition {
  /** Stable name on the wire and in templates. */
  readonly key: string;
  readonly title: string;
  readonly group: ReportGroup;
  /** One sentence: what it answers. */
  readonly about: string;
  readonly columns: readonly ReportColumn[];
  /** Ids that rows have besides their columns: of the record that a row stands for. */
  readonly ids?: readonly ('userId' | 'customerId' | 'shiftId')[];
  readonly chart: 'none' | 'bar' | 'line' | 'pie';
  /** The columns that the chart draws: its labels, and its figures. */
  readonly chartOf?: { readonly label: string; readonly value: string };
  readonly filters?: readonly ReportFilter[];
  /** false: it tells how things stand now, whatever the range. */
  readonly hasRange?: false;
  /** Besides Reports and report.view. */
  readonly permission?: 'Accounts' | 'Inventory' | 'Invoices' | 'Users';
}

export const comparisons = ['None', 'PreviousPeriod', 'LastYear'] as const;
export type Comparison = (typeof comparisons)[number];

/** What a person asked for: a report with its range and filters. */
export interface ReportConfig {
  readonly reportKey: string;
  readonly range: RangeName;
  /** Business days of Custom. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compareTo: Comparison;
  readonly filters: { readonly [Filter in ReportFilter]?: string | undefined };
}

export type ReportValue = string | number | null;
export type ReportRow = Readonly<Record<string, ReportValue>>;

/** Answers the sums of the columns that have one; null values count as nothing. */
export function reportTotals(columns: readonly ReportColumn[], rows: readonly ReportRow[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { key, hasTotal } of columns) {
    if (!hasTotal) continue;
    let sum = 0;
    for (const row of rows) sum += Number(row[key] ?? 0);
    totals[key] = Math.round(sum * 1000) / 1000;
  }
  return totals;
}
