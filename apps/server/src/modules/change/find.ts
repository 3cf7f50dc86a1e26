/** Changes of an outlet since a device last asked. Source: docs/rules.md#change-cursor. */
import { changeRetentionMs } from '../../platform/store/outlet/head.ts';
import type { Store } from '../../platform/store/store.ts';

/** Above this number a complete reload is less work. */
export const maxChanges = 500;

export interface Change {
  readonly seq: number;
  readonly entity: string;
  readonly id: number | null;
  readonly version: number;
  readonly action: string;
}

export type Changes =
  | { readonly head: number; readonly changes: readonly Change[] }
  | { readonly head: number; readonly reset: true };

/**
 * Returns the changes after `since` in their order, only the newest of each thing. Returns `reset` when some of them are no longer kept,
 * when there are more than 500, or when `since` is ahead of the outlet, which was restored from a copy. `now` is epoch ms.
 */
export function changesSince(store: Store, outletId: number, since: number, now: number): Promise<Changes> {
  return store.readOutlet(outletId, async (db) => {
    const row = await db.selectFrom('outlet_cursor').select('seq').where('outlet_id', '=', outletId).executeTakeFirst();
    const head = row?.seq ?? 0;
    if (since === head) return { head, changes: [] };
    if (since > head || head - since > maxChanges) return { head, reset: true };
    const rows = await db
      .selectFrom('change_log')
      .select(['seq', 'entity', 'entity_id', 'version', 'action', 'at'])
      .where('outlet_id', '=', outletId)
      .where('seq', '>', since)
      .orderBy('seq')
      .execute();
    const isWhole = rows.length === head - since && rows.every(({ at }) => at >= now - changeRetentionMs);
    if (!isWhole) return { head, reset: true };
    const newest = new Map<string, Change>();
    for (const { seq, entity, entity_id: id, version, action } of rows) {
      const name = `${entity} ${id}`;
      newest.delete(name);
      newest.set(name, { seq, entity, id, version, action });
    }
    return { head, changes: [...newest.values()] };
  });
}
