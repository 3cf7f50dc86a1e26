/** The published menus of an outlet, put together as a till reads them. */
import type { Menu, MenuCategory, MenuItem } from '@atoll/domain/menu/menu';
import type { Kysely, Selectable } from 'kysely';
import type { Database, MenuItemTable } from '../../platform/store/schema.ts';

function presentItem(row: Selectable<MenuItemTable>): MenuItem {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    nameLocal: row.name_local,
    kitchenName: row.kitchen_name,
    code: row.code,
    barcode: row.barcode,
    type: row.type,
    sizes: row.sizes,
    description: row.description,
    image: row.image,
    gstMode: row.gst_mode,
    gstPct: row.gst_bp === null ? null : row.gst_bp / 100,
    serviceChargeable: row.is_service_chargeable,
    printable: row.is_printable,
    openPrice: row.is_open_price,
    soldByWeight: row.is_sold_by_weight,
    isAvailable: row.is_available,
    sort: row.sort,
  };
}

function itemsByCategory(rows: readonly Selectable<MenuItemTable>[]): Map<number, MenuItem[]> {
  const byCategory = new Map<number, MenuItem[]>();
  for (const row of rows) {
    const item = presentItem(row);
    for (const id of row.category_ids) {
      const items = byCategory.get(id);
      if (items) items.push(item);
      else byCategory.set(id, [item]);
    }
  }
  return byCategory;
}

/** Answers the version of the outlet's terms: what is kept of the menu is good while it stands. */
export async function termsVersion(db: Kysely<Database>, outletId: number): Promise<number> {
  const row = await db
    .selectFrom('outlet_cursor')
    .select('terms_version')
    .where('outlet_id', '=', outletId)
    .executeTakeFirst();
  return row?.terms_version ?? 0;
}

/** Answers the published menus with their categories and items in order. */
export async function readMenus(db: Kysely<Database>, outletId: number): Promise<Menu[]> {
  const menus = await db
    .selectFrom('menu')
    .select(['id', 'name'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .where('status', '=', 'Published')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const categories = await db
    .selectFrom('category')
    .select(['id', 'name', 'name_local', 'color', 'gst_mode', 'sort', 'menu_ids'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const items = await db
    .selectFrom('menu_item')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const byCategory = itemsByCategory(items);
  const present = (row: (typeof categories)[number]): MenuCategory => ({
    id: row.id,
    name: row.name,
    nameLocal: row.name_local,
    color: row.color,
    gstMode: row.gst_mode,
    sort: row.sort,
    menuItems: byCategory.get(row.id) ?? [],
  });
  return menus.map((menu) => ({
    id: menu.id,
    name: menu.name,
    categories: categories.filter((row) => row.menu_ids.includes(menu.id)).map(present),
  }));
}
