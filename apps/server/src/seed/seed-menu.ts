/** Writes a demo menu into the store: categories, items with sizes, and their pictures as files of the outlet. */
import { createHash } from 'node:crypto';
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { Kysely } from 'kysely';
import { fileUrl } from '../modules/outlet/files.ts';
import { askCatchUp, searchCatchUp } from '../platform/store/caught-up.ts';
import type { Database } from '../platform/store/schema/schema.ts';
import type { OutletTx, Store } from '../platform/store/store.ts';
import { type DemoCategory, type DemoItem, demoBarcode } from './demo-item.ts';
import { renderPicture } from './picture/picture.ts';
import { seedKey } from './seed-key.ts';

interface Picture {
  readonly key: string;
  readonly sha256: string;
  readonly content: Buffer;
}

async function pictureOf(item: DemoItem, ground: string): Promise<Picture> {
  const content = await renderPicture(item.name, { drawing: item.drawing, colours: item.colours, ground });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { key: sha256.slice(0, 12), sha256, content };
}

/** Returns the sizes, and the barcode of an item that has one size; of more sizes, each has its own. */
function codedSizes(prices: DemoItem['prices'], barcodeOf: (size: number) => string) {
  const rows = Object.entries(prices);
  const isOne = rows.length === 1;
  const sizes = rows.map(
    ([value, rufiyaa], index): MenuSize => ({
      value,
      sellingPrice: Math.round(rufiyaa * 100),
      isDefault: index === 0,
      ...(!isOne && barcodeOf(index) && { barcode: barcodeOf(index) }),
    }),
  );
  return { barcode: isOne ? barcodeOf(0) : '', sizes: JSON.stringify(sizes) };
}

function writePicture(tx: OutletTx, outletId: number, picture: Picture, name: string): void {
  const row = {
    outlet_id: outletId,
    key: picture.key,
    name,
    mime: 'image/webp',
    bytes: picture.content.length,
    sha256: picture.sha256,
    content: picture.content,
    created_at: tx.now,
    created_by: null,
  };
  tx.write(
    tx.db
      .insertInto('file')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

function findMenu(db: Kysely<Database>, outletId: number, key: string): Promise<{ id: number } | undefined> {
  return db.selectFrom('menu').select('id').where('outlet_id', '=', outletId).where('key', '=', key).executeTakeFirst();
}

/** Writes a menu, unless it exists; the codes of its items start with `codePrefix`. Goods that are scanned have barcodes. */
export async function seedMenu(
  store: Store,
  outletId: number,
  menu: {
    readonly name: string;
    readonly codePrefix: string;
    readonly isScanned?: boolean;
    readonly categories: readonly DemoCategory[];
  },
): Promise<void> {
  const menuKey = seedKey(`menu ${outletId} ${menu.name}`);
  if (await store.readOutlet(outletId, (db) => findMenu(db, outletId, menuKey))) return;
  const wishes = menu.categories.flatMap((category) => category.items.map((item) => pictureOf(item, category.ground)));
  const pictures = await Promise.all(wishes);
  await store.writeOutlet(outletId, async (tx) => {
    const outlet_id = outletId;
    if (await findMenu(tx.db, outletId, menuKey)) return;
    const stamp = { created_at: tx.now, created_by: null, modified_at: tx.now, modified_by: null };
    const menuId = await tx.nextId('menu');
    tx.write(
      tx.db.insertInto('menu').values({
        outlet_id,
        id: menuId,
        key: menuKey,
        name: menu.name,
        availability: '[]',
        order_types: '[]',
        ...stamp,
      }),
    );
    let number = 0;
    for (const [categorySort, category] of menu.categories.entries()) {
      const categoryId = await tx.nextId('category');
      tx.write(
        tx.db.insertInto('category').values({
          outlet_id,
          id: categoryId,
          key: seedKey(`category ${outletId} ${category.name}`),
          name: category.name,
          name_local: category.local,
          menu_ids: JSON.stringify([menuId]),
          color: category.color,
          image: null,
          sort: categorySort,
          gst_mode: null,
          ...stamp,
        }),
      );
      for (const [sort, item] of category.items.entries()) {
        const place = number;
        const picture = pictures[place] as Picture;
        number += 1;
        writePicture(tx, outletId, picture, item.name);
        tx.write(
          tx.db.insertInto('menu_item').values({
            outlet_id,
            id: await tx.nextId('menu_item'),
            key: seedKey(`item ${outletId} ${item.name}`),
            code: `${menu.codePrefix}${String(number).padStart(3, '0')}`,
            name: item.name,
            name_local: item.local,
            category_ids: JSON.stringify([categoryId]),
            type: item.type,
            ...codedSizes(item.prices, (size) => (menu.isScanned ? demoBarcode(place, size) : '')),
            image: fileUrl(outletId, picture.key),
            gst_mode: null,
            gst_bp: null,
            sort,
            ...stamp,
          }),
        );
      }
    }
    tx.change({ entity: 'Menu', id: menuId, version: 1, action: 'Created' });
  });
  await askCatchUp(store, outletId, searchCatchUp);
}
