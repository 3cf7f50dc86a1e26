import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { askLeave } from '../approval/ask-approval.ts';
import { useBill, useBills } from '../bills/bills.ts';
import { hideAttention } from '../outbox/attention.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { discard, moveToShift } from '../outbox/outbox.ts';
import { type Way, waysOut } from '../outbox/resolution.ts';
import { useApp } from '../sync/app-store.ts';
import { pathTo } from '../ui/overlay/route-path.ts';
import { showToast } from '../ui/overlay/toast.ts';

/** The safe ways out of an entry, and what each does. Those of another outlet are decided there. */
export function useWaysOut(entry: OutboxEntry): { resolutions: readonly Way[]; take: (way: Way) => void } {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const bill = useBill(entry.billKey ?? '');
  const shift = useApp((state) => state.shift);
  const isHere = useApp((state) => state.outletId === entry.outletId);
  const around = { isBillOpen: bill?.isOpen ?? false, isShiftOpen: shift?.isOpen ?? false };

  const actions: Readonly<Record<Way, () => unknown>> = {
    askLeave: () => void askLeave(entry),
    takeRest: () => {
      if (!bill) return;
      useBills.getState().setPayments(bill.key, (entry.body['payments'] ?? []) as readonly PaymentInput[]);
      hideAttention();
      void navigate({ href: `/billing/new/checkout/${bill.slot}/${bill.type}/${bill.id ?? bill.key}` });
    },
    giveBack: () => void discard(entry.seq).then(() => showToast(t('outbox.givenBack'), 'good')),
    otherBill: () =>
      void useBills
        .getState()
        .setLinesAside(entry.billKey ?? '')
        .then(() => {
          hideAttention();
          showToast(t('outbox.linesAside'), 'info');
          void navigate({ href: '/billing/new' });
        }),
    startShift: () => {
      hideAttention();
      void navigate({ to: pathTo('New Sale') });
    },
    openShift: () => shift && void moveToShift(entry, shift.key),
    remove: () => void discard(entry.seq).then(() => showToast(t('outbox.removed'), 'good')),
  };
  return { resolutions: isHere ? waysOut(entry, around) : [], take: (way) => void actions[way]() };
}
