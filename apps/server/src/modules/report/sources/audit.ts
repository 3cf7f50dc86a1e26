/** Source of the audit report: a row for each changed field, with its value before and after. Source: R35.57. */
import { permissionWord } from '@atoll/domain/access/permission-word';
import { formatInstant } from '@atoll/domain/date/format';
import type { ReportRow } from '@atoll/domain/report/report';
import { type HistoryTexts, historyLines } from '@atoll/domain/resources/history-lines';
import { sql } from 'kysely';
import { mapInParts } from '../../../platform/give-way.ts';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import { recordNames, referredNames, stateOf } from '../../audit/service.ts';
import { instantOf, num, type ReportSource, rowsOf, when } from '../source.ts';

/** Number of latest entries in the report. The audit log has all of them, in pages and as a file. */
const maxEntries = 500;

const audit: ReportSource = async (query) => {
  const { db, outletId, filters, timezone } = query;
  const rows = await rowsOf(
    query,
    sql`select at as "at", user_id as "person", subject as "subject", action as "action", subject_key as "key",
      approval_key as "approved", device_id as "device", data as "data" from history where outlet_id = ${outletId} and at >= ${query.startMs} and at < ${query.endMs}
      and ${when(filters.userId, (id) => sql`user_id = ${Number(id)}`)}
      and ${when(filters.subject, (subject) => sql`subject = ${subject}`)}
      and ${when(filters.action, (action) => sql`action = ${action}`)}
      and ${when(filters.deviceId, (device) => sql`device_id = ${device}`)} order by at desc, seq desc limit ${maxEntries}`,
  );
  const people = await peopleNames(db);
  const states = await mapInParts(rows, (row) =>
    stateOf({ subject: String(row['subject']), subject_key: String(row['key']), data: String(row['data']) }),
  );
  const records = await recordNames(db, outletId, states);
  const texts: HistoryTexts = {
    label: permissionWord,
    instant: (iso) => formatInstant(iso, timezone),
    yes: 'Yes',
    no: 'No',
    names: await referredNames(db, outletId, states),
  };
  const listed = await mapInParts([...rows.entries()], ([index, row]): ReportRow[] => {
    const entry: ReportRow = {
      at: instantOf(row['at']),
      person: people.get(num(row['person'])) ?? '',
      subject: row['subject'] ?? '',
      record: records.get(String(row['key'])) ?? '',
      action: row['action'] ?? '',
      device: row['device'] ?? '',
      approved: row['approved'] ? 'Yes' : '',
    };
    const state = states[index];
    const lines = state ? historyLines(state, texts) : [];
    if (lines.length === 0) return [{ ...entry, field: '', was: '', is: '' }];
    return lines.map(({ field, was, is }) => ({ ...entry, field, was: was ?? '', is: is ?? '' }));
  });
  return listed.flat();
};

export const auditSources: Readonly<Record<string, ReportSource>> = { audit };
