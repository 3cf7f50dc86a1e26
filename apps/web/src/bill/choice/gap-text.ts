import type { ModifierGap } from '@atoll/domain/bill/modifiers';
import type { TFunction } from 'i18next';
import type { SetGap } from './set-choice.ts';

/** Says how many options of a group are missing, or are too many. */
export function gapText({ group, missing }: ModifierGap, t: TFunction): string {
  const words = { name: group.name, count: Math.abs(missing) };
  return missing > 0 ? t('service.moreNeeded', words) : t('service.tooMany', words);
}

/** Says what is missing of a set menu. */
export const setGapText = (gap: SetGap, t: TFunction): string =>
  gap.options ? gapText(gap.options, t) : t('service.chooseFirst', { name: gap.group.name });
