/** Definition of a report: columns, chart, filters and permission. Data only. Source: docs/rules.md#reports, R2.23. */
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
  /** The sum of the column is shown below it. */
  readonly hasTotal?: true;
  /** Its texts are among the labels that are translated. */
  readonly isWord?: true;
  /** With `isWord`: its texts are keys of the program, for which the reader sees words. */
  readonly isKey?: true;
}

/** Filters of a report besides its range. */
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
  subject: 'Record',
  action: 'Action',
  deviceId: 'Device',
};

export interface ReportDefinition {
  /** Stable name in the API and in templates. */
  readonly key: string;
  readonly title: string;
  readonly group: ReportGroup;
  /** One sentence: what the report shows. */
  readonly about: string;
  readonly columns: readonly ReportColumn[];
  /** Ids of the record of a row that rows have besides their columns. */
  readonly ids?: readonly ('userId' | 'customerId' | 'shiftId')[];
  /** heat: a table of cells by `by` and `label`; plane: points by `by` and `value`; stack: bars of `parts` (R35.79). */
  readonly chart: 'none' | 'bar' | 'line' | 'heat' | 'plane' | 'stack';
  /** The columns for the chart: labels and values. */
  readonly chartOf?: {
    readonly label: string;
    readonly value: string;
    readonly by?: string;
    readonly parts?: readonly string[];
  };
  readonly filters?: readonly ReportFilter[];
  /** false: the report shows the current state, whatever the range. */
  readonly hasRange?: false;
  /** A permission that is required besides Reports and report.view. */
  readonly permission?: 'Accounts' | 'Inventory' | 'Invoices' | 'Prices' | 'Users' | 'Wallets';
}

export const comparisons = ['None', 'PreviousPeriod', 'LastYear'] as const;
export type Comparison = (typeof comparisons)[number];

/** A requested report with its range and filters. */
export interface ReportConfig {
  readonly reportKey: string;
  readonly range: RangeName;
  /** Business days of the range Custom. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly compareTo: Comparison;
  readonly filters: { readonly [Filter in ReportFilter]?: string | undefined };
}

export type ReportValue = string | number | null;
export type ReportRow = Readonly<Record<string, ReportValue>>;

/**
 * Returns the sums of the columns with `hasTotal`, rounded to 3 decimals; null counts as zero. Quantities of several units, such as pieces and
 * kilograms, have no sum.
 */
export function reportTotals(columns: readonly ReportColumn[], rows: readonly ReportRow[]): Record<string, number> {
  const totals: Record<string, number> = {};
  const hasOneUnit = new Set(rows.map((row) => row['unit'] ?? '')).size <= 1;
  for (const { key, kind, hasTotal } of columns) {
    if (!hasTotal || (kind === 'quantity' && !hasOneUnit)) continue;
    let sum = 0;
    for (const row of rows) sum += Number(row[key] ?? 0);
    totals[key] = Math.round(sum * 1000) / 1000;
  }
  return totals;
}
