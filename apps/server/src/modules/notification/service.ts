/** Notifications: written by commands of an outlet, read and cleared by each person separately. Source: docs/rules.md#notifications. */

import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { ListQueryText } from '@atoll/domain/grid/query';
import type { Actor } from '../../platform/http/actor.ts';
import { type Page, pageAnswer, readList } from '../../platform/http/list.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { type NewNotice, notify } from './notify.ts';

/** A problem of the server that continues is notified again after this time. */
const dayMs = 86_400_000;
/** Notifies those who manage settings of the outlet, unless a notification with the same title is less than a day old. */
export async function notifyOnceADay(tx: OutletTx, notice: Omit<NewNotice, 'permission'>): Promise<void> {
  const known = await tx.db
    .selectFrom('notice')
    .select('id')
    .where('outlet_id', '=', tx.head.outletId)
    .where('title', '=', notice.title)
    .where('at', '>', tx.now - dayMs)
    .executeTakeFirst();
  if (!known) await notify(tx, { ...notice, permission: 'settings.manage' });
}

/** Notifies the Admins of every outlet about the server, unless a notification with the same title is less than a day old. */
export async function notifyAdmins(store: Store, notice: Omit<NewNotice, 'permission'>): Promise<void> {
  const outlets = await store.readOrg((db) =>
    db.selectFrom('outlet').select('id').where('practice_of', '=', 0).orderBy('id').execute(),
  );
  for (const { id } of outlets) await store.writeOutlet(id, (tx) => notifyOnceADay(tx, notice));
}

/** Deletes the notifications of every outlet about a problem of the server that is over. */
export async function endNotices(store: Store, title: NewNotice['title']): Promise<void> {
  const outlets = await store.readOrg((db) =>
    db.selectFrom('outlet').select('id').where('practice_of', '=', 0).orderBy('id').execute(),
  );
  for (const { id } of outlets)
    await store.writeOutlet(id, async (tx) => {
      const notices = tx.db.selectFrom('notice').select('id').where('outlet_id', '=', id).where('title', '=', title);
      const known = await notices.executeTakeFirst();
      if (!known) return;
      tx.write(tx.db.deleteFrom('notice').where('outlet_id', '=', id).where('title', '=', title));
      tx.change({ entity: 'Notice', id: known.id, version: 1, action: 'Updated' });
    });
}

/** Returns the notifications that the person may see and has not cleared: a page, or the newest without paging. */
export function listNotices(store: Store, actor: Actor, query: ListQueryText): Promise<Page<Notice> | Notice[]> {
  const request = readList(query, []);
  const { outletId, userId } = actor;
  return store.readOutlet(outletId, async (db) => {
    const reader = await db
      .selectFrom('notice_reader')
      .select(['read_up_to', 'cleared_up_to'])
      .where('outlet_id', '=', outletId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    let found = db
      .selectFrom('notice')
      .where('outlet_id', '=', outletId)
      .where('id', '>', reader?.cleared_up_to ?? 0)
      .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', userId)]))
      .where((eb) => eb.or([eb('permission', 'is', null), eb('permission', 'in', ['', ...actor.permissions])]));
    if (request.from !== undefined) found = found.where('at', '>=', request.from);
    if (request.to !== undefined) found = found.where('at', '<=', request.to);
    const rows = await found
      .selectAll()
      .orderBy('id', request.direction)
      .limit(request.limit)
      .offset(request.offset)
      .execute();
    const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const notices = rows.map((row) => ({
      id: row.id,
      severity: row.severity,
      title: row.title,
      body: row.body,
      entityName: row.entity,
      entityId: row.entity_id,
      at: new Date(row.at).toISOString(),
      isRead: row.id <= (reader?.read_up_to ?? 0),
    }));
    return pageAnswer(request, notices, Number(count));
  });
}

/** Marks all notifications up to an id as read, and with `clear` as cleared, for one person. Idempotent. */
export async function readNotices(store: Store, actor: Actor, upTo: number, clear: boolean): Promise<void> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const own = { outlet_id: tx.head.outletId, user_id: actor.userId };
    const known = await tx.db
      .selectFrom('notice_reader')
      .select(['read_up_to', 'cleared_up_to'])
      .where('outlet_id', '=', own.outlet_id)
      .where('user_id', '=', own.user_id)
      .executeTakeFirst();
    const next = {
      read_up_to: Math.max(known?.read_up_to ?? 0, upTo),
      cleared_up_to: Math.max(known?.cleared_up_to ?? 0, clear ? upTo : 0),
    };
    tx.write(
      tx.db
        .insertInto('notice_reader')
        .values({ ...own, ...next })
        .onConflict((conflict) => conflict.columns(['outlet_id', 'user_id']).doUpdateSet(next)),
    );
  });
}

export { type NewNotice, notify } from './notify.ts';
export { type AccountNews, createTellPerson, type TellPerson } from './tell-person.ts';
