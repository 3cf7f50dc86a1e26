/** Running a report: its range in business days, rows, totals, and comparison with another range. */
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { businessDate, daysBetween } from '@atoll/domain/date/business-day';
import { type DateRange, dateRange, type OutletClock, rangeInstants } from '@atoll/domain/date/ranges';
import { comparedRange } from '@atoll/domain/report/compare';
import { type ReportConfig, type ReportDefinition, type ReportRow, reportTotals } from '@atoll/domain/report/report';
import { findReport } from '@atoll/domain/report/reports';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import { maxRows } from './source.ts';
import { reportSources } from './sources.ts';

const maxDays = 366;

/** Keys of reports whose rows are single bills. */
const billReports: ReadonlySet<string> = new Set(['voids', 'refunds', 'tax-invoices', 'audit']);

/** Returns whether a user may see a report's figures. Rows that name single bills need 'bill.viewOthers' (docs/rules.md#waiter). */
export function maySeeReport({ permissions }: Pick<Actor, 'permissions'>, report: ReportDefinition): boolean {
  const { key, permission } = report;
  if (!permissions.has('report.view') || (permission !== undefined && !permissions.has(permission))) return false;
  return permissions.has('bill.viewOthers') || !billReports.has(key);
}

/** Returns the report of a configuration. Refused: 'notFound', 'forbidden'. */
export function reportOf(actor: Pick<Actor, 'permissions'>, config: ReportConfig): ReportDefinition {
  const report = findReport(config.reportKey);
  if (!report) throw refused('notFound');
  if (!maySeeReport(actor, report)) throw refused('forbidden');
  return report;
}

export async function clockOf(store: Store, outletId: number): Promise<OutletClock> {
  const outlet = await store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select(['timezone', 'business_day_cutoff'])
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow(),
  );
  return { timezone: outlet.timezone, businessDayCutoff: outlet.business_day_cutoff };
}

function rangeOf(config: ReportConfig, clock: OutletClock, now: number): DateRange {
  if (config.range === 'Custom' && (!config.from || !config.to))
    throw refused('malformed', {
      details: 'Choose the first and the last day',
      errors: { from: 'Choose the first and the last day' },
    });
  const range = dateRange(config.range, now, clock, { from: config.from ?? '', to: config.to ?? '' });
  if (daysBetween(range.from, range.to) >= maxDays)
    throw refused('malformed', {
      details: 'A report can cover at most 366 days',
      errors: { to: 'A report can cover at most 366 days' },
    });
  return range;
}

/** Runs the report of a configuration as of now and returns its result. Refused: 'notFound', 'forbidden', 'malformed'. */
export async function runReport(
  store: Store,
  actor: Pick<Actor, 'permissions' | 'outletId'>,
  config: ReportConfig,
  now: number,
): Promise<Omit<ReportResult, 'id'>> {
  const report = reportOf(actor, config);
  const source = reportSources[report.key];
  if (!source) throw new Error(`The report ${report.key} has no source`);
  const { outletId } = actor;
  const clock = await clockOf(store, outletId);
  const range = rangeOf(config, clock, now);
  const today = businessDate(now, clock.timezone, clock.businessDayCutoff);
  const rowsIn = (asked: DateRange): Promise<ReportRow[]> =>
    store.readForReports(outletId, (db) =>
      source({
        db,
        outletId,
        range: asked,
        ...rangeInstants(asked, clock),
        now,
        today,
        timezone: clock.timezone,
        filters: config.filters,
      }),
    );
  const rows = await rowsIn(range);
  const other = report.hasRange === false ? null : comparedRange(range, config.compareTo);
  const otherRows = other && (await rowsIn(other));
  return {
    config,
    range,
    rows,
    totals: reportTotals(report.columns, rows),
    compared: other && otherRows && { range: other, rows: otherRows, totals: reportTotals(report.columns, otherRows) },
    isCut: rows.length >= maxRows,
    at: new Date(now).toISOString(),
  };
}
