import type { ReportSchedule } from '@atoll/domain/contract/outlet/report';
import type { Selectable } from 'kysely';
import type { ReportScheduleTable } from '../../platform/store/schema/schema-report.ts';

/** Returns the schedule of a template as the API sends it to its owner. */
export function presentSchedule(row: Selectable<ReportScheduleTable>): ReportSchedule {
  const { frequency, time, weekday, day, user_ids, format, due_at, sent_at, problem } = row;
  return {
    frequency,
    time,
    weekday,
    day,
    userIds: [...user_ids],
    format,
    dueAt: new Date(due_at).toISOString(),
    sentAt: sent_at === null ? null : new Date(sent_at).toISOString(),
    problem,
  };
}
