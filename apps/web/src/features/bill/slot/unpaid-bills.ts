/**
 * Finds printed bills that are still unpaid: the slot board marks them, and the device shows a notice. Source:
 * docs/rules.md#settings, docs/rules.md#notifications.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { useEffect } from 'react';
import { useBills } from '../../../bills/bills.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { slotName } from '../../../locale/slot-name.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { notify, useSettingOf } from '../../../sync/app-store.ts';

/** Key and print count of each bill that has its notice. */
const alreadyNotified = new Set<string>();

/** Returns the whole minutes since a printed, unpaid bill was last saved; null for any other bill. */
export function unpaidMinutes(
  { status, lastSavedAt }: Pick<Bill, 'status' | 'lastSavedAt'>,
  now: number,
): number | null {
  return status === 'BillPrinted' && lastSavedAt !== null
    ? Math.max(0, Math.floor((now - Date.parse(lastSavedAt)) / 60_000))
    : null;
}

/** Returns the minutes after which a printed bill counts as unpaid (setting StaleBillMinutes). */
export const useUnpaidAfterMinutes = (): number => useSettingOf('StaleBillMinutes');

/** Shows a notice of bills that were printed and not paid in time, once per print; one for all that are found together, as after a start. */
export function useUnpaidBillNotices(now: number): void {
  const { t } = useTranslation();
  const after = useUnpaidAfterMinutes();
  const bills = useBills((state) => state.bills);
  useEffect(() => {
    const late = Object.values(bills).flatMap((bill) => {
      const minutes = unpaidMinutes(bill, now);
      const name = `${bill.key} ${bill.printCount}`;
      if (minutes === null || minutes < after || alreadyNotified.has(name)) return [];
      alreadyNotified.add(name);
      return [{ slot: slotName(t, bill.type, bill.slot), minutes }];
    });
    const [first, ...others] = late.toSorted((a, b) => b.minutes - a.minutes);
    if (!first) return;
    const [message, details] =
      others.length === 0
        ? [t('floor.notPaid', { slot: first.slot }), t('floor.notPaidHint', { count: first.minutes })]
        : [t('floor.notPaidMany', { count: late.length }), joinedList([first, ...others].map(({ slot }) => slot))];
    notify({ kind: 'warning', message, details });
  }, [bills, now, after, t]);
}
