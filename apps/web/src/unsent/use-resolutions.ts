import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { useNavigate } from '@tanstack/react-router';
import { askApproval } from '../approval/ask-approval.ts';
import { useBill, useBills } from '../bills/bills.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { hideAttention } from '../outbox/attention.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { discard, moveToShift } from '../outbox/outbox.ts';
import { type Resolution, resolutionsOf } from '../outbox/resolution.ts';
import { useApp } from '../sync/app-store.ts';
import { pathTo } from '../ui/overlay/route-path.ts';
import { showToast } from '../ui/overlay/toast.ts';

/** Returns the resolutions of an entry and a function that runs one. Entries of another outlet are resolved there. */
export function useResolutions(entry: OutboxEntry): {
  resolutions: readonly Resolution[];
  resolve: (resolution: Resolution) => void;
} {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const bill = useBill(entry.billKey ?? '');
  const shift = useApp((state) => state.shift);
  const isHere = useApp((state) => state.outletId === entry.outletId);
  const isOrder = entry.kind === 'order.create';
  const { orphanItems, orphanOrder } = useBills.getState();
  const context = { isBillOpen: bill?.isOpen ?? false, isShiftOpen: shift?.isOpen ?? false };

  // Once for an entry: a second press while it is removed changes nothing.
  const tell = (text: 'outbox.refunded' | 'outbox.removed') =>
    showToast(t(text), 'good', { id: `${text} ${entry.key}` });
  const actions: Readonly<Record<Resolution, () => unknown>> = {
    askLeave: () => void askApproval(entry),
    takeRest: () => {
      if (!bill) return;
      const { payments = [], tip = 0 } = entry.body as { payments?: readonly PaymentInput[]; tip?: number };
      useBills.getState().setPayments(bill.key, payments, tip);
      hideAttention();
      void navigate({ href: `/billing/new/checkout/${bill.slot}/${bill.type}/${bill.id ?? bill.key}` });
    },
    giveBack: () =>
      void (isOrder ? orphanOrder(entry) : discard(entry.seq)).then(() => {
        tell('outbox.refunded');
        if (isOrder) showToast(t('outbox.itemsAside'), 'info');
      }),
    otherBill: () =>
      void (isOrder ? orphanOrder(entry) : orphanItems(entry.billKey ?? '')).then(() => {
        hideAttention();
        showToast(t('outbox.itemsAside'), 'info');
        void navigate({ href: '/billing/new' });
      }),
    startShift: () => {
      hideAttention();
      void navigate({ to: pathTo('New Sale') });
    },
    openShift: () => shift && void moveToShift(entry, shift.key),
    remove: () => void discard(entry.seq).then(() => tell('outbox.removed')),
  };
  return {
    resolutions: isHere ? resolutionsOf(entry, context) : [],
    resolve: (resolution) => void actions[resolution](),
  };
}
