/** What is chosen for the parts of a set menu, group by group. Source: R21.25, docs/rules.md#set-menus. */
import { defaultModifiers, type ModifierGap, modifierGaps, pricedModifiers } from '@atoll/domain/bill/modifiers';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { type ChoiceGroup, choiceSize, type SetChoice } from '@atoll/domain/price/choice-group';
import type { PartChoice } from '../../bills/order.ts';
import type { MenuIndex } from '../../sync/menu/menu-index.ts';

/** A choice of a group with its item. */
export interface Offered {
  readonly choice: SetChoice;
  readonly menuItem: MenuItem;
  readonly size: MenuSize;
}

/** One chosen unit, with its options. */
export interface ChosenPart extends Offered {
  readonly group: ChoiceGroup;
  readonly options: readonly number[];
}

/** Returns what a group offers: the items that the menu has. */
export const offeredIn = (group: ChoiceGroup, find: (id: number) => MenuItem | undefined): readonly Offered[] =>
  group.choices.flatMap((choice) => {
    const menuItem = find(choice.menuItemId);
    const size = menuItem && choiceSize(menuItem, choice);
    return size ? [{ choice, menuItem, size }] : [];
  });

/** Returns the parts in the order of the groups, in which the price is divided. */
export const inGroupOrder = (groups: readonly ChoiceGroup[], chosen: readonly ChosenPart[]): readonly ChosenPart[] =>
  groups.flatMap((group) => chosen.filter((part) => part.group.id === group.id));

export const chosenPart = (group: ChoiceGroup, offered: Offered): ChosenPart => ({
  ...offered,
  group,
  options: defaultModifiers(offered.menuItem.modifierGroups ?? []).map(({ optionId }) => optionId),
});

/** Returns the initial choice of a group: its defaults, or the only thing that it offers. */
function initialParts(group: ChoiceGroup, offers: readonly Offered[]): readonly ChosenPart[] {
  const free = offers.filter(({ menuItem }) => menuItem.isAvailable);
  const [only] = free;
  const chosen =
    free.length === 1 && only
      ? Array.from({ length: group.choose }, () => only)
      : free.filter(({ choice }) => choice.isDefault).slice(0, group.choose);
  return chosen.map((offered) => chosenPart(group, offered));
}

/** Returns the initial choice of a set. */
export const initialSet = (groups: readonly ChoiceGroup[], index: Pick<MenuIndex, 'find'>): readonly ChosenPart[] =>
  groups.flatMap((group) =>
    initialParts(
      group,
      offeredIn(group, (id) => index.find(id)?.item),
    ),
  );

/** Returns the choice after a tap: one more of it; of a full group the earliest goes, or all of it when it was chosen. */
export function afterTap(chosen: readonly ChosenPart[], group: ChoiceGroup, offered: Offered): readonly ChosenPart[] {
  const inGroup = chosen.filter((part) => part.group.id === group.id);
  const others = chosen.filter((part) => part.group.id !== group.id);
  const isFull = inGroup.length >= group.choose;
  const isChosen = inGroup.some(({ choice }) => choice === offered.choice);
  if (isFull && isChosen && group.choose > 1)
    return [...others, ...inGroup.filter(({ choice }) => choice !== offered.choice)];
  const kept = isFull ? inGroup.slice(1) : inGroup;
  return [...others, ...kept, chosenPart(group, offered)];
}

/** Returns the options of a part that are missing or too many; undefined when all is chosen. */
export const optionGap = ({ menuItem, options }: ChosenPart) =>
  modifierGaps(
    menuItem.modifierGroups ?? [],
    options.map((optionId) => ({ optionId })),
  )[0];

/** Why a set cannot be ordered as it is chosen: nothing, or not enough, of a group, or options of a part. */
export type SetGap =
  | { readonly group: ChoiceGroup; readonly options?: undefined }
  | { readonly group?: ChoiceGroup; readonly options: ModifierGap };

/** Returns what is still missing of a set; undefined when all is chosen. */
export function setGap(groups: readonly ChoiceGroup[], chosen: readonly ChosenPart[]): SetGap | undefined {
  const open = groups.find(({ id, choose }) => chosen.filter(({ group }) => group.id === id).length < choose);
  if (open) return { group: open };
  for (const part of inGroupOrder(groups, chosen)) {
    const options = optionGap(part);
    if (options) return { group: part.group, options };
  }
  return undefined;
}

/** Returns a part as it is ordered. */
export const partChoiceOf = ({ group, choice, menuItem, size, options }: ChosenPart): PartChoice => ({
  menuItem,
  size,
  group,
  extraPrice: choice.extraPrice,
  modifiers: pricedModifiers(
    menuItem.modifierGroups ?? [],
    options.map((optionId) => ({ optionId })),
  ),
});
