import type { Bill } from '@atoll/domain/bill/bill';
import type { TFunction } from 'i18next';
import { slotName } from '../locale/slot-name.ts';

/** Returns the name of a bill by its slot, with the check where a split made several: 'Table 4', 'Table 4 · check 2'. */
export function checkName(t: TFunction, { type, slot, checkNo }: Pick<Bill, 'type' | 'slot' | 'checkNo'>): string {
  const name = slotName(t, type, slot);
  return checkNo > 1 ? `${name} · ${t('bill.check', { n: checkNo })}` : name;
}
