/** What guests of the demo data order: the items of the stored menu, with a weight for how often each is ordered. */
import { readMenus } from '../modules/menu/queries.ts';
import type { Store } from '../platform/store/store.ts';
import { cafeMenu } from './cafe-menu.ts';
import { storeMenu } from './store-menu.ts';

export interface DemoGoods {
  readonly menuItemId: number;
  readonly size: string;
  readonly isTicketed: boolean;
  readonly liked: number;
}

/** Returns the sizes of all items. */
export async function demoGoods(store: Store, outletId: number, kind: 'cafe' | 'store'): Promise<readonly DemoGoods[]> {
  const menus = await store.readOutlet(outletId, (db) => readMenus(db, outletId));
  const categories = kind === 'cafe' ? cafeMenu : storeMenu;
  const liked = new Map(categories.flatMap(({ items }) => items.map((item) => [item.name, item.liked] as const)));
  return menus
    .flatMap((menu) => menu.categories.flatMap((category) => category.menuItems))
    .flatMap((item) =>
      item.sizes.map((size) => ({
        menuItemId: item.id,
        size: size.value,
        isTicketed: item.type !== 'NA',
        liked: (liked.get(item.name) ?? 1) / item.sizes.length,
      })),
    );
}

/** Returns a choice of different items, popular ones more often. */
export function pickGoods(goods: readonly DemoGoods[], count: number, next: () => number): DemoGoods[] {
  const total = goods.reduce((sum, one) => sum + one.liked, 0);
  const picked = new Set<DemoGoods>();
  for (let tries = 0; picked.size < count && tries < count * 4; tries++) {
    let roll = next() * total;
    const one = goods.find(({ liked }) => (roll -= liked) < 0);
    if (one) picked.add(one);
  }
  return [...picked];
}
