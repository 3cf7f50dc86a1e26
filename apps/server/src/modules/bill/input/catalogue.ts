/** The menu as bills need it: items by id with their GST mode and their past prices. */
import type { MenuItem } from '@atoll/domain/menu/menu';
import type { GstMode } from '@atoll/domain/outlet/outlet';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/store/schema/schema.ts';
import { presentMarks, presentSet, readModifierGroups } from '../../menu/service.ts';

export interface PastPrice {
  readonly size: string;
  readonly price: number;
  /** Epoch ms: the price was valid from `from`, inclusive, until `until`, exclusive. */
  readonly from: number;
  readonly until: number;
}

export interface CatalogueItem {
  readonly menuItem: MenuItem;
  /** The GST mode of its category, if it sets one. */
  readonly category: { readonly gstMode: GstMode | null };
  readonly categoryIds: readonly number[];
  /** Only active items are sold. */
  readonly isActive: boolean;
  readonly pastPrices: readonly PastPrice[];
}

export type Catalogue = ReadonlyMap<number, CatalogueItem>;

/** Reads every item of the outlet, also inactive ones: a till that was offline may still send one. */
export async function readCatalogue(db: Kysely<Database>, outletId: number): Promise<Catalogue> {
  const items = await db.selectFrom('menu_item').selectAll().where('outlet_id', '=', outletId).execute();
  const categories = await db
    .selectFrom('category')
    .select(['id', 'gst_mode'])
    .where('outlet_id', '=', outletId)
    .execute();
  const prices = await db.selectFrom('menu_price').selectAll().where('outlet_id', '=', outletId).execute();
  const groups = await readModifierGroups(db, outletId);
  const gstModes = new Map(categories.map((row) => [row.id, row.gst_mode]));
  const past = Map.groupBy(prices, (row) => row.menu_item_id);
  return new Map(
    items.map((row) => [
      row.id,
      {
        menuItem: {
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
          ...presentMarks(row),
          ...(row.max_discount_bp !== null && { maxDiscountPct: row.max_discount_bp / 100 }),
          ...presentSet(row),
          modifierGroups: row.modifier_group_ids.flatMap((id) => groups.get(id) ?? []),
        },
        category: {
          gstMode: row.category_ids.map((id) => gstModes.get(id) ?? null).find((mode) => mode !== null) ?? null,
        },
        categoryIds: row.category_ids,
        isActive: row.is_active,
        pastPrices: (past.get(row.id) ?? []).map((price) => ({
          size: price.size,
          price: price.price,
          from: price.valid_from,
          until: price.valid_until,
        })),
      },
    ]),
  );
}
