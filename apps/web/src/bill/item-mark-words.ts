import type { MenuItem } from '@atoll/domain/menu/menu';
import { labelText } from '../locale/label.ts';
import { t } from '../locale/locale.ts';

export type MarkedItem = Pick<MenuItem, 'allergens' | 'spicy' | 'isVegetarian' | 'isHalal'>;

interface ItemMark {
  readonly text: string;
  /** True for a reason why some guests must not eat it. */
  readonly isWarning: boolean;
}

/** Returns the texts that say whether a menu item is vegetarian, halal or spicy, and its allergens (R35.76). */
export function itemMarks({ allergens = [], spicy = 0, isVegetarian, isHalal }: MarkedItem): readonly ItemMark[] {
  const names = allergens.map((each) => labelText(each)).join(', ');
  const marks = [
    { text: isVegetarian ? labelText('Vegetarian') : '', isWarning: false },
    { text: isHalal ? labelText('Halal') : '', isWarning: false },
    { text: spicy > 0 ? t('bill.spicy', { level: spicy }) : '', isWarning: true },
    { text: names && t('bill.allergens', { names }), isWarning: true },
  ];
  return marks.filter(({ text }) => text !== '');
}
