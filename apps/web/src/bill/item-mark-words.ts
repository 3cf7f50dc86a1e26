import type { ItemMarks } from '@atoll/domain/menu/marks';
import { labelText } from '../locale/label.ts';
import { t } from '../locale/locale.ts';

interface ItemMark {
  readonly text: string;
  /** True for a reason why some guests must not eat it. */
  readonly isWarning: boolean;
  /** True for the allergens of the item. */
  readonly isAllergen?: true;
}

/** Returns the texts that say whether a menu item is vegetarian, halal or spicy, and its allergens (R35.76). */
export function itemMarks({ allergens = [], spicy = 0, isVegetarian, isHalal }: ItemMarks): readonly ItemMark[] {
  const names = allergens.map((each) => labelText(each)).join(', ');
  const marks: readonly ItemMark[] = [
    { text: isVegetarian ? labelText('Vegetarian') : '', isWarning: false },
    { text: isHalal ? labelText('Halal') : '', isWarning: false },
    { text: spicy > 0 ? t('bill.spicy', { level: spicy }) : '', isWarning: true },
    { text: names && t('bill.allergens', { names }), isWarning: true, isAllergen: true },
  ];
  return marks.filter(({ text }) => text !== '');
}
