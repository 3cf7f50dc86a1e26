import type { TFunction } from 'i18next';

/** Returns the first names in a row, and how many more there are. */
export function namesText(names: readonly string[], most: number, t: TFunction): string {
  const shown = names.slice(0, most).join(t('promotion.separator'));
  return names.length > most ? t('ruleGap.more', { names: shown, count: names.length - most }) : shown;
}
