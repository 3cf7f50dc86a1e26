/**
 * A large menu in blocks: a till fetches the outline, and of the items the blocks whose hash it does not have. Built once for each version of the
 * outlet's terms, beside the tills' reads, a page of items at a time. Source: R34.7.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ByteCache, bytesOf } from '../../platform/store/byte-cache.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { presentItem, readMenuHeads, readModifierGroups, termsVersion } from './queries.ts';

/** A menu with more items than this is read in blocks. */
export const maxItemsOfWholeMenu = 1000;
/** Ids of a block: a change of one item makes tills fetch so many. */
export const idsOfBlock = 64;
/** Items that are read and written as JSON between two turns of the event loop. */
const itemsOfPage = 1000;
/** Of all menus that are kept; that of the outlet which was asked for longest ago is dropped first (R34.14). */
const maxBytes = 64 * 1024 * 1024;

export interface MenuBlocks {
  readonly version: number;
  readonly etag: string;
  readonly outline: Buffer;
  /** JSON of each block by its id. */
  readonly blocks: ReadonlyMap<number, string>;
}

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, length);

/** Returns the JSON of the items of published categories, by block. */
async function readItems(
  db: Kysely<Database>,
  outletId: number,
  published: ReadonlySet<number>,
): Promise<Map<number, string[]>> {
  const groups = await readModifierGroups(db, outletId);
  const found = new Map<number, string[]>();
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('menu_item')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('is_active', '=', true)
      .where('id', '>', last)
      .orderBy('id')
      .limit(itemsOfPage)
      .execute();
    for (const row of rows) {
      const categoryIds = row.category_ids.filter((id) => published.has(id));
      if (categoryIds.length === 0) continue;
      const item = { ...presentItem(row, groups), categoryIds, isPinned: row.is_pinned, sort: row.sort };
      const block = Math.floor(row.id / idsOfBlock);
      const items = found.get(block);
      if (items) items.push(JSON.stringify(item));
      else found.set(block, [JSON.stringify(item)]);
    }
    if (rows.length < itemsOfPage) return found;
    last = rows.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  }
}

/** Reads an outlet's menu in blocks. */
async function readBlocks(store: Store, outletId: number): Promise<MenuBlocks> {
  return await store.readForLists(outletId, async (db) => {
    const version = await termsVersion(db, outletId);
    const { menus, categories } = await readMenuHeads(db, outletId);
    const published = new Set(menus.flatMap(({ categoryIds }) => categoryIds));
    const items = await readItems(db, outletId, published);
    const blocks = new Map<number, string>();
    const hashes: { id: number; hash: string }[] = [];
    for (const [id, texts] of items) {
      const list = `[${texts.join(',')}]`;
      const hash = hashOf(list, 8);
      hashes.push({ id, hash });
      blocks.set(id, `{"id":${id},"hash":"${hash}","items":${list}}`);
    }
    const text = JSON.stringify({
      menus,
      categories: categories.filter(({ id }) => published.has(id)),
      blocks: hashes,
    });
    return { version, etag: `"${outletId}-${hashOf(text, 22)}"`, outline: Buffer.from(text), blocks };
  });
}

/** Returns a function that returns an outlet's menu in blocks, or null when it is small enough to be read as a whole. */
export function createMenuBlocks(store: Store, limit = maxBytes): (outletId: number) => Promise<MenuBlocks | null> {
  const kept = new ByteCache<number, MenuBlocks>(limit);
  const reading = new Map<number, Promise<MenuBlocks>>();

  const read = (outletId: number): Promise<MenuBlocks> => {
    const running = reading.get(outletId);
    if (running) return running;
    const own = readBlocks(store, outletId)
      .then((found) => {
        kept.set(outletId, found, bytesOf(found));
        return found;
      })
      .finally(() => reading.delete(outletId));
    reading.set(outletId, own);
    return own;
  };

  return async (outletId) => {
    const { version, isLarge } = await store.readOutlet(outletId, async (db) => ({
      version: await termsVersion(db, outletId),
      isLarge: await hasMoreItems(db, outletId),
    }));
    if (!isLarge) return null;
    const known = kept.get(outletId);
    if (known && known.version >= version) return known;
    const found = await read(outletId);
    // The one that was running may have started before the last change.
    return found.version >= version ? found : read(outletId);
  };
}

/** Returns whether an outlet has more items than are read as a whole. */
async function hasMoreItems(db: Kysely<Database>, outletId: number): Promise<boolean> {
  const one = await db
    .selectFrom('menu_item')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .limit(1)
    .offset(maxItemsOfWholeMenu)
    .executeTakeFirst();
  return one !== undefined;
}
