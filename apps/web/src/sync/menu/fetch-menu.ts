/** Fetches the menus: a small one as a whole, of a large one what the device does not have. Source: R15.6, R34.7. */
import type { Contract } from '@atoll/domain/contract/contract';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';
import type { Menu } from '@atoll/domain/menu/menu';
import { call } from '../../api/api.ts';

export type MenuAnswer = AnswerOf<Contract['menu.get']>;
export type MenuOutline = Exclude<MenuAnswer, readonly unknown[]>;
export type MenuBlock = AnswerOf<Contract['menu.blocks']>[number];

export interface LoadedMenu {
  readonly menus: readonly Menu[];
  /** What is stored as the copy of the menus: the outline of a large one, whose items are stored beside it. */
  readonly copy: MenuOutline | readonly Menu[];
}

export const isOutline = (menus: MenuAnswer | readonly Menu[]): menus is MenuOutline => !Array.isArray(menus);

/** A small menu needs nothing of it. */
const largeMenu = () => import('./large-menu.ts');

/** Fetches the menus of an outlet. `onPart` takes a part of a large one while the rest is fetched for the first time. */
export async function fetchMenu(
  outletId: number,
  options: { readonly signal: AbortSignal; readonly quiet: boolean },
  onPart: (menus: readonly Menu[]) => void,
): Promise<LoadedMenu> {
  const outline = () => call('menu.get', { query: { inBlocks: 'true' }, ...options });
  const answer = await outline();
  if (!isOutline(answer)) return { menus: answer, copy: answer };
  const { fetchLargeMenu } = await largeMenu();
  const blocks = (ids: readonly number[]) => call('menu.blocks', { query: { ids: ids.join(',') }, ...options });
  return await fetchLargeMenu(outletId, answer, { outline, blocks, onPart });
}

/** Returns the menus of a stored copy. */
export async function menusOfCopy(outletId: number, copy: MenuAnswer): Promise<readonly Menu[]> {
  return isOutline(copy) ? await (await largeMenu()).menusOfOutline(outletId, copy) : copy;
}
