/** Writes a notification of an outlet. Source: docs/rules.md#notifications. */
import type { Permission } from '@atoll/domain/access/permission';
import type { NoticeSeverity } from '@atoll/domain/contract/outlet/notification';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import type { OutletTx } from '../../platform/store/store.ts';

/** Older notifications are deleted. */
const keptMs = 90 * 86_400_000;
/** Every 50th notification deletes the old ones. */
const sweepEvery = 50;

export interface NewNotice {
  readonly severity: NoticeSeverity;
  readonly title: Sentence;
  readonly body?: Sentence;
  /** Entity it is about, named as its view route: 'Inventory Item'. */
  readonly entity?: string;
  readonly entityId?: number;
  /** Permission needed to see it; absent: everybody of the outlet. */
  readonly permission?: Permission;
  /** The only person who sees it. */
  readonly userId?: number;
}

/** Writes a notification in the calling command and returns its id. Devices are informed after the commit. */
export async function notify(tx: OutletTx, notice: NewNotice): Promise<number> {
  const { severity, title, body = '', entity = null, entityId = null, permission = null, userId = null } = notice;
  const { outletId } = tx.head;
  const id = await tx.nextId('notice');
  tx.write(
    tx.db.insertInto('notice').values({
      outlet_id: outletId,
      id,
      severity,
      title,
      body,
      entity,
      entity_id: entityId,
      permission,
      user_id: userId,
      at: tx.now,
    }),
  );
  if (id % sweepEvery === 0)
    tx.write(
      tx.db
        .deleteFrom('notice')
        .where('outlet_id', '=', outletId)
        .where('at', '<', tx.now - keptMs),
    );
  tx.change({ entity: 'Notice', id, version: 1, action: 'Created' });
  return id;
}
