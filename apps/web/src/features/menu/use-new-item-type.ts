import type { MenuItemType } from '@atoll/domain/menu/menu';
import { newItemType } from '@atoll/domain/menu/new-item-type';
import { useApp } from '../../sync/app-store.ts';

/** Returns the ticket that a new item or category of the outlet starts with. */
export function useNewItemType(): MenuItemType {
  return useApp((state) => newItemType(state.outlet?.businessType, state.settings));
}
