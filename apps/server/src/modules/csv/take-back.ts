/** Takes back what an import wrote, when it is stopped or cannot write the rest: all of it stays, or nothing. */
import { Refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { resourceDb } from '../../resource/row.ts';
import { type RecordChange, removeIn, updateIn } from '../../resource/write.ts';
import { removeRecord } from '../../search/search-index.ts';
import type { Made } from './categories.ts';
import { chunkSize } from './read-rows.ts';

/** A change that an import wrote: the body that restores the values before. */
export interface Changed {
  readonly body: RecordChange;
  /** The record was inactive before. */
  readonly isRestored: boolean;
}

/** Removes the records of one entity that an import created and nobody changed since. */
async function removeMade(
  store: Store,
  actor: Actor,
  { definition }: Resource,
  made: readonly number[],
): Promise<void> {
  for (let at = 0; at < made.length; at += chunkSize) {
    const ids = made.slice(at, at + chunkSize);
    await store.writeOutlet(actor.outletId, async (tx) => {
      const rows = await resourceDb(tx.db)
        .selectFrom(definition.table)
        .select(['id', 'key'])
        .where('outlet_id', '=', actor.outletId)
        .where('id', 'in', ids)
        .where('version', '=', 1)
        .execute();
      for (const row of rows) {
        const id = Number(row['id']);
        await removeRecord(tx, { entity: definition.name, id });
        tx.write(
          resourceDb(tx.db).deleteFrom(definition.table).where('outlet_id', '=', actor.outletId).where('id', '=', id),
        );
        const { userId, deviceId } = actor;
        const subject = { subject: definition.name, subjectKey: String(row['key']) };
        tx.history({ ...subject, action: 'TakenBack', userId, deviceId, before: { id } });
      }
    });
  }
}

/** Restores the values of changed records, unless somebody changed them since. */
async function restoreChanged(
  store: Store,
  actor: Actor,
  resource: Resource,
  changed: readonly Changed[],
): Promise<void> {
  for (const { body, isRestored } of changed)
    await store
      .writeOutlet(actor.outletId, async (tx) => {
        await updateIn(tx, actor, resource, body);
        if (isRestored) await removeIn(tx, actor, resource, body.id);
      })
      .catch((error: unknown) => {
        // Somebody changed it since: their change stays.
        if (!(error instanceof Refused)) throw error;
      });
}

/** Takes back everything: changed records first, then new ones, then what was made for them. */
export async function takeBack(
  store: Store,
  actor: Actor,
  resource: Resource,
  written: { readonly made: readonly Made[]; readonly changed: readonly Changed[] },
): Promise<void> {
  await restoreChanged(store, actor, resource, written.changed);
  const byResource = Map.groupBy(written.made, (one) => one.resource);
  for (const [of, made] of [...byResource].toReversed())
    await removeMade(
      store,
      actor,
      of,
      made.map(({ id }) => id),
    );
}
