/** What chosen modifiers cost, and whether enough and not too many were chosen. Money in laari. Source: docs/rules.md#modifiers. */
import type { ModifierGroup } from '../menu/modifier.ts';
import type { ItemModifier } from './bill.ts';

/** One option, named by its id; chosen twice it stands twice. */
export type ChosenModifier = Pick<ItemModifier, 'optionId'>;

/** Answers the chosen options of a group, in the order in which they were chosen. */
function chosenOf(group: ModifierGroup, chosen: readonly ChosenModifier[]) {
  return chosen.flatMap(({ optionId }) => group.options.find((option) => option.optionId === optionId) ?? []);
}

/**
 * Answers the modifiers of a line with the menu's names and prices, group by group; the first `freeCount` of a group cost nothing. Options that the menu
 * does not know are left out.
 */
export function pricedModifiers(groups: readonly ModifierGroup[], chosen: readonly ChosenModifier[]): ItemModifier[] {
  return groups.flatMap((group) =>
    chosenOf(group, chosen).map(({ optionId, name, priceDelta }, place) => ({
      optionId,
      name,
      priceDelta: place < group.freeCount ? Math.min(0, priceDelta) : priceDelta,
    })),
  );
}

/** A group of which too few or too many were chosen. */
export interface ModifierGap {
  readonly group: ModifierGroup;
  /** How many more are needed; negative: how many are too many. */
  readonly missing: number;
}

/** Answers the groups whose minimum or maximum the choice does not keep. */
export function modifierGaps(groups: readonly ModifierGroup[], chosen: readonly ChosenModifier[]): ModifierGap[] {
  return groups.flatMap((group) => {
    const count = chosenOf(group, chosen).length;
    const missing = count < group.min ? group.min - count : count > group.max ? group.max - count : 0;
    return missing === 0 ? [] : [{ group, missing }];
  });
}

/** Answers what is chosen before anybody chose: the default options, up to each group's maximum. */
export function defaultModifiers(groups: readonly ModifierGroup[]): ChosenModifier[] {
  return groups.flatMap((group) => group.options.filter((option) => option.isDefault).slice(0, group.max));
}
