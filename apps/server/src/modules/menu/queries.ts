/** The published menus of an outlet, as tills read them. */
import type { ItemMarks } from '@atoll/domain/menu/marks';
import type { Menu, MenuCategory, MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import type { ModifierGroup, ModifierOption } from '@atoll/domain/menu/modifier';
import { defaultMenuGraceMinutes } from '@atoll/domain/price/offered';
import type { Kysely, Selectable } from 'kysely';
import type { Database, MenuItemTable, StoredOption } from '../../platform/store/schema/schema.ts';

type Groups = ReadonlyMap<number, ModifierGroup>;

/** Returns a size without its costs, which tills do not need. */
const presentSize = ({ value, sellingPrice, isDefault, barcode }: MenuSize): MenuSize => ({
  value,
  sellingPrice,
  isDefault,
  ...(barcode && { barcode }),
});

/** Returns what stands beside the name of an item. */
export const presentMarks = (
  row: Pick<Selectable<MenuItemTable>, 'allergens' | 'spicy' | 'is_vegetarian' | 'is_halal'>,
): ItemMarks => ({
  ...(row.allergens.length > 0 && { allergens: row.allergens }),
  ...(row.spicy > 0 && { spicy: row.spicy }),
  ...(row.is_vegetarian && { isVegetarian: true }),
  ...(row.is_halal && { isHalal: true }),
});

/** Returns what makes an item a set menu; nothing of another item. */
export const presentSet = ({
  is_set,
  choice_group_ids,
}: Pick<Selectable<MenuItemTable>, 'is_set' | 'choice_group_ids'>): Pick<MenuItem, 'choiceGroupIds'> =>
  is_set && choice_group_ids.length > 0 ? { choiceGroupIds: choice_group_ids } : {};

/** Returns an item as tills read it. */
export function presentItem(row: Selectable<MenuItemTable>, groups: Groups): MenuItem {
  const modifierGroups = row.modifier_group_ids.flatMap((id) => groups.get(id) ?? []);
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    nameLocal: row.name_local,
    kitchenName: row.kitchen_name,
    code: row.code,
    barcode: row.barcode,
    type: row.type,
    sizes: row.sizes.map(presentSize),
    description: row.description,
    image: row.image,
    gstMode: row.gst_mode,
    gstPct: row.gst_bp === null ? null : row.gst_bp / 100,
    serviceChargeable: row.is_service_chargeable,
    printable: row.is_printable,
    openPrice: row.is_open_price,
    soldByWeight: row.is_sold_by_weight,
    isAvailable: row.is_available,
    ...(modifierGroups.length > 0 && { modifierGroups }),
    ...presentMarks(row),
    ...(row.max_discount_bp !== null && { maxDiscountPct: row.max_discount_bp / 100 }),
    ...presentSet(row),
  };
}

function itemsByCategory(rows: readonly Selectable<MenuItemTable>[], groups: Groups): Map<number, MenuItem[]> {
  const byCategory = new Map<number, MenuItem[]>();
  for (const row of rows) {
    const item = presentItem(row, groups);
    for (const id of row.category_ids) {
      const items = byCategory.get(id);
      if (items) items.push(item);
      else byCategory.set(id, [item]);
    }
  }
  return byCategory;
}

/** Returns the version of the outlet's terms. A cached menu is valid while it is unchanged. */
export async function termsVersion(db: Kysely<Database>, outletId: number): Promise<number> {
  const row = await db
    .selectFrom('outlet_cursor')
    .select('terms_version')
    .where('outlet_id', '=', outletId)
    .executeTakeFirst();
  return row?.terms_version ?? 0;
}

/** Returns the codes of the stations that make something, by id. */
async function stationCodes(db: Kysely<Database>, outletId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('station')
    .select(['id', 'code'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .where('is_expediter', '=', false)
    .execute();
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Returns an option as tills read it: with the code of its station. */
function optionOf({ stationId = 0, ...option }: StoredOption, codes: ReadonlyMap<number, string>): ModifierOption {
  const station = codes.get(stationId);
  return { ...option, priceDelta: option.priceDelta ?? 0, ...(station && { station }) };
}

/** Returns the active modifier groups by id. */
export async function readModifierGroups(db: Kysely<Database>, outletId: number): Promise<Groups> {
  const rows = await db
    .selectFrom('modifier_group')
    .select(['id', 'name', 'is_required', 'min_choices', 'max_choices', 'free_count', 'options'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .execute();
  const codes = rows.some(({ options }) => options.some(({ stationId }) => stationId))
    ? await stationCodes(db, outletId)
    : new Map<number, string>();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        min: Math.max(row.min_choices, row.is_required ? 1 : 0),
        max: row.max_choices,
        freeCount: row.free_count,
        options: row.options.map((option) => optionOf(option, codes)),
      },
    ]),
  );
}

/** Returns the published menus and all active categories of an outlet, in order and without items. */
export async function readMenuHeads(db: Kysely<Database>, outletId: number) {
  const menus = await db
    .selectFrom('menu')
    .select(['id', 'name', 'availability', 'order_types', 'publish_from', 'publish_to', 'grace_minutes'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .where('status', '=', 'Published')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const categories = await db
    .selectFrom('category')
    .select(['id', 'name', 'name_local', 'color', 'gst_mode', 'sort', 'menu_ids', 'course_no'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return {
    menus: menus.map((menu) => ({
      id: menu.id,
      name: menu.name,
      ...(menu.availability.length > 0 && { availability: menu.availability }),
      ...(menu.order_types.length > 0 && { orderTypes: menu.order_types }),
      ...(menu.publish_from !== null && { publishFrom: menu.publish_from }),
      ...(menu.publish_to !== null && { publishTo: menu.publish_to }),
      ...(menu.availability.length > 0 &&
        menu.grace_minutes !== defaultMenuGraceMinutes && { graceMinutes: menu.grace_minutes }),
      categoryIds: categories.filter((row) => row.menu_ids.includes(menu.id)).map(({ id }) => id),
    })),
    categories: categories.map((row) => ({
      id: row.id,
      name: row.name,
      nameLocal: row.name_local,
      color: row.color,
      gstMode: row.gst_mode,
      sort: row.sort,
      ...(row.course_no > 0 && { courseNo: row.course_no }),
    })),
  };
}

/** Returns the published menus with their categories and items in order: in each category pinned items (`isPinned`) come first. */
export async function readMenus(db: Kysely<Database>, outletId: number): Promise<Menu[]> {
  const { menus, categories } = await readMenuHeads(db, outletId);
  const items = await db
    .selectFrom('menu_item')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('is_pinned', 'desc')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const byCategory = itemsByCategory(items, await readModifierGroups(db, outletId));
  const filled: MenuCategory[] = categories.map((category) => ({
    ...category,
    menuItems: byCategory.get(category.id) ?? [],
  }));
  return menus.map(({ categoryIds, ...menu }) => ({
    ...menu,
    categories: filled.filter(({ id }) => categoryIds.includes(id)),
  }));
}
