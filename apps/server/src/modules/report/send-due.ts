/**
 * Sends due reports by mail. A server claims a schedule for ten minutes, under the outlet's lock, and sets its next time after the mail is sent.
 * Two servers do not send the same report, and the claim of a crashed server expires. After days without a server, one mail is sent, not one for
 * each day.
 */

import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { formatInstant } from '@atoll/domain/date/format';
import { csvFileName } from '@atoll/domain/grid/csv';
import { reportCsv } from '@atoll/domain/grid/report-csv';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { ReportDefinition } from '@atoll/domain/report/report';
import { nextDue } from '@atoll/domain/report/schedule';
import { type Selectable, sql } from 'kysely';
import type { MailAttachment, Mailer } from '../../platform/mail/mailer.ts';
import type { ReportScheduleTable, ReportTemplateTable } from '../../platform/store/schema/schema-report.ts';
import type { Store } from '../../platform/store/store.ts';
import { reportPdf } from './pdf.ts';
import { clockOf, reportOf } from './run.ts';
import { type Colleague, findColleagues, mayReceive } from './schedule.ts';
import { requestReport } from './service.ts';

/** How long a claim of a schedule is valid. */
const claimMs = 10 * 60_000;

const often = { Daily: 'every day', Weekly: 'every week', Monthly: 'every month' } as const;

export interface SendParts {
  readonly store: Store;
  readonly mailer: Mailer;
  readonly clock: () => number;
  readonly publicUrl: string;
  /** Returns the signed end of an outlet's history as text (R36.23). */
  readonly signedHead?: ((outletId: number) => Promise<string>) | undefined;
}

type Schedule = Selectable<ReportScheduleTable>;

/**
 * Sends the due reports of active outlets, found by one query, and returns their number. A report that cannot be sent is retried later; its schedule
 * shows the problem.
 */
export async function sendDue(parts: SendParts): Promise<number> {
  let sent = 0;
  for (const id of await dueOutlets(parts))
    for (const due of await dueIn(parts, id)) if (await sendOne(parts, due)) sent += 1;
  return sent;
}

/** Returns the active outlets with a report that is due. */
async function dueOutlets({ store, clock }: SendParts): Promise<number[]> {
  const due = await store.readAllOutlets((db) =>
    db
      .selectFrom('report_schedule')
      .select('outlet_id')
      // As the index of due times says it: SQLite would not use it for a parameter.
      .where(sql<boolean>`is_active`)
      .where('due_at', '<=', clock())
      .execute(),
  );
  const ids = [...new Set(due.map((row) => row.outlet_id))];
  if (ids.length === 0) return [];
  const active = await store.readOrg((db) =>
    db.selectFrom('outlet').select('id').where('id', 'in', ids).where('is_active', '=', true).orderBy('id').execute(),
  );
  return active.map(({ id }) => id);
}

function dueIn({ store, clock }: SendParts, outletId: number): Promise<Schedule[]> {
  return store.readOutlet(outletId, (db) =>
    db
      .selectFrom('report_schedule')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('is_active', '=', true)
      .where('due_at', '<=', clock())
      .where((eb) => eb.or([eb('taken_until', '<=', clock()), eb('taken_until', '>', clock() + claimMs)]))
      .execute(),
  );
}

async function sendOne(parts: SendParts, due: Schedule): Promise<boolean> {
  const { store, clock } = parts;
  if (!(await claim(parts, due))) return false;
  const { timezone } = await clockOf(store, due.outlet_id);
  const next = { due_at: nextDue(due, clock(), timezone), taken_until: 0 };
  try {
    const problem = await mail(parts, due);
    // A problem means that the owner deleted the report or may no longer see it: the schedule is switched off.
    await change(parts, due, problem === '' ? { ...next, sent_at: clock(), problem } : { is_active: false, problem });
    return problem === '';
  } catch (error) {
    const problem: Sentence = `Atoll could not send the email: ${String(error).slice(0, 200)}`;
    await change(parts, due, { problem });
    return false;
  }
}

/** Returns whether another server has a valid claim. A time further ahead than a claim was written under a wrong clock (R35.83). */
const isClaimed = (until: number, now: number): boolean => until > now && until <= now + claimMs;

/** Claims a schedule for this server. Returns false when another server has claimed or sent it. */
function claim({ store, clock }: SendParts, due: Schedule): Promise<boolean> {
  return store.writeOutlet(due.outlet_id, async (tx) => {
    const now = await tx.db
      .selectFrom('report_schedule')
      .select(['due_at', 'taken_until'])
      .where('outlet_id', '=', due.outlet_id)
      .where('template_id', '=', due.template_id)
      .executeTakeFirst();
    if (now === undefined || now.due_at !== due.due_at || isClaimed(now.taken_until, clock())) return false;
    tx.write(
      tx.db
        .updateTable('report_schedule')
        .set({ taken_until: clock() + claimMs })
        .where('outlet_id', '=', due.outlet_id)
        .where('template_id', '=', due.template_id),
    );
    return true;
  });
}

