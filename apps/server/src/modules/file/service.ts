/** Pictures of an outlet: kept once for what they show, and never changed under their address. */
import type { Actor } from '../../platform/http/actor.ts';
import { fittedPicture } from '../../platform/image/image.ts';
import type { FileTable } from '../../platform/store/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { fileUrl } from '../outlet/service.ts';

const mostPixels = 1024;

/** Keeps a picture and answers its address; the same picture has the same. Refused: 'imageUnreadable'. */
export async function savePicture(store: Store, actor: Actor, bytes: Uint8Array): Promise<string> {
  const { mime, content, sha256 } = await fittedPicture(bytes, mostPixels);
  const key = sha256.slice(0, 24);
  await keepFile(store, actor, { key, mime, sha256, content });
  return fileUrl(actor.outletId, key);
}

/** Keeps what a file holds under its key; what is there stays. */
export async function keepFile(
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
