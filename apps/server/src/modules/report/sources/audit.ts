/** Who did what. */
import type { ReportRow } from '@atoll/domain/report/report';
import { sql } from 'kysely';
import { instantOf, num, peopleNames, type ReportSource, rowsOf, when } from '../source.ts';

const shown = 1000;

const audit: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select at as "at", user_id as "person", subject as "subject", action as "action", subject_key as "key",
      approval_key as "approved" from history where outlet_id = ${query.outletId} and at >= ${query.startMs} and at < ${query.endMs}
      and ${when(query.filters.userId, (id) => sql`user_id = ${Number(id)}`)} order by seq desc limit ${shown}`,
  );
  const names = await peopleNames(query);
  return rows.map(
    (row): ReportRow => ({
      ...row,
      at: instantOf(row['at']),
      person: names.get(num(row['person'])) ?? '',
      approved: row['approved'] ?? '',
    }),
  );
};

export const auditSources: Readonly<Record<string, ReportSource>> = { audit };
