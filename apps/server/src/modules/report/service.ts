/** Requested reports. The request of each is stored, and the report is computed again when it is opened. Source: docs/rules.md#reports. */
import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { businessDate } from '@atoll/domain/date/business-day';
import { reportRanges } from '@atoll/domain/date/ranges';
import type { ReportConfig, ReportDefinition } from '@atoll/domain/report/report';
import { allReports } from '@atoll/domain/report/reports';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import { clockOf, maySeeReport, runReport } from './run.ts';

/** Returns the reports that a user may see. Those of wallets are offered only where the outlet has wallets. */
export async function listReports(store: Store, actor: Actor): Promise<ReportDefinition[]> {
  const outlet = await store.readOrg((db) =>
    db.selectFrom('outlet').select('features').where('id', '=', actor.outletId).executeTakeFirst(),
  );
  const hasWallets = outlet?.features.includes('Wallets') ?? false;
  return allReports.filter((report) => maySeeReport(actor, report) && (hasWallets || report.permission !== 'Wallets'));
}

/** Runs a report, stores the request, and returns the result with the id of the request. Refused: 'notFound', 'forbidden', 'malformed'. */
export async function requestReport(
  store: Store,
  actor: Pick<Actor, 'permissions' | 'outletId' | 'userId'>,
  config: ReportConfig,
  now: number,
): Promise<ReportResult> {
  const result = await runReport(store, actor, config, now);
  const id = await store.writeOutlet(actor.outletId, async (tx) => {
    const next = await tx.nextId('report_run');
    tx.write(
      tx.db.insertInto('report_run').values({
        outlet_id: actor.outletId,
        id: next,
        config: JSON.stringify(config),
        created_at: tx.now,
        created_by: actor.userId,
      }),
    );
    return next;
  });
  return { id, ...result };
}

interface RangeQuery {
  readonly range?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

/** Runs an earlier request again, with another range when one is given, and returns the result. Refused: 'notFound', 'forbidden', 'malformed'. */
export async function viewReport(
  store: Store,
  actor: Actor,
  id: string,
  query: RangeQuery,
  now: number,
): Promise<ReportResult> {
  const run = await store.readOutlet(actor.outletId, (db) =>
    db
      .selectFrom('report_run')
      .select(['id', 'config'])
      .where('outlet_id', '=', actor.outletId)
      .where('id', '=', /^\d+$/.test(id) ? Number(id) : 0)
      .executeTakeFirst(),
  );
  if (!run) throw refused('notFound');
  const config = await inRange(store, actor.outletId, run.config, query);
  return { id: run.id, ...(await runReport(store, actor, config, now)) };
}

async function inRange(store: Store, outletId: number, config: ReportConfig, query: RangeQuery): Promise<ReportConfig> {
  if (!query.range) return config;
  const range = reportRanges.find((name) => name === query.range);
  const wrong = refused('malformed', {
    details: 'Unknown period',
    errors: { range: 'Unknown period' },
  });
  if (!range) throw wrong;
  if (range !== 'Custom') return { ...config, range };
  const clock = await clockOf(store, outletId);
  const dayOf = (text: string | undefined): string => {
    const at = Date.parse(text ?? '');
    if (Number.isNaN(at)) throw wrong;
    return businessDate(at, clock.timezone, clock.businessDayCutoff);
  };
  return { ...config, range, from: dayOf(query.start), to: dayOf(query.end) };
}
