/** Queries of reports and helpers to read their rows. */
import type { DateRange } from '@atoll/domain/date/ranges';
import type { ReportConfig, ReportRow } from '@atoll/domain/report/report';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';

export interface SourceQuery {
  readonly db: Kysely<Database>;
  readonly outletId: number;
  readonly range: DateRange;
  /** The range's instants, epoch ms: from `startMs` on and before `endMs`. */
  readonly startMs: number;
  readonly endMs: number;
  readonly now: number;
  /** The business day of now. */
  readonly today: string;
  readonly timezone: string;
  readonly filters: ReportConfig['filters'];
}

/** Reads a report's rows in their order. */
export type ReportSource = (query: SourceQuery) => Promise<ReportRow[]>;

/** A row as the database returns it; sums may be texts. */
export type SqlRow = Record<string, string | number | null>;

/** Largest number of rows in a report. */
export const maxRows = 5000;

export const rowsOf = async (query: SourceQuery, statement: RawBuilder<SqlRow>): Promise<SqlRow[]> =>
  (await statement.execute(query.db)).rows;

export const num = (value: string | number | null | undefined): number => Number(value ?? 0);

/** Returns thousandths as a quantity. */
export const qty = (value: string | number | null | undefined): number => num(value) / 1000;

/** Returns a part of a whole as a percentage with one decimal, or null when the whole is 0. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10;

export const average = (total: number, count: number): number | null =>
  count === 0 ? null : Math.round(total / count);

/** Returns the condition for rows of the outlet whose business day is in the range. */
export const inRange = ({ outletId, range }: SourceQuery): RawBuilder<unknown> =>
  sql`outlet_id = ${outletId} and business_date >= ${range.from} and business_date <= ${range.to}`;

export const instantOf = (at: string | number | null | undefined): string | null =>
  at === null || at === undefined ? null : new Date(Number(at)).toISOString();

/** Returns a condition on a filter's value, or a condition that is always true without a value. */
export const when = (
  value: string | undefined,
  condition: (value: string) => RawBuilder<unknown>,
): RawBuilder<unknown> => (value === undefined || value === '' ? sql`1 = 1` : condition(value));
