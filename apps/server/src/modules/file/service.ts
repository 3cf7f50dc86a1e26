/** Pictures of an outlet: kept once for what they show, and never changed under their address. */
import type { Actor } from '../../platform/http/actor.ts';
import { fittedPicture } from '../../platform/image/image.ts';
import type { Store } from '../../platform/store/store.ts';
import { fileUrl } from '../outlet/service.ts';

const mostPixels = 1024;

/** Keeps a picture and answers its address; the same picture has the same. Refused: 'imageUnreadable'. */
export async function savePicture(store: Store, actor: Actor, bytes: Uint8Array): Promise<string> {
  const { mime, content, sha256 } = await fittedPicture(bytes, mostPixels);
  const key = sha256.slice(0, 24);
  await store.writeOutlet(actor.outletId, async (tx) => {
    const row = { key, name: '', mime, bytes: content.length, sha256, content };
    tx.write(
      tx.db
        .insertInto('file')
        .values({ outlet_id: actor.outletId, ...row, created_at: tx.now, created_by: actor.userId })
        .onConflict((conflict) => conflict.doNothing()),
    );
  });
  return fileUrl(actor.outletId, key);
}
