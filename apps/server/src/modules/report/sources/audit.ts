/** Source of the audit report: actions with values before and after. */

import { changeText } from '@atoll/domain/report/change-text';
import type { ReportRow } from '@atoll/domain/report/report';
import { sql } from 'kysely';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import { instantOf, num, type ReportSource, rowsOf, when } from '../source.ts';

/** Number of latest entries in the report. The audit log has all of them, in pages and as a file. */
const maxEntries = 500;

const audit: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select at as "at", user_id as "person", subject as "subject", action as "action", subject_key as "key",
      approval_key as "approved", device_id as "device", data as "data" from history where outlet_id = ${query.outletId} and at >= ${query.startMs} and at < ${query.endMs}
      and ${when(query.filters.userId, (id) => sql`user_id = ${Number(id)}`)}
      and ${when(query.filters.subject, (subject) => sql`subject = ${subject}`)}
      and ${when(query.filters.action, (action) => sql`action = ${action}`)}
      and ${when(query.filters.deviceId, (device) => sql`device_id = ${device}`)} order by at desc, seq desc limit ${maxEntries}`,
  );
  const names = await peopleNames(query.db);
  return rows.map(({ data, ...row }): ReportRow => {
    const { before, after } = JSON.parse(String(data)) as { before?: unknown; after?: unknown };
    return {
      ...row,
      at: instantOf(row['at']),
      person: names.get(num(row['person'])) ?? '',
      change: changeText(before, after),
      device: row['device'] ?? '',
      approved: row['approved'] ?? '',
    };
  });
};

export const auditSources: Readonly<Record<string, ReportSource>> = { audit };
