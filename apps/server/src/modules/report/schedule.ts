/** Schedules and recipients of reports that are sent by mail. Source: docs/rules.md#report-schedules. */

import { personPermissions } from '@atoll/domain/access/permission';
import type { ReportTemplate, scheduleTemplate as scheduleContract } from '@atoll/domain/contract/outlet/report';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { ReportDefinition } from '@atoll/domain/report/report';
import { nextDue } from '@atoll/domain/report/schedule';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { presentSchedule } from './present-schedule.ts';
import { clockOf, maySeeReport, reportOf } from './run.ts';
import { ownTemplate, presentTemplate } from './templates.ts';

/** A user of the outlet with current permissions. */
export interface Colleague {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  readonly permissions: ReadonlySet<string>;
}

/** Returns the active users of an outlet. */
export async function findColleagues(store: Store, outletId: number): Promise<Colleague[]> {
  const rows = await store.readOrg((db: Kysely<Database>) =>
    db
      .selectFrom('user_outlet')
      .innerJoin('app_user', 'app_user.id', 'user_outlet.user_id')
      .select(['app_user.id', 'app_user.name', 'app_user.email', 'app_user.role', 'app_user.permission_overrides'])
      .where('user_outlet.outlet_id', '=', outletId)
      .where('app_user.is_active', '=', true)
      .orderBy('app_user.name')
      .execute(),
  );
  return rows.map(({ permission_overrides, ...row }) => ({
    ...row,
    permissions: new Set<string>(personPermissions(row.role, permission_overrides)),
  }));
}

/** Returns whether a user may receive a report: needs the screen Reports and the report's own permission. */
export const mayReceive = (report: ReportDefinition, colleague: Colleague | undefined): colleague is Colleague =>
  colleague !== undefined && colleague.permissions.has('Reports') && maySeeReport(colleague, report);

/** Returns the users of the outlet who may receive reports. */
export async function listRecipients(store: Store, actor: Actor): Promise<{ id: number; name: string }[]> {
  const colleagues = await findColleagues(store, actor.outletId);
  return colleagues
    .filter(({ permissions }) => permissions.has('Reports') && permissions.has('report.view'))
    .map(({ id, name }) => ({ id, name }));
}

/** Sets or removes the schedule of an own template. Refused: 'notFound', 'forbidden', 'invalid' (a recipient may not see the report). */
export async function scheduleTemplate(
  store: Store,
  actor: Actor,
  { id, schedule }: BodyOf<typeof scheduleContract>,
): Promise<ReportTemplate> {
  const colleagues = await findColleagues(store, actor.outletId);
  const { timezone } = await clockOf(store, actor.outletId);
  return store.writeOutlet(actor.outletId, async (tx) => {
    const template = await ownTemplate(tx, actor, id);
    const report = reportOf(actor, template.config);
    const place = { outlet_id: actor.outletId, template_id: template.id };
    if (schedule === null) {
      tx.write(
        tx.db
          .deleteFrom('report_schedule')
          .where('outlet_id', '=', place.outlet_id)
          .where('template_id', '=', place.template_id),
      );
      return presentTemplate(template, actor, null);
    }
    const { userIds, format = 'CSV', ...times } = schedule;
    if (
      !userIds.every((userId) =>
        mayReceive(
          report,
          colleagues.find((one) => one.id === userId),
        ),
      )
    )
      throw refused('invalid', { errors: { userIds: 'One of these people cannot see this report' } });
    const row = {
      ...times,
      user_ids: JSON.stringify([...new Set(userIds)]),
      format,
      is_active: true,
      due_at: nextDue(times, tx.now, timezone),
      taken_until: 0,
      problem: '',
    };
    tx.write(
      tx.db
        .insertInto('report_schedule')
        .values({ ...place, ...row, sent_at: null })
        .onConflict((conflict) => conflict.columns(['outlet_id', 'template_id']).doUpdateSet(row)),
    );
    return presentTemplate(template, actor, presentSchedule({ ...place, ...row, user_ids: userIds, sent_at: null }));
  });
}
