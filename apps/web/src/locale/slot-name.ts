import type { TFunction } from 'i18next';

/** Returns the name of a slot: 'Table 4'. */
export const slotName = (t: TFunction, type: string, slot: string | number): string =>
  `${t(`bill.types.${type}` as 'bill.types.Table', type)} ${slot}`;
