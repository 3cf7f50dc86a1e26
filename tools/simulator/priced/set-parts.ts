/** What guests choose for a set menu. */
import type { MenuItem } from '@atoll/domain/menu/menu';
import { type ChoiceGroup, choiceSize, groupsOf, type SetChoice } from '@atoll/domain/price/choice-group';
import type { Till } from '../device/till-main.ts';
import type { Chance } from '../network.ts';

/** Returns everything that the till sells, by the menus that it has. */
export const soldAt = (till: Till): readonly MenuItem[] =>
  till.app.getState().menus.flatMap((menu) => menu.categories.flatMap((each) => each.menuItems));

/** Returns a choice as a part of a set; undefined when the till does not know its item. */
export function partOf(till: Till, group: ChoiceGroup, choice: SetChoice) {
  const menuItem = soldAt(till).find(({ id }) => id === choice.menuItemId);
  const size = menuItem && choiceSize(menuItem, choice);
  return menuItem && size && { menuItem, size, group, extraPrice: choice.extraPrice };
}

/** Returns what a guest chooses for a set menu; undefined for any other item. */
export function chosenParts(till: Till, menuItem: MenuItem, chance: Chance) {
  const groups = groupsOf(menuItem, till.app.getState().prices);
  if (groups.length === 0) return undefined;
  return groups.flatMap((group) =>
    Array.from({ length: group.choose }, () => partOf(till, group, chance.oneOf(group.choices))).flatMap(
      (part) => part ?? [],
    ),
  );
}

/** Returns whether the till can sell an item: of a set menu it knows the parts. */
export const isChoosable = (till: Till, menuItem: MenuItem): boolean =>
  !menuItem.choiceGroupIds?.length || groupsOf(menuItem, till.app.getState().prices).length > 0;
