/** Pictures of an outlet, stored under a key of their content. The picture at an address never changes. */
import type { Actor } from '../../platform/http/actor.ts';
import { fittedPicture } from '../../platform/image/image.ts';
import type { FileTable } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { fileUrl } from '../outlet/service.ts';

const maxPixels = 1024;

/** Stores a picture and returns its address; the same picture always has the same address. Refused: 'imageUnreadable'. */
export async function savePicture(store: Store, actor: Actor, bytes: Uint8Array): Promise<string> {
  const { mime, content, sha256 } = await fittedPicture(bytes, maxPixels);
  const key = sha256.slice(0, 24);
  await storeFile(store, actor, { key, mime, sha256, content });
  return fileUrl(actor.outletId, key);
}

/** Stores a file under its key; an existing one stays. */
export async function storeFile(
  store: Store,
  actor: Actor,
  file: Pick<FileTable, 'key' | 'mime' | 'sha256' | 'content'>,
): Promise<void> {
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = { ...file, name: '', bytes: file.content.length };
    tx.write(
      tx.db
        .insertInto('file')
        .values({ outlet_id: actor.outletId, ...row, created_at: tx.now, created_by: actor.userId })
        .onConflict((conflict) => conflict.doNothing()),
    );
  });
}
