/** What the dialog of an item asks for: its size, its options, its weight or its price. Source: R2.12, R12.1. */
import type { MenuItem } from '@atoll/domain/menu/menu';
import { useSearch } from '@tanstack/react-router';
import { useApp } from '../../../sync/app-store.ts';
import { findMenuItem } from './menu-item.ts';

/** Returns the title of the dialog of an item, as a key of the catalogue; `size` is the one that a barcode has chosen. */
export function choiceTitle(
  { sizes, soldByWeight, openPrice, modifierGroups = [], choiceGroupIds }: MenuItem,
  size?: string,
) {
  if (choiceGroupIds) return 'service.chooseOptions';
  if (sizes.length > 1 && size === undefined) return 'bill.selectSize';
  if (soldByWeight) return 'service.enterWeight';
  if (openPrice) return 'service.enterPrice';
  return modifierGroups.length > 0 ? 'service.chooseOptions' : 'bill.selectSize';
}

/** Returns the title for the item of the current address; undefined while the menus do not have it. */
export function useChoiceTitle() {
  const { item, size } = useSearch({ strict: false }) as { readonly item?: string; readonly size?: string };
  const menus = useApp((state) => state.menus);
  const found = findMenuItem(menus, Number(item))?.item;
  return found && choiceTitle(found, size);
}
