/** Saved reports: own ones, and those that others share. Source: docs/rules.md#report-templates. */

import type {
  createTemplate as createContract,
  ReportTemplate,
  updateTemplate as updateContract,
} from '@atoll/domain/contract/outlet/report';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { ReportTemplateTable } from '../../platform/store/schema/schema-report.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { presentSchedule } from './present-schedule.ts';
import { reportOf } from './run.ts';

type Row = Selectable<ReportTemplateTable>;

/** Returns a template as the API sends it. The schedule is passed only for its owner. */
export function presentTemplate(row: Row, actor: Actor, schedule: ReportTemplate['schedule']): ReportTemplate {
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    name: row.name,
    config: row.config,
    isShared: row.is_shared,
    isFavourite: row.is_favourite,
    isOwn: row.created_by === actor.userId,
    ownerName: row.owner_name,
    modifiedAt: new Date(row.modified_at).toISOString(),
    schedule,
  };
}

/** Returns the caller's templates and the shared ones, favourites first. */
export async function listTemplates(store: Store, actor: Actor): Promise<ReportTemplate[]> {
  const found = await store.readOutlet(actor.outletId, async (db) => ({
    rows: await db
      .selectFrom('report_template')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('is_active', '=', true)
      .where((eb) => eb.or([eb('created_by', '=', actor.userId), eb('is_shared', '=', true)]))
      .orderBy('is_favourite', 'desc')
      .orderBy('name')
      .limit(1000)
      .execute(),
    schedules: await db.selectFrom('report_schedule').selectAll().where('outlet_id', '=', actor.outletId).execute(),
  }));
  const { rows, schedules } = found;
  return rows.map((row) => {
    const own = row.created_by === actor.userId ? schedules.find((one) => one.template_id === row.id) : undefined;
    return presentTemplate(row, actor, own ? presentSchedule(own) : null);
  });
}

async function refuseDuplicate(tx: OutletTx, actor: Actor, name: string, id: number): Promise<void> {
  const own = await tx.db
    .selectFrom('report_template')
    .select(['id', 'name'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('is_active', '=', true)
    .where('created_by', '=', actor.userId)
    .execute();
  if (own.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()))
    throw refused('invalid', { errors: { name: 'You already have a template with this name' } });
}

/** Saves a report under a name. Refused: 'notFound', 'forbidden', 'invalid'. */
export function createTemplate(
  store: Store,
  actor: Actor,
  body: BodyOf<typeof createContract>,
): Promise<ReportTemplate> {
  reportOf(actor, body.config);
  return store.writeOutlet(actor.outletId, async (tx) => {
    const key = body.key.toLowerCase();
    const known = await tx.db
      .selectFrom('report_template')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (known) return presentTemplate(known, actor, null);
    await refuseDuplicate(tx, actor, body.name, 0);
    const row: Row = {
      outlet_id: actor.outletId,
      id: await tx.nextId('report_template'),
      key,
      name: body.name,
      config: body.config,
      is_shared: body.isShared,
      is_favourite: body.isFavourite,
      is_active: true,
      owner_name: actor.name,
      version: 1,
      created_at: tx.now,
      created_by: actor.userId,
      modified_at: tx.now,
      modified_by: actor.userId,
    };
    tx.write(tx.db.insertInto('report_template').values({ ...row, config: JSON.stringify(row.config) }));
    return presentTemplate(row, actor, null);
  });
}

/** Returns the caller's own template. Refused: 'notFound'. */
export async function ownTemplate(tx: OutletTx, actor: Actor, id: number): Promise<Row> {
  const row = await tx.db
    .selectFrom('report_template')
    .selectAll()
    .where('outlet_id', '=', actor.outletId)
    .where('id', '=', id)
    .where('created_by', '=', actor.userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (!row) throw refused('notFound');
  return row;
}

async function scheduleOf(tx: OutletTx, id: number): Promise<ReportTemplate['schedule']> {
  const row = await tx.db
    .selectFrom('report_schedule')
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('template_id', '=', id)
    .executeTakeFirst();
  return row ? presentSchedule(row) : null;
}

/** Changes an own template. Refused: 'notFound', 'forbidden', 'invalid', 'versionOld'. */
export function updateTemplate(
  store: Store,
  actor: Actor,
  body: BodyOf<typeof updateContract>,
): Promise<ReportTemplate> {
  reportOf(actor, body.config);
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await ownTemplate(tx, actor, body.id);
    const schedule = await scheduleOf(tx, row.id);
    if (row.version > body.version)
      throw refused('versionOld', { extra: { record: presentTemplate(row, actor, schedule) } });
    await refuseDuplicate(tx, actor, body.name, row.id);
    const changed = {
      name: body.name,
      is_shared: body.isShared,
      is_favourite: body.isFavourite,
      version: row.version + 1,
      modified_at: tx.now,
      modified_by: actor.userId,
    };
    tx.write(
      tx.db
        .updateTable('report_template')
        .set({ ...changed, config: JSON.stringify(body.config) })
        .where('outlet_id', '=', actor.outletId)
        .where('id', '=', row.id),
    );
    return presentTemplate({ ...row, ...changed, config: body.config }, actor, schedule);
  });
}

/** Deletes an own template and its schedule. Refused: 'notFound'. */
export async function deleteTemplate(store: Store, actor: Actor, id: string): Promise<undefined> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = await ownTemplate(tx, actor, /^\d+$/.test(id) ? Number(id) : 0);
    tx.write(
      tx.db.deleteFrom('report_schedule').where('outlet_id', '=', actor.outletId).where('template_id', '=', row.id),
    );
    tx.write(
      tx.db
        .updateTable('report_template')
        .set({ is_active: false, version: row.version + 1, modified_at: tx.now, modified_by: actor.userId })
        .where('outlet_id', '=', actor.outletId)
        .where('id', '=', row.id),
    );
  });
  return undefined;
}
