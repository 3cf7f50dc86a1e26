/** Reads what a dry run plans, and what its sales depend on. Source: R21.31, docs/rules.md#dry-run. */
import type { PricePlan, Replay } from '@atoll/domain/bill/promotion/reprice-sale';
import type { replayPrices } from '@atoll/domain/contract/outlet/replay';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { MenuSize } from '@atoll/domain/menu/menu';
import { priceListOf } from '@atoll/domain/price/list-of';
import { promotionOf } from '@atoll/domain/price/promotion-of';
import type { DatedPrice } from '@atoll/domain/price/rules';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { priceChange } from '@atoll/domain/resources/price-change';
import { priceList } from '@atoll/domain/resources/price-list';
import { promotion } from '@atoll/domain/resources/promotion';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import { type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import { portionCosts } from '../stock/service.ts';

export type Asked = BodyOf<typeof replayPrices>;

interface Reading {
  readonly db: Kysely<Database>;
  readonly outletId: number;
}

/** Returns the values of records by id. Throws the refusal of an id that the outlet does not have. */
async function valuesById(
  { db, outletId }: Reading,
  definition: ResourceDefinition,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly values: Values }[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = (await resourceDb(db)
    .selectFrom(definition.table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('id', 'in', wanted)
    .orderBy('id')
    .execute()) as unknown as ResourceRow[];
  if (rows.length < wanted.length) throw refused('notFound');
  return rows.map((row) => ({ id: row.id, values: valuesOf(definition, row) }));
}

/** Returns the prices of planned changes; of two for one size the later day counts, then the greater id. */
function pricesOf(changes: readonly { readonly values: Values }[]): DatedPrice[] {
  const inOrder = changes.toSorted((a, b) => (String(a.values['fromDate']) < String(b.values['fromDate']) ? -1 : 1));
  const prices = inOrder.flatMap(({ values }) => values['prices'] as DatedPrice[]);
  return [...new Map(prices.map((one) => [`${one.menuItemId} ${one.size}`, one])).values()];
}

/** Returns the plan that is asked for. Refused: 'notFound'. */
export async function readPlan(reading: Reading, asked: Asked): Promise<PricePlan> {
  const changes = await valuesById(reading, priceChange, asked.priceChangeIds);
  const lists = await valuesById(reading, priceList, asked.listIds);
  const promotions = await valuesById(reading, promotion, asked.promotionIds);
  return {
    prices: pricesOf(changes),
    lists: lists.map(({ id, values }) => priceListOf(id, values)),
    promotions: promotions.map(({ id, values }) => promotionOf(id, values)),
    rates: asked.rates,
  };
}

/** A size with its cost, which only the back office has. */
type CostedSize = MenuSize & { readonly costPrice?: number | null };

/** The menu as a dry run needs it. */
export interface ReplayMenu extends Pick<Replay, 'find' | 'findPlanned'> {
  /** Returns the cost of a unit in laari; undefined: not known. */
  readonly costOf: (menuItemId: number, size: string) => number | undefined;
}

/** Reads the menu, as it is and with the categories of other menus. Refused: 'notFound'. */
export async function readReplayMenu({ db, outletId }: Reading, menuIds: readonly number[]): Promise<ReplayMenu> {
  const items = await db
    .selectFrom('menu_item')
    .select(['id', 'category_ids', 'sizes', 'is_open_price'])
    .where('outlet_id', '=', outletId)
    .execute();
  const categories = await db
    .selectFrom('category')
    .select(['id', 'menu_ids'])
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .execute();
  const menus = await db
    .selectFrom('menu')
    .select(['id', 'status', 'is_active'])
    .where('outlet_id', '=', outletId)
    .execute();
  if (menuIds.some((wanted) => !menus.some(({ id }) => id === wanted))) throw refused('notFound');
  const published = menus.filter(({ status, is_active }) => is_active && status === 'Published').map(({ id }) => id);
  const made = await portionCosts(db, outletId);
  const byId = new Map(items.map((row) => [row.id, row]));
  const finder = (shown: readonly number[]): Replay['find'] => {
    const known = new Set(
      categories.filter(({ menu_ids }) => menu_ids.some((menu) => shown.includes(menu))).map(({ id }) => id),
    );
    const found = new Map(
      items.map(({ id, category_ids, is_open_price }) => [
        id,
        { categoryIds: category_ids.filter((one) => known.has(one)), openPrice: is_open_price },
      ]),
    );
    return (id) => found.get(id);
  };
  const find = finder(published);
  return {
    find,
    findPlanned: menuIds.length === 0 ? find : finder([...published, ...menuIds]),
    costOf: (id, size) => {
      const own = (byId.get(id)?.sizes as readonly CostedSize[] | undefined)?.find(({ value }) => value === size);
      return own?.costPrice ?? made(id, size);
    },
  };
}
