/** Prices chosen modifiers and checks the minimum and maximum of each group. Money in laari. Source: docs/rules.md#modifiers. */
import type { ModifierGroup } from '../menu/modifier.ts';
import type { ItemModifier } from './bill.ts';

/** One option, identified by its id. An option that is chosen twice is listed twice. */
export type ChosenModifier = Pick<ItemModifier, 'optionId'>;

/** Returns the chosen options of a group, in the order in which they were chosen. */
function chosenOf(group: ModifierGroup, chosen: readonly ChosenModifier[]) {
  return chosen.flatMap(({ optionId }) => group.options.find((option) => option.optionId === optionId) ?? []);
}

/**
 * Returns the modifiers of an item with the menu's names and prices (laari), group by group. The first `freeCount` of a group add nothing to the
 * price. A negative price counts also when it is free, but once for each option and for no more options than the group allows. Options that the menu does not have are left out.
 */
export function pricedModifiers(groups: readonly ModifierGroup[], chosen: readonly ChosenModifier[]): ItemModifier[] {
  return groups.flatMap((group) => {
    const all = chosenOf(group, chosen);
    return all.map(({ optionId, name, priceDelta, station }, index) => {
      const made = { optionId, name, ...(station && { station }) };
      const isLowering = index < group.max && all.findIndex((one) => one.optionId === optionId) === index;
      if (priceDelta < 0) return { ...made, priceDelta: isLowering ? priceDelta : 0 };
      return { ...made, priceDelta: index < group.freeCount ? 0 : priceDelta };
    });
  });
}

/** A group with too few or too many chosen options. */
export interface ModifierGap {
  readonly group: ModifierGroup;
  /** How many more are required; negative: how many are too many. */
  readonly missing: number;
}

/** Returns the groups whose minimum or maximum is violated. */
export function modifierGaps(groups: readonly ModifierGroup[], chosen: readonly ChosenModifier[]): ModifierGap[] {
  return groups.flatMap((group) => {
    const count = chosenOf(group, chosen).length;
    const missing = count < group.min ? group.min - count : count > group.max ? group.max - count : 0;
    return missing === 0 ? [] : [{ group, missing }];
  });
}

/** Returns the initial choice: the default options, up to each group's maximum. */
export function defaultModifiers(groups: readonly ModifierGroup[]): ChosenModifier[] {
  return groups.flatMap((group) => group.options.filter((option) => option.isDefault).slice(0, group.max));
}
