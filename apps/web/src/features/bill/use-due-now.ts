import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { needsCovers } from '@atoll/domain/bill/covers';
import { liveItems } from '@atoll/domain/bill/items';
import { plannedTotal } from '@atoll/domain/payment/plan';
import { useBills } from '../../bills/bills.ts';
import { useQuickCashPays } from '../../cash/use-quick-cash-pays.ts';
import { useSession } from '../../session/session.ts';
import { useApp, useSettingOf } from '../../sync/app-store.ts';

/** Returns the laari that cash pays with one tap beside the bill; 0 where the setting, the person or the bill does not allow it (R35.35). */
export function useDueNow(bill: Bill): number {
  const pays = useQuickCashPays();
  const roundCash = useSettingOf('RoundCash');
  const takesCash = useSettingOf('PaymentMethods').includes('Cash');
  const mayPay = useSession(({ user }) => user?.permissions.includes('bill.pay') ?? false);
  const hasPayments = useBills((state) => (state.drafts[bill.key]?.payments ?? []).length > 0);
  const mustCountGuests = useApp(({ settings }) => needsCovers(bill, settings));
  const due = plannedTotal({ total: toPay(bill), tip: 0, roundCash }, [], 'Cash');
  const isOffered = pays && takesCash && mayPay && !hasPayments && !mustCountGuests;
  return isOffered && liveItems(bill).length > 0 ? Math.max(0, due) : 0;
}
