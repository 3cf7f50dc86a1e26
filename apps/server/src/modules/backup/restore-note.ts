/** The history of a restore: in the store that was replaced, and in the restored one at its first start. Source: docs/rules.md#history. */
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { restoreNote } from '../../platform/store/store-name.ts';

export interface RestoreNote {
  readonly outletId: number;
  readonly userId: number;
  readonly name: string;
  readonly deviceId: string | null;
  /** The name of the kept backup, or null for an uploaded file. */
  readonly file: string | null;
}

/** Returns the note about who restores what. */
export const noteOf = ({ outletId, userId, name, deviceId }: Actor, file: string | undefined): RestoreNote => ({
  outletId,
  userId,
  name,
  deviceId,
  file: file ?? null,
});

function write(tx: OutletTx, action: 'Restored' | 'Downloaded', note: RestoreNote, userId: number | null): void {
  const { name, file, deviceId } = note;
  tx.history({ subject: 'Backup', subjectKey: file ?? 'upload', action, userId, deviceId, after: { name, file } });
}

/** Writes that somebody restores a backup, or downloaded one, into the store in use. */
export function noteHere(store: Store, action: 'Restored' | 'Downloaded', note: RestoreNote): Promise<void> {
  return store.writeOutlet(note.outletId, async (tx) => write(tx, action, note, note.userId));
}

/** Writes into a restored store who restored it; once. The person and the outlet may not exist there. */
export async function noteRestored(store: Store): Promise<void> {
  const found = await store.readOrg(async (db) => {
    const row = await db.selectFrom('secret').select('value').where('name', '=', restoreNote).executeTakeFirst();
    if (row === undefined) return undefined;
    const note = JSON.parse(row.value) as RestoreNote;
    const outlets = await db.selectFrom('outlet').select('id').orderBy('id').execute();
    const user = await db.selectFrom('app_user').select('id').where('id', '=', note.userId).executeTakeFirst();
    return {
      note,
      outletId: outlets.find(({ id }) => id === note.outletId)?.id ?? outlets[0]?.id,
      userId: user?.id ?? null,
    };
  });
  if (found === undefined) return;
  const { note, outletId, userId } = found;
  if (outletId !== undefined) await store.writeOutlet(outletId, async (tx) => write(tx, 'Restored', note, userId));
  await store.writeOrg((db) => db.deleteFrom('secret').where('name', '=', restoreNote).execute());
}
