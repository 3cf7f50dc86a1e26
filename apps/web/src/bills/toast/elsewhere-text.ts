/** What another person did with a bill that is on the screen here. Source: R15.11, R35.31. */

import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { isOpenBill } from '@atoll/domain/bill/states';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { t } from '../../locale/locale.ts';
import { slotName } from '../../locale/slot-name.ts';

export interface Slot {
  readonly type: string;
  readonly slot: string;
}

/** The reason of a check-in that was cancelled: such a bill had no items. */
export const cancelReason = 'Check in cancelled';

const nameOf = ({ type, slot }: Slot): string => slotName(t, type, slot);
const whoOf = ({ modifiedByName }: Bill): string => modifiedByName || t('outbox.elsewhere.someone');

/** Returns 'Hawwa Manik took the payment for Table 3 …' or who voided it; undefined for an open bill. */
export function closedElsewhereText(bill: Bill): string | undefined {
  const [who, slot, reason] = [whoOf(bill), nameOf(bill), bill.voidReason ?? ''];
  if (bill.status === 'Complete')
    return t('outbox.elsewhere.paid', { who, slot, amount: formatMoney(laari(toPay(bill) + bill.roundingAmount)) });
  if (isOpenBill(bill)) return undefined;
  if (reason === cancelReason) return t('outbox.elsewhere.cancelled', { who, slot });
  return reason ? t('outbox.elsewhere.voided', { who, slot, reason }) : t('outbox.elsewhere.voidedOnly', { who, slot });
}

/** Returns the slot of a changed bill with who changed it, or where they moved it. */
export function changedElsewhereText(bill: Bill, before: Bill | undefined): string {
  const slot = nameOf(bill);
  if (before && (before.type !== bill.type || before.slot !== bill.slot))
    return t('outbox.elsewhere.moved', { who: whoOf(bill), from: nameOf(before), slot });
  return bill.modifiedByName ? t('outbox.elsewhere.changed', { who: bill.modifiedByName, slot }) : slot;
}

/** Returns 'Hawwa Manik merged Table 3 into Table 4'. */
export const mergedElsewhereText = (from: Slot, into: Bill): string =>
  t('outbox.elsewhere.merged', { who: whoOf(into), from: nameOf(from), slot: nameOf(into) });
