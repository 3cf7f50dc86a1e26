/** The first menu of an outlet, from the rows of a table: category, item, size, price. */
import { createHash } from 'node:crypto';
import type { MenuRow } from '@atoll/domain/contract/outlet/start';
import type { MenuSize } from '@atoll/domain/menu/menu';
import type { OutletTx, Store } from '../../platform/store/store.ts';

interface FirstItem {
  readonly name: string;
  readonly type: MenuRow['type'];
  readonly sizes: MenuSize[];
}

/** Returns a UUID computed from a name: the same menu sent twice gets the same keys and is created once. */
function keyOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the categories in their order, each with its items by name. Rows of one item are its sizes; the last row of a size gives its price. */
export function gatherMenu(rows: readonly MenuRow[]): Map<string, Map<string, FirstItem>> {
  const categories = new Map<string, Map<string, FirstItem>>();
  for (const { category, name, size, price, type } of rows) {
    const items = categories.get(category) ?? new Map<string, FirstItem>();
    categories.set(category, items);
    const item = items.get(name) ?? { name, type, sizes: [] };
    items.set(name, item);
    const value = size.trim() || 'Small';
    const known = item.sizes.findIndex((one) => one.value === value);
    if (known >= 0) item.sizes.splice(known, 1);
    item.sizes.push({ value, sellingPrice: price, isDefault: item.sizes.length === 0 });
  }
  return categories;
}

async function writeMenu(tx: OutletTx, rows: readonly MenuRow[]): Promise<void> {
  const outlet_id = tx.head.outletId;
  const key = keyOf(`first menu ${outlet_id}`);
  const stamp = { created_at: tx.now, created_by: null, modified_at: tx.now, modified_by: null };
  const known = await tx.db
    .selectFrom('menu')
    .select('id')
    .where('outlet_id', '=', outlet_id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (known) return;
  const id = await tx.nextId('menu');
  tx.write(
    tx.db
      .insertInto('menu')
      .values({ outlet_id, id, key, name: 'Menu', availability: '[]', order_types: '[]', ...stamp }),
  );
  let sort = 0;
  for (const [category, items] of gatherMenu(rows)) {
    const categoryId = await tx.nextId('category');
    tx.write(
      tx.db.insertInto('category').values({
        outlet_id,
        id: categoryId,
        key: keyOf(`${key} category ${category}`),
        name: category,
        menu_ids: JSON.stringify([id]),
        image: null,
        gst_mode: null,
        sort: sort++,
        ...stamp,
      }),
    );
    for (const item of items.values()) {
      tx.write(
        tx.db.insertInto('menu_item').values({
          outlet_id,
          id: await tx.nextId('menu_item'),
          key: keyOf(`${key} item ${category} ${item.name}`),
          name: item.name,
          category_ids: JSON.stringify([categoryId]),
          type: item.type,
          sizes: JSON.stringify(item.sizes),
          image: null,
          gst_mode: null,
          gst_bp: null,
          sort: sort++,
          ...stamp,
        }),
      );
    }
  }
  tx.change({ entity: 'Menu', id, version: 1, action: 'Created' });
}

/** Writes the first menu, unless it exists. */
export function writeFirstMenu(store: Store, outletId: number, rows: readonly MenuRow[]): Promise<void> {
  return store.writeOutlet(outletId, (tx) => writeMenu(tx, rows));
}
