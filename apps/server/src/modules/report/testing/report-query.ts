/** What the expected rows of a report are computed from. */
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import type { RawData } from './raw-data.ts';

/** Range in business days, both included, and filters of a report. */
export interface ReportQuery {
  readonly from: string;
  readonly to: string;
  readonly today: string;
  readonly filters: ReportConfig['filters'];
}

export type Expected = (raw: RawData, ask: ReportQuery) => ReportRow[];