function change({ store }: SendParts, due: Schedule, columns: Partial<Omit<Schedule, 'user_ids'>>): Promise<void> {
  return store.writeOutlet(due.outlet_id, async (tx) => {
    tx.write(
      tx.db
        .updateTable('report_schedule')
        .set(columns)
        .where('outlet_id', '=', due.outlet_id)
        .where('template_id', '=', due.template_id)
        .where('due_at', '=', due.due_at),
    );
  });
}

/** Runs the report with the permissions of its owner and mails it to the recipients who may see it. Returns a problem as text, or ''. */
async function mail({ store, mailer, clock, publicUrl, signedHead }: SendParts, due: Schedule): Promise<Sentence> {
  const template = await templateOf(store, due);
  if (!template?.is_active) return 'The template was removed';
  const colleagues = await findColleagues(store, due.outlet_id);
  const owner = colleagues.find(({ id }) => id === template.created_by);
  if (!owner) return 'The person who saved it no longer works here';
  const permissions = owner.permissions;
  const actor = { ...owner, userId: owner.id, outletId: due.outlet_id, permissions };
  let report: ReportDefinition;
  try {
    report = reportOf(actor, template.config);
  } catch {
    return 'The person who saved it can no longer see this report';
  }
  const result = await requestReport(store, actor, template.config, clock());
  const hasRange = report.hasRange !== false;
  const days = hasRange ? `${result.range.from} – ${result.range.to}` : 'current figures';
  const text = [
    `${report.title}, ${days}.`,
    result.rows.length === 0
      ? 'Nothing in this period.'
      : `${result.rows.length} ${result.rows.length === 1 ? 'row' : 'rows'}. See the attachment.`,
    `${publicUrl}/reports/view/${result.id}`,
    `${owner.name} set up this email. It comes ${often[due.frequency]}. To change or stop it, open Reports, Templates.`,
    ...(await historyLines(signedHead, due.outlet_id)),
  ].join('\n\n');
  const attachments = await attached(store, { due, name: template.name, report, result });
  for (const { email } of colleagues.filter(
    (one: Colleague) => due.user_ids.includes(one.id) && mayReceive(report, one),
  ))
    await mailer({ to: email, subject: `${template.name}: ${days}`, text, attachments });
  return '';
}

/** Returns what a mail says about the history: a copy outside the store, which `npm run verify` compares. */
async function historyLines(signedHead: SendParts['signedHead'], outletId: number): Promise<string[]> {
  const head = (await signedHead?.(outletId)) ?? '';
  return head === '' ? [] : [`Signed end of the history. Keep this mail; npm run verify compares it: ${head}`];
}

interface Sending {
  readonly due: Schedule;
  readonly name: string;
  readonly report: ReportDefinition;
  readonly result: ReportResult;
}

/** Returns the attachments of a report: CSV, PDF or both, as the schedule says. */
async function attached(store: Store, { due, name, report, result }: Sending): Promise<MailAttachment[]> {
  const { timezone } = await clockOf(store, due.outlet_id);
  const { from, to } = result.range;
  const days = report.hasRange === false ? ([null, null] as const) : ([from, to] as const);
  const filename = csvFileName(name, result.at.slice(0, 10), ...days);
  const csv = (): MailAttachment => ({
    filename,
    content: reportCsv(report.columns, result.rows, {
      label: (text) => text,
      instant: (iso) => formatInstant(iso, timezone),
    }),
    contentType: 'text/csv; charset=utf-8',
  });
  const pdf = async (): Promise<MailAttachment> => ({
    filename: filename.replace(/csv$/, 'pdf'),
    content: await reportPdf(store, due.outlet_id, report, result),
    contentType: 'application/pdf',
  });
  if (due.format === 'PDF') return [await pdf()];
  return due.format === 'Both' ? [await pdf(), csv()] : [csv()];
}

function templateOf(store: Store, due: Schedule): Promise<Selectable<ReportTemplateTable> | undefined> {
  return store.readOutlet(due.outlet_id, (db) =>
    db
      .selectFrom('report_template')
      .selectAll()
      .where('outlet_id', '=', due.outlet_id)
      .where('id', '=', due.template_id)
      .executeTakeFirst(),
  );
}
