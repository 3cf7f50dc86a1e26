/** Discount on the whole bill: set by the server, with an approval where one is needed; without the server, a person with the permission sets it on the device. */
import type { Bill } from '@atoll/domain/bill/bill';
import { useConnection } from '../api/connection.ts';
import type { useApproved } from '../approval/use-approved.ts';
import { useBills } from '../bills/bills.ts';
import { useSession } from '../session/session.ts';

/** Sets the discount by what runs the commands of a dialog. Returns undefined when it was refused, or nobody approved it. */
export function applyDiscount(
  run: ReturnType<typeof useApproved>['run'],
  bill: Bill,
  discount: { readonly percentage: number; readonly amount: number | null; readonly reason?: string },
): Promise<Bill | undefined> {
  const mayAlone = useSession.getState().user?.permissions.includes('bill.discount') ?? false;
  const { isOnline } = useConnection.getState();
  const subject = { permission: 'bill.discount', subjectType: 'Bill', subjectKey: bill.key } as const;
  // Without the server a percentage can be approved: the share of an amount is known only when the bill arrives.
  const offline = discount.amount === null ? { worksOffline: true, amount: discount.percentage } : {};
  return run({ ...subject, ...offline, reason: discount.reason }, (options) =>
    mayAlone && !isOnline && !options.isOffline
      ? Promise.resolve(useBills.getState().setDiscount(bill.key, discount))
      : useBills.getState().discountBill(bill.key, discount, options),
  );
}
