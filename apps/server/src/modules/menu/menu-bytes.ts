/** The menu as bytes, plain and gzipped, built once for each version of the outlet's terms. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Store } from '../../platform/store/store.ts';
import { readMenus, termsVersion } from './queries.ts';

export interface MenuBytes {
  readonly version: number;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const gzipped = promisify(gzip);

/** Returns a function that returns the bytes of an outlet's current menu. */
export function createMenuBytes(store: Store): (outletId: number) => Promise<MenuBytes> {
  const made = new Map<number, Promise<MenuBytes>>();

  const make = async (outletId: number): Promise<MenuBytes> => {
    const { version, menus } = await store.readOutlet(outletId, async (db) => ({
      version: await termsVersion(db, outletId),
      menus: await readMenus(db, outletId),
    }));
    const plain = Buffer.from(JSON.stringify(menus));
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    return { version, etag: `"${outletId}-${hash}"`, plain, gzipped: await gzipped(plain, { level: 9 }) };
  };

  const remake = (outletId: number): Promise<MenuBytes> => {
    const promise = make(outletId);
    made.set(outletId, promise);
    promise.catch(() => made.delete(outletId));
    return promise;
  };

  return async (outletId) => {
    const known = made.get(outletId);
    if (!known) return remake(outletId);
    const version = await store.readOutlet(outletId, (db) => termsVersion(db, outletId));
    const bytes = await known;
    // Another call may have started to build the newer one in the meantime.
    if (bytes.version >= version) return bytes;
    return made.get(outletId) === known ? remake(outletId) : (made.get(outletId) ?? remake(outletId));
  };
}
