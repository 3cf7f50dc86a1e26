/** Expected rows of each report, computed from raw data in plain steps, without queries, sums or functions of the reports. */
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import { expectedGoods } from './expected-goods.ts';
import { expectedMoney } from './expected-money.ts';
import { expectedSales } from './expected-sales.ts';
import type { RawData } from './raw-data.ts';

/** Range in business days, both included, and filters of a report. */
export interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly filters: ReportConfig['filters'];
}

export type Expected = (raw: RawData, ask: ReportQuery) => ReportRow[];

export const expectedRows: Readonly<Record<string, Expected>> = {
  ...expectedSales,
  ...expectedMoney,
  ...expectedGoods,
};
