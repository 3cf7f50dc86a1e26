/** The menu as bytes, plain and gzipped, built once for each version of the outlet's terms. Menus that no till asked for longest are dropped (R34.14). */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ByteCache, bytesOf } from '../../platform/store/byte-cache.ts';
import type { Store } from '../../platform/store/store.ts';
import { readMenus, termsVersion } from './queries.ts';

export interface MenuBytes {
  readonly version: number;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const gzipped = promisify(gzip);

const maxBytes = 32 * 1024 * 1024;

/** Returns a function that returns the bytes of an outlet's current menu. */
export function createMenuBytes(store: Store, limit = maxBytes): (outletId: number) => Promise<MenuBytes> {
  const made = new ByteCache<number, MenuBytes>(limit);
  const making = new Map<number, Promise<MenuBytes>>();

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
    const promise = make(outletId)
      .then((bytes) => {
        made.set(outletId, bytes, bytesOf(bytes));
        return bytes;
      })
      .finally(() => {
        if (making.get(outletId) === promise) making.delete(outletId);
      });
    making.set(outletId, promise);
    return promise;
  };

  return async (outletId) => {
    const known = making.get(outletId) ?? made.get(outletId);
    if (!known) return remake(outletId);
    const version = await store.readOutlet(outletId, (db) => termsVersion(db, outletId));
    const bytes = await known;
    // Another call may have started to build the newer one in the meantime.
    if (bytes.version >= version) return bytes;
    const newer = making.get(outletId);
    return newer && newer !== known ? newer : remake(outletId);
  };
}
