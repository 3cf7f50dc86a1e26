/** Discount on the whole bill: set by the server, with an approval where one is needed; without the server, a person with the permission sets it on the device. */
import type { Bill } from '@atoll/domain/bill/bill';
import { useConnection } from '../api/connection.ts';
import { approved } from '../approval/approved.ts';
import { showRefusal } from '../approval/show-refusal.ts';
import { useBills } from '../bills/bills.ts';
import { useSession } from '../session/session.ts';

/** Sets the discount; shows the reason of a refusal. */
export async function applyDiscount(
  bill: Bill,
  discount: { readonly percentage: number; readonly amount: number | null; readonly reason?: string },
): Promise<void> {
  const mayAlone = useSession.getState().user?.permissions.includes('bill.discount') ?? false;
  const { isOnline } = useConnection.getState();
  const subject = { permission: 'bill.discount', subjectType: 'Bill', subjectKey: bill.key } as const;
  // Without the server a percentage can be approved: the share of an amount is known only when the bill arrives.
  const offline = discount.amount === null ? { worksOffline: true, amount: discount.percentage } : {};
  const done = await approved({ ...subject, ...offline, reason: discount.reason }, (options) =>
    mayAlone && !isOnline && !options.isOffline
      ? Promise.resolve(useBills.getState().setDiscount(bill.key, discount))
      : useBills.getState().discountBill(bill.key, discount, options),
  );
  if (done && !done.ok) showRefusal(done.refusal);
}
