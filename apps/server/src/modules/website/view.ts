/** What a site shows besides its blocks: the outlet and its current menu. */
import { businessDate } from '@atoll/domain/date/business-day';
import type { SiteContent } from '@atoll/domain/website/site';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';
import { noneLeft } from '../menu/service.ts';
import type { MenuSection, SiteView } from './page-html.ts';

async function menuSections(
  db: Kysely<Database>,
  outletId: number,
  soldOut: ReadonlySet<number>,
): Promise<MenuSection[]> {
  const menus = await db
    .selectFrom('menu')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .where('status', '=', 'Published')
    .execute();
  const published = new Set(menus.map(({ id }) => id));
  const categories = await db
    .selectFrom('category')
    .select(['id', 'name', 'menu_ids'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const items = await db
    .selectFrom('menu_item')
    .select([
      'id',
      'name',
      'description',
      'image',
      'sizes',
      'category_ids',
      'is_available',
      'is_open_price',
      'allergens',
      'spicy',
      'is_vegetarian',
      'is_halal',
    ])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return categories
    .filter(({ menu_ids }) => menu_ids.some((id) => published.has(id)))
    .map(({ id, name }) => ({
      name,
      items: items
        .filter(({ category_ids }) => category_ids.includes(id))
        .map((item) => ({
          name: item.name,
          description: item.description,
          image: item.image,
          isAvailable: item.is_available && !soldOut.has(item.id),
          marks: marksOf(item),
          prices: item.is_open_price
            ? []
            : item.sizes.map(({ value, sellingPrice }, _, { length }) => ({
                size: length > 1 ? value : '',
                price: sellingPrice,
              })),
        })),
    }))
    .filter((section) => section.items.length > 0);
}

interface MarkedRow {
  readonly allergens: readonly string[];
  readonly spicy: number;
  readonly is_vegetarian: boolean;
  readonly is_halal: boolean;
}

/** Returns in words whether an item is vegetarian, halal or spicy, and its allergens (R35.76). */
function marksOf({ allergens, spicy, is_vegetarian, is_halal }: MarkedRow): string[] {
  return [
    is_vegetarian ? 'Vegetarian' : '',
    is_halal ? 'Halal' : '',
    spicy > 0 ? `Spicy ${spicy}/3` : '',
    allergens.length > 0 ? `Contains ${allergens.join(', ')}` : '',
  ].filter(Boolean);
}

/** Returns the data of a site's pages: content, outlet and menu. */
export async function siteView(
  db: Kysely<Database>,
  outletId: number,
  content: SiteContent,
  { now, ...place }: { readonly base: string; readonly origin: string; readonly now: number },
): Promise<SiteView> {
  const { timezone, business_day_cutoff, ...outlet } = await db
    .selectFrom('outlet')
    .select(['name', 'address', 'phone', 'email', 'tin', 'currency', 'logo', 'timezone', 'business_day_cutoff'])
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  const soldOut = await noneLeft(db, outletId, businessDate(now, timezone, business_day_cutoff));
  return { content, ...place, outlet, menu: await menuSections(db, outletId, soldOut) };
}
