/** What a guest chooses for one part of a set menu. Source: R21.25, docs/rules.md#set-menus. */
import type { MenuItem, MenuSize } from '../menu/menu.ts';

/** An item that can be chosen. */
export interface SetChoice {
  readonly menuItemId: number;
  /** '' for its default size. */
  readonly size: string;
  /** What it costs on top of the set, laari. */
  readonly extraPrice: number;
  readonly isDefault: boolean;
}

export interface ChoiceGroup {
  readonly id: number;
  readonly name: string;
  /** How many units are chosen. */
  readonly choose: number;
  /** The course of its items at a table; absent: that of their category. */
  readonly courseNo?: number | undefined;
  readonly choices: readonly SetChoice[];
}

/** Returns the size of an item that a choice names; undefined when the item does not have it. */
export const choiceSize = (
  { sizes }: Pick<MenuItem, 'sizes'>,
  { size }: Pick<SetChoice, 'size'>,
): MenuSize | undefined =>
  size === '' ? (sizes.find(({ isDefault }) => isDefault) ?? sizes[0]) : sizes.find(({ value }) => value === size);

/** Returns the groups of a set in its order, as far as they are known. */
export const groupsOf = (
  { choiceGroupIds = [] }: { readonly choiceGroupIds?: readonly number[] | undefined },
  { choices = [] }: { readonly choices?: readonly ChoiceGroup[] | undefined },
): readonly ChoiceGroup[] => choiceGroupIds.flatMap((id) => choices.find((group) => group.id === id) ?? []);
